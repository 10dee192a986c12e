import type { SeriesBudget } from "../../api/monitoring/budget";
import type { PlannedDataSet } from "../../core/live/plan";
import type { LivePlanResult } from "../../server/protocol";
import type { LiveInterval, LiveNews } from "../webview/picture/messages";
import type { LiveAnswers } from "./answers";

/** A project that may be read. */
export interface Connection {
  readonly project: string;
  readonly answers: LiveAnswers;
  /** A budget for one check: what is read until the user asks for something else. */
  budget(): SeriesBudget;
}

/** What a session needs from the rest of the extension. */
export interface SessionPorts {
  /** What the dashboard asks for. Null when the server does not have it. */
  plan(query: PlanQuery, signal: AbortSignal): Promise<LivePlanResult>;
  /** The project, after the user's consent; undefined without it. */
  connect(): Promise<Connection | undefined>;
  /** Why a query matches nothing, as a sentence. */
  explain(
    pointer: string,
    dataSet: PlannedDataSet,
    query: PlanQuery,
    connection: Connection,
    signal: AbortSignal,
  ): Promise<string>;
  /** Shows a query in the text. */
  reveal(tile: string, pointer: string): Promise<void>;
  post(news: LiveNews): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after so many milliseconds, unless what it returns is called before. */
  later(ms: number, act: () => void): () => void;
  failed(error: unknown): void;
}

export interface PlanQuery {
  readonly interval: LiveInterval;
  readonly zoomed: boolean;
  readonly values: Readonly<Record<string, readonly string[]>>;
}
