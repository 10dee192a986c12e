import { type Inspection, readInspection } from "../../../core/inspector/model";
import {
  isMetricHits,
  isQueryModel,
  isTextHelp,
  isValueHits,
  type MetricHit,
  type QueryModel,
  type TextHelp,
  type ValueHit,
} from "../../../core/query-builder/model/model";
import {
  type Check,
  everyEntry,
  isBoolean,
  isListOf,
  isNumber,
  isObject,
  isString,
  type Members,
  objectWith,
  optional,
} from "../../../core/shape";

/**
 * Requests to the language server that the preview may make, about the dashboard that it shows: the host adds the document
 * and the address itself, so that a page cannot ask about another one.
 */
export interface Asks {
  /** The form of these tiles; of none: of the dashboard itself. */
  readonly "mosaic/inspect": {
    readonly params: { readonly tiles: readonly string[] };
    readonly result: Inspection | null;
  };
  /** Tiles whose titles, queries or texts hold these words. */
  readonly "mosaic/findTiles": {
    readonly params: { readonly text: string };
    readonly result: readonly string[] | null;
  };
  /** The Monitoring query at a pointer. */
  readonly "mosaic/queryModel": {
    readonly params: { readonly pointer: string };
    readonly result: QueryModel | null;
  };
  /** Metrics that match words. */
  readonly "mosaic/searchMetrics": {
    readonly params: { readonly query: string; readonly resource: string };
    readonly result: { readonly metrics: readonly MetricHit[]; readonly more: boolean } | null;
  };
  /** Values that a label is known to have. */
  readonly "mosaic/queryValues": {
    readonly params: { readonly pointer: string; readonly part: number; readonly label: string };
    readonly result: readonly ValueHit[] | null;
  };
  /** Findings of a text in the place of the query at a pointer, and completions at an offset. */
  readonly "mosaic/queryText": {
    readonly params: { readonly pointer: string; readonly text: string; readonly offset?: number };
    readonly result: TextHelp | null;
  };
}

export type AskMethod = keyof Asks;

interface Ask<Method extends AskMethod> {
  /** Checked by the host. */
  readonly params: Check;
  /** Checked by the page: the result, or undefined if it is not well-formed. */
  readonly read: (value: unknown) => Asks[Method]["result"] | undefined;
}

const ASKS: { readonly [Method in AskMethod]: Ask<Method> } = {
  "mosaic/inspect": {
    params: objectWith({ tiles: everyEntry(isString) }),
    read: (value) => (value === null ? null : readInspection(value)),
  },
  "mosaic/findTiles": {
    params: objectWith({ text: isString }),
    read: (value) =>
      value === null || isListOf(value, isString) ? (value as readonly string[] | null) : undefined,
  },
  "mosaic/queryModel": {
    params: objectWith({ pointer: isString }),
    read: (value) => (value === null || isQueryModel(value) ? value : undefined),
  },
  "mosaic/searchMetrics": {
    params: objectWith({ query: isString, resource: isString }),
    read: (value) => (value === null || isFound(value) ? value : undefined),
  },
  "mosaic/queryValues": {
    params: objectWith({ pointer: isString, part: isNumber, label: isString }),
    read: (value) => (value === null || isValueHits(value) ? value : undefined),
  },
  "mosaic/queryText": {
    params: objectWith({ pointer: isString, text: isString, offset: optional(isNumber) }),
    read: (value) => (value === null || isTextHelp(value) ? value : undefined),
  },
};

const isFound = objectWith({ metrics: isMetricHits, more: isBoolean }) as (
  value: unknown,
) => value is NonNullable<Asks["mosaic/searchMetrics"]["result"]>;

/** What the page asks, without document and address; undefined if it is not well-formed. */
export function readAsk(value: Members): { method: AskMethod; params: Members } | undefined {
  const { method, params } = value;
  if (!isString(method) || !Object.hasOwn(ASKS, method) || !isObject(params)) return undefined;
  const known = method as AskMethod;
  if (!ASKS[known].params(params)) return undefined;
  const { uri: _, address: __, ...rest } = params;
  return { method: known, params: rest };
}

/** The result of a request; undefined if it is not well-formed. */
export function readAnswer<Method extends AskMethod>(
  method: Method,
  result: unknown,
): Asks[Method]["result"] | undefined {
  return ASKS[method].read(result);
}
