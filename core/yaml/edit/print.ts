import { everyNode, type Node, valueOf } from "../../document/node";
import { type Draft, type DraftContainer, draftOf, openContainer } from "../../edit/draft";
import { written } from "../written";
import { blockLayout } from "./layout";
import { keyText, scalarText } from "./scalar-text";
import { columnOf, type YamlHabits } from "./style";

/** A value as it is written behind a key or a hyphen: what stands on that line, and the lines below it. */
export interface Printed {
  readonly head: string;
  /** Whole lines with their indentation, without line ends. */
  readonly lines: readonly string[];
}

/** Where a new value goes. */
export interface PrintPlace {
  /** The column of the key or the hyphen before it; undefined for the value of the whole document. */
  readonly column: number | undefined;
  readonly isItem: boolean;
  /** Whether the values beside it are written in brackets. */
  readonly inBrackets?: boolean;
  /** Columns from a hyphen to what it is about. */
  readonly dashWidth?: number;
}

/** Writes new values in the habits of a document. */
export class Printer {
  constructor(
    private readonly text: string,
    private readonly habits: YamlHabits,
  ) {}

  value(draft: Draft, place: PrintPlace): Printed {
    if (place.inBrackets) return { head: this.inBrackets(draft), lines: [] };
    const { column, isItem, dashWidth = 2 } = place;
    if (draft.kind === "kept") throw new Error("a value as written cannot be printed");
    if (draft.kind === "copied") return this.copied(draft.node, place);
    if (draft.kind === "scalar") {
      const blockIndent = column === undefined ? undefined : column + (isItem ? dashWidth : this.habits.unit);
      return scalarText(draft.value, this.habits.strings, { isInFlow: false, blockIndent });
    }
    if (draft.entries.length === 0) return { head: draft.kind === "array" ? "[]" : "{}", lines: [] };
    const inner = this.innerColumn(draft.kind, place);
    const lines = this.lines(draft, inner);
    return isItem ? { head: lines[0]!.trimStart(), lines: lines.slice(1) } : { head: "", lines };
  }

  /** A member with its key, or an item with its hyphen; the first line is not indented. */
  entry(
    kind: "array" | "object",
    key: string,
    value: Draft,
    column: number,
    place: Partial<PrintPlace> = {},
  ): string[] {
    const isItem = kind === "array";
    const width = place.dashWidth ?? 2;
    const printed = this.value(value, { ...place, column, isItem });
    const start = isItem ? "-" : `${keyText(key, this.habits.keys, false)}:`;
    const space = isItem ? " ".repeat(width - 1) : " ";
    return [start + (printed.head === "" ? "" : space + printed.head), ...printed.lines];
  }

  inBrackets(draft: Draft): string {
    if (draft.kind === "kept") return this.inBrackets(draftOf(valueOf(draft.node)));
    if (draft.kind === "copied") {
      const container = openContainer(draft);
      if (!container) return this.inBrackets(draftOf(valueOf(draft.node)));
      return this.inBrackets(container);
    }
    if (draft.kind === "scalar")
      return scalarText(draft.value, this.habits.strings, { isInFlow: true, blockIndent: undefined }).head;
    const parts = draft.entries.map(({ key, value }) => {
      const text = this.inBrackets(value!);
      return draft.kind === "array" ? text : `${keyText(key, this.habits.keys, true)}: ${text}`;
    });
    if (draft.kind === "array") return `[${parts.join(", ")}]`;
    const { braces } = this.habits;
    return parts.length === 0 ? "{}" : `{${braces}${parts.join(", ")}${braces}}`;
  }

  private innerColumn(kind: "array" | "object", { column, isItem, dashWidth = 2 }: PrintPlace): number {
    if (column === undefined) return 0;
    if (isItem) return column + dashWidth;
    return column + (kind === "array" ? this.habits.listIndent : this.habits.unit);
  }

  private lines(draft: DraftContainer, column: number): string[] {
    const pad = " ".repeat(column);
    return draft.entries.flatMap(({ key, value }) => {
      const [first, ...rest] = this.entry(draft.kind, key, value!, column);
      return [pad + first, ...rest];
    });
  }

  /** A value of the document once more: its lines with their comments, moved to their new column. */
  private copied(node: Node, place: PrintPlace): Printed {
    const yaml = written(node);
    const { column, isItem } = place;
    if (!yaml || column === undefined || !this.isCopyable(node))
      return this.value(draftOf(valueOf(node)), place);
    if (yaml.style === "block") {
      const { entries, column: before } = blockLayout(this.text, node);
      const [first] = entries;
      if (!first) return this.value(draftOf(valueOf(node)), place);
      const inner = this.innerColumn(node.kind as "array" | "object", place);
      const lines = this.text.slice(first.start, entries.at(-1)!.to).split(/\r?\n/);
      const moved = lines.map((line, i) => (i === 0 ? line : shifted(line, inner - before)));
      const [head = "", ...rest] = moved;
      return isItem ? { head, lines: rest } : { head: "", lines: [" ".repeat(inner) + head, ...rest] };
    }
    const [head = "", ...lines] = this.text.slice(node.offset, node.offset + node.length).split(/\r?\n/);
    const owner = ownerColumn(this.text, node);
    return { head, lines: lines.map((line) => shifted(line, column - owner)) };
  }

  /** Whether the text of a value can stand a second time: an anchor would be there twice. */
  private isCopyable(node: Node): boolean {
    if (written(node)?.shared && (!node.parent || written(node.parent)?.shared)) return false;
    for (const inner of everyNode(node)) {
      const yaml = written(inner);
      if (!yaml || yaml.anchor !== undefined || yaml.hasTag) return false;
    }
    return node.length > 0;
  }
}

function ownerColumn(text: string, node: Node): number {
  if (node.property) return columnOf(text, node.property.keyOffset);
  const dash = written(node)?.dash;
  return dash === undefined ? 0 : columnOf(text, dash);
}

/** A line with more or fewer columns in front of it. Blank lines stay as they are. */
export function shifted(line: string, by: number): string {
  if (line.trim() === "" || by === 0) return line;
  if (by > 0) return " ".repeat(by) + line;
  const space = /^ */.exec(line)![0].length;
  return line.slice(Math.min(space, -by));
}
