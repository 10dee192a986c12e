import { everyNode } from "../../document/node";
import type { JsonDocument } from "../../document/reader";
import type { EditOptions } from "../../edit/change";
import { written, writtenKey } from "../written";
import { eolOf, lineStart } from "./layout";
import type { ScalarStyle } from "./scalar-text";

/** The habits of a document, for what is written into it. */
export interface YamlHabits {
  readonly eol: string;
  /** Columns of one level. */
  readonly unit: number;
  /** Columns by which the items of a list are indented more than the key of the list. */
  readonly listIndent: number;
  readonly strings: ScalarStyle;
  readonly keys: ScalarStyle;
  /** What stands between a brace and what is in it. */
  readonly braces: string;
}

/** Values that are looked at; more of them show no other habits. */
const ENOUGH = 3000;

export function habitsOf({ root, text }: JsonDocument, options: EditOptions): YamlHabits {
  const units = new Counter<number>();
  const lists = new Counter<number>();
  const strings = new Counter<ScalarStyle>();
  const keys = new Counter<ScalarStyle>();
  const braces = new Counter<string>();
  let seen = 0;
  for (const node of everyNode(root)) {
    if (++seen > ENOUGH) break;
    const yaml = written(node);
    if (!yaml || yaml.shared) continue;
    if (node.kind === "string") strings.add(scalarStyle(yaml.style), 1);
    if (node.kind === "object") {
      for (const property of node.properties) keys.add(scalarStyle(writtenKey(property)?.style), 1);
      if (yaml.style === "flow" && node.properties[0]) {
        const space = /^[ \t]*/.exec(text.slice(node.offset + 1, node.properties[0].keyOffset))![0];
        if (!text.slice(node.offset, node.properties[0].keyOffset).includes("\n")) braces.add(space, 1);
      }
    }
    if (yaml.style !== "block" || !node.property) continue;
    const outer = columnOf(text, writtenKey(node.property)?.start ?? node.property.keyOffset);
    const more = yaml.column - outer;
    if (node.kind === "array" && more >= 0) lists.add(more, 1);
    if (node.kind === "object" && more > 0) units.add(more, 1);
  }
  return {
    eol: text.includes("\n") ? eolOf(text) : (options.eol ?? "\n"),
    unit: units.most ?? 2,
    listIndent: lists.most ?? units.most ?? 2,
    strings: strings.most ?? "plain",
    keys: keys.most ?? "plain",
    braces: braces.most ?? "",
  };
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

function scalarStyle(style: string | undefined): ScalarStyle {
  return style === "single" || style === "double" ? style : "plain";
}

class Counter<T> {
  private readonly counts = new Map<T, number>();

  add(value: T, by: number): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + by);
  }

  /** What there is most of; the first of several. */
  get most(): T | undefined {
    let best: T | undefined;
    for (const [value, count] of this.counts)
      if (best === undefined || count > this.counts.get(best)!) best = value;
    return best;
  }
}
