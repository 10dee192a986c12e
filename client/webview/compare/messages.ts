import type { Comparison } from "../../../core/grid/compare/model";
import type { Picture } from "../../../core/grid/picture";
import { isListOf, isObject, isString, objectWith, optional } from "../../../core/shape";
import { isPicture } from "../picture/messages";

/** One version in its pane. */
export interface Pane {
  readonly name: string;
  readonly picture: Picture;
}

/** From the extension host to the page. */
export type CompareHostMessage =
  /** `comparisons`: the first pane with each of the others. */
  | {
      readonly type: "show";
      readonly title: string;
      readonly panes: readonly Pane[];
      readonly comparisons: readonly Comparison[];
    }
  /** There is nothing to compare; a sentence for the person. */
  | { readonly type: "problem"; readonly text: string }
  | { readonly type: "step"; readonly step: 1 | -1 };

/** From the page to the extension host. */
export type CompareWebviewMessage =
  | { readonly type: "ready" }
  /** Opens the text diff of the same versions. */
  | { readonly type: "text" };

const isChange = objectWith({ path: isString, text: isString });
const isSide = objectWith({ id: isString, title: isString });
const isTile = objectWith({
  name: isString,
  marks: (value) => isListOf(value, isString),
  changes: (value) => isListOf(value, isChange),
  before: optional(isSide),
  after: optional(isSide),
});
const isComparison = objectWith({
  dashboard: (value) => isListOf(value, isChange),
  tiles: (value) => isListOf(value, isTile),
});
const isPane = objectWith({ name: isString, picture: isPicture });

/** A message of the host; undefined for anything else. */
export function readCompareHostMessage(value: unknown): CompareHostMessage | undefined {
  if (!isObject(value)) return undefined;
  switch (value["type"]) {
    case "show": {
      const { title, panes, comparisons } = value;
      const isWell =
        isString(title) &&
        isListOf(panes, isPane) &&
        isListOf(comparisons, isComparison) &&
        (panes as unknown[]).length === (comparisons as unknown[]).length + 1;
      return isWell ? (value as unknown as CompareHostMessage) : undefined;
    }
    case "problem":
      return isString(value["text"]) ? (value as unknown as CompareHostMessage) : undefined;
    case "step":
      return value["step"] === 1 || value["step"] === -1
        ? (value as unknown as CompareHostMessage)
        : undefined;
    default:
      return undefined;
  }
}

/** A message of the page; undefined for anything else. */
export function readCompareWebviewMessage(value: unknown): CompareWebviewMessage | undefined {
  const type = isObject(value) ? value["type"] : undefined;
  return type === "ready" || type === "text" ? { type } : undefined;
}
