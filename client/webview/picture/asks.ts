import { type Inspection, readInspection } from "../../../core/inspector/model";
import {
  type Check,
  everyEntry,
  isListOf,
  isObject,
  isString,
  type Members,
  objectWith,
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
};

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
