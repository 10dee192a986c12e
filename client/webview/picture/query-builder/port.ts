import type {
  MetricHit,
  QueryChange,
  QueryModel,
  TextHelp,
  ValueHit,
} from "../../../../core/query-builder/model/model";

/** What the query builder needs from around it. Requests reject with an `Error` whose message is for the user. */
export interface BuilderPort {
  /** The query at a pointer; null when there is none any more. */
  model(pointer: string): Promise<QueryModel | null>;
  search(query: string, resource: string): Promise<readonly MetricHit[]>;
  values(pointer: string, part: number, label: string): Promise<readonly ValueHit[]>;
  /** Findings of a text in the place of the query at a pointer, and completions at an offset. */
  help(pointer: string, text: string, offset: number | undefined): Promise<TextHelp | null>;
  /** Changes the text, when the query is still the one that was seen. Resolves when it is done or rejected. */
  change(pointer: string, seen: string, change: QueryChange): Promise<ChangeResult>;
  announce(words: string): void;
}

export type ChangeResult =
  | {
      readonly ok: true;
      /** What else was changed, as a sentence; empty when nothing was. */
      readonly also: string;
    }
  /** Why it was not made, for the user. */
  | { readonly ok: false; readonly reason: string };
