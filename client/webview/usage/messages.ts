import { isListOf, isNumber, isObject, isString } from "../../../core/shape";

/** A usage result as it is shown: plain data that the extension host works out. Days are in UTC, rates from 0 to 1. */
export interface UsageView {
  /** Grows with every result, so that what is kept for another one is not taken for it. */
  readonly id: number;
  readonly profile: string;
  readonly host: string;
  /** From the legacy usage query: its totals are lower than those of jobs. */
  readonly legacy: boolean;
  readonly interval: Days;
  readonly granularity: "Day" | "Week" | "Month";
  /** Headings of the columns that tell rows apart, such as "Client". */
  readonly groups: readonly string[];
  /** When it was asked, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly totals: Counts;
  readonly buckets: readonly ({ readonly date: string } & Counts)[];
  /** The busiest rows first; `allRows` is how many there are. */
  readonly rows: readonly UsageRow[];
  readonly allRows: number;
  /** Days that are missing or incomplete. */
  readonly missing: readonly Days[];
  /** It reaches into days that the service has not counted yet. */
  readonly reachesToday: boolean;
  readonly jobs: readonly string[];
  /** The period of the same length right before. */
  readonly previous?: Previous;
  /** The one client that all of it is about. */
  readonly client?: { readonly id: string; readonly name: string };
}

export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface Previous {
  readonly interval: Days;
  readonly totals: Counts;
}

/** Answers by class. `other400` are the 4xx that are no 429, so that the classes and `status429` add up. */
export interface Counts {
  readonly requests: number;
  readonly status200: number;
  readonly status300: number;
  readonly other400: number;
  readonly status429: number;
  readonly status500: number;
  readonly errorRate: number;
  readonly limitedRate: number;
}

export interface UsageRow extends Counts {
  readonly key: string;
  /** One text for each of `groups`. */
  readonly values: readonly string[];
  /** Shown on hover and read out, such as the id behind a name. */
  readonly detail: string;
  /** Id of the client to drill down to; empty where there is none. */
  readonly clientId: string;
  /** Requests in the previous period; absent if not requested. */
  readonly before?: number;
}

/** Progress of a query. */
export interface Progress {
  readonly what: "usage" | "previous" | "client";
  /** In words: "Job 1 of 2: running". */
  readonly label: string;
  readonly rows: number;
}

/** Why there is no result, and actions. */
export interface Failure {
  readonly message: string;
  readonly action: string;
  /** `resume` goes on with what was started; `retry` starts over; `credentials` asks for them first. */
  readonly can: readonly ("resume" | "retry" | "credentials" | "configuration" | "question")[];
  /** The user stopped it: nothing is wrong. */
  readonly stopped: boolean;
}

/** From the extension host to the usage view. */
export type UsageHostMessage =
  /** What is shown: the result of a query, and of one client after a drill-down. */
  | {
      readonly type: "show";
      readonly view: UsageView | null;
      readonly client: UsageView | null;
      readonly compare: boolean;
    }
  | { readonly type: "busy"; readonly progress: Progress }
  | { readonly type: "idle" }
  | { readonly type: "failed"; readonly failure: Failure };

const USAGE_ACTIONS = [
  "again",
  "retry",
  "resume",
  "question",
  "credentials",
  "configuration",
  "cancel",
  "csv",
  "json",
  "markdown",
  "back",
] as const;

/** From the usage view to the extension host. */
export type UsageWebviewMessage =
  | { readonly type: "ready" }
  | { readonly type: "do"; readonly action: (typeof USAGE_ACTIONS)[number] }
  | { readonly type: "client"; readonly id: string; readonly name: string }
  | { readonly type: "compare"; readonly on: boolean }
  | { readonly type: "unsupported"; readonly received: string };

/** What VS Code keeps for the view while it is hidden and over a restart. */
export interface UsageViewState {
  /** The result it belongs to. */
  readonly id: number;
  readonly sort: { readonly column: string; readonly descending: boolean };
  readonly filter: string;
  /** Classes of answers that are switched off in the chart. */
  readonly hidden: readonly string[];
  readonly scrollTop: number;
}

/** The message, when it is well-formed; else undefined. */
export function readUsageHostMessage(value: unknown): UsageHostMessage | undefined {
  if (!isObject(value)) return undefined;
  const known = (() => {
    switch (value["type"]) {
      case "show":
        return (
          isViewOrNull(value["view"]) &&
          isViewOrNull(value["client"]) &&
          typeof value["compare"] === "boolean"
        );
      case "busy":
        return (
          isObject(value["progress"]) &&
          isString(value["progress"]["label"]) &&
          isNumber(value["progress"]["rows"])
        );
      case "idle":
        return true;
      case "failed": {
        const failure = value["failure"];
        return (
          isObject(failure) &&
          isString(failure["message"]) &&
          isString(failure["action"]) &&
          isTexts(failure["can"])
        );
      }
      default:
        return false;
    }
  })();
  return known ? (value as unknown as UsageHostMessage) : undefined;
}

/** The message, when it is well-formed; else undefined. */
export function readUsageWebviewMessage(value: unknown): UsageWebviewMessage | undefined {
  if (!isObject(value)) return undefined;
  switch (value["type"]) {
    case "ready":
      return { type: "ready" };
    case "do": {
      const action = USAGE_ACTIONS.find((one) => one === value["action"]);
      return action && { type: "do", action };
    }
    case "client":
      return isString(value["id"]) &&
        value["id"] !== "" &&
        value["id"].length <= 300 &&
        isString(value["name"])
        ? { type: "client", id: value["id"], name: value["name"].slice(0, 300) }
        : undefined;
    case "compare":
      return typeof value["on"] === "boolean" ? { type: "compare", on: value["on"] } : undefined;
    case "unsupported":
      return isString(value["received"])
        ? { type: "unsupported", received: value["received"].slice(0, 100) }
        : undefined;
    default:
      return undefined;
  }
}

/** The state, when it is one of ours. */
export function readUsageViewState(value: unknown): UsageViewState | undefined {
  if (!isObject(value) || !isNumber(value["id"]) || !isString(value["filter"]) || !isTexts(value["hidden"])) {
    return undefined;
  }
  const sort = value["sort"];
  if (!isObject(sort) || !isString(sort["column"]) || typeof sort["descending"] !== "boolean")
    return undefined;
  return isNumber(value["scrollTop"]) ? (value as unknown as UsageViewState) : undefined;
}

const COUNTS = [
  "requests",
  "status200",
  "status300",
  "other400",
  "status429",
  "status500",
  "errorRate",
  "limitedRate",
] as const;

function isViewOrNull(value: unknown): boolean {
  return value === null || isUsageView(value);
}

/** Whether a value, such as one that was kept from an earlier version, can be shown. */
function isUsageView(value: unknown): value is UsageView {
  return (
    isObject(value) &&
    isNumber(value["id"]) &&
    isString(value["profile"]) &&
    isString(value["host"]) &&
    isDays(value["interval"]) &&
    ["Day", "Week", "Month"].includes(value["granularity"] as string) &&
    isTexts(value["groups"]) &&
    isNumber(value["askedAt"]) &&
    isCounts(value["totals"]) &&
    isListOf(
      value["buckets"],
      (one) => isCounts(one) && isString((one as Record<string, unknown>)["date"]),
    ) &&
    isListOf(value["rows"], isRow) &&
    isNumber(value["allRows"]) &&
    isListOf(value["missing"], isDays) &&
    isTexts(value["jobs"]) &&
    (value["previous"] === undefined ||
      (isObject(value["previous"]) &&
        isDays(value["previous"]["interval"]) &&
        isCounts(value["previous"]["totals"]))) &&
    (value["client"] === undefined ||
      (isObject(value["client"]) && isString(value["client"]["id"]) && isString(value["client"]["name"])))
  );
}

function isRow(value: unknown): boolean {
  return (
    isCounts(value) &&
    isString((value as Record<string, unknown>)["key"]) &&
    isTexts((value as Record<string, unknown>)["values"]) &&
    isString((value as Record<string, unknown>)["detail"]) &&
    isString((value as Record<string, unknown>)["clientId"])
  );
}

function isCounts(value: unknown): boolean {
  return isObject(value) && COUNTS.every((name) => isNumber(value[name]));
}

function isDays(value: unknown): boolean {
  return isObject(value) && isString(value["from"]) && isString(value["to"]);
}

function isTexts(value: unknown): boolean {
  return isListOf(value, isString);
}
