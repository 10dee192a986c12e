import {
  type ContainerNode,
  childrenOf,
  formatPath,
  type Node,
  type Property,
  pathOf,
} from "../../document/node";
import { EditError } from "../../edit/change";
import type { Draft, DraftContainer, DraftEntry } from "../../edit/draft";
import { SourceWriter } from "../../edit/source-writer";
import { applyEdits } from "../../edit/text-edit";
import { plainValue } from "../scalars";
import { type Written, written, writtenKey } from "../written";
import { flowEntries } from "./flow";
import { type BlockLayout, blockLayout, type Entry, isMerged, lineEnd, lineStart } from "./layout";
import { Printer } from "./print";
import { keyText, scalarText, spliceString } from "./scalar-text";
import type { YamlHabits } from "./style";

/** Where a value stands. */
interface Place {
  /** The column of the key or the hyphen before it. */
  readonly column: number;
  readonly isItem: boolean;
  readonly isInFlow: boolean;
  /** Behind the colon or the hyphen. */
  readonly separatorEnd: number;
  readonly dashWidth: number;
}

const ROOT: Place = { column: 0, isItem: false, isInFlow: false, separatorEnd: 0, dashWidth: 2 };

/** Writes a changed value over the text that it was read from, front to back. */
export class YamlEmitter {
  private readonly printer: Printer;

  constructor(
    private readonly text: string,
    private readonly habits: YamlHabits,
  ) {
    this.printer = new Printer(text, habits);
  }

  root(writer: SourceWriter, draft: Draft, node: Node): void {
    const isSameKind = (draft.kind === "array" || draft.kind === "object") && draft.node === node;
    if (draft.kind !== "kept" && !isSameKind)
      throw new EditError("the whole document cannot become a value of another kind");
    this.value(writer, draft, node, ROOT);
  }

  private value(writer: SourceWriter, draft: Draft, node: Node, place: Place): void {
    if (isUnchanged(draft, node)) return;
    const yaml = written(node)!;
    if (yaml.shared) refuse(node, yaml.shared);
    if ((draft.kind === "array" || draft.kind === "object") && draft.node === node) {
      if (yaml.style === "flow") this.flow(writer, draft, node as ContainerNode, place);
      else this.block(writer, draft, node as ContainerNode, place);
    } else this.replace(writer, draft, node, place);
  }

  /** A list or an object over several lines whose entries may have come, gone or moved. */
  private block(writer: SourceWriter, draft: DraftContainer, node: ContainerNode, place: Place): void {
    const layout = blockLayout(this.text, node);
    const isOwn = (entry: DraftEntry) => entry.origin < 0 || !isMergedEntry(node, entry.origin);
    this.checkMerged(draft, node);
    const next = draft.entries.filter(isOwn);
    const byIndex = new Map(layout.entries.map((entry) => [entry.index, entry]));
    const isAsBefore =
      next.length === layout.entries.length &&
      next.every(({ origin }, i) => origin === layout.entries[i]!.index);
    if (isAsBefore) {
      for (const entry of next) this.inPlace(writer, entry, byIndex.get(entry.origin)!, node, layout);
      return;
    }
    if (next.length === 0 && place === ROOT && layout.entries.length > 0) {
      writer.keepTo(layout.entries[0]!.start);
      writer.write(node.kind === "array" ? "[]" : "{}");
      writer.skipTo(layout.entries.at(-1)!.to);
      return;
    }
    if (next.length === 0 && layout.entries.length === childrenOf(node).length) {
      this.replace(writer, { kind: draft.kind, node: undefined, entries: [] }, node, place);
      return;
    }
    if (layout.entries.length === 0) refuse(node, "all of it comes from a merge key");
    this.rearranged(writer, next, node, layout);
  }

  private rearranged(
    writer: SourceWriter,
    next: readonly DraftEntry[],
    node: ContainerNode,
    layout: BlockLayout,
  ): void {
    const { entries, isCompact, column } = layout;
    const positions = new Map(entries.map((entry, i) => [entry.index, i]));
    const order = next.map(({ origin }) => (origin < 0 ? -1 : positions.get(origin)!));
    const gaps = new Gaps(this.text, entries, this.habits.eol, order);
    const stays = longestRun(order);
    const pad = " ".repeat(column);
    const first = entries[0]!;
    writer.keepTo(first.from);
    next.forEach((entry, i) => {
      const at = order[i]!;
      writer.write(i === 0 ? "" : gaps.before(i));
      const isFirstOnLine = i === 0 && isCompact;
      const old = entries[at];
      if (!old) {
        const lines = this.newEntry(entry, node, layout);
        writer.write((isFirstOnLine ? "" : pad) + lines.join(this.habits.eol));
        return;
      }
      const wasCompact = at === 0 && isCompact;
      if (stays.has(i)) {
        if (wasCompact && !isFirstOnLine) writer.write(pad);
        writer.skipTo(!wasCompact && isFirstOnLine ? old.from + column : old.from);
        this.inPlace(writer, entry, old, node, layout);
        writer.keepTo(old.to);
        return;
      }
      const moved = this.movedText(entry, old, node, layout);
      const text = wasCompact ? pad + moved : moved;
      writer.write(isFirstOnLine ? text.slice(column) : text);
    });
    writer.write(gaps.rest);
    writer.skipTo(entries.at(-1)!.to);
  }

  private movedText(entry: DraftEntry, old: Entry, node: ContainerNode, layout: BlockLayout): string {
    const part = new SourceWriter(this.text, old.from);
    this.inPlace(part, entry, old, node, layout);
    part.keepTo(old.to);
    return applyEdits(this.text.slice(old.from, old.to), part.finish(old.to), old.from);
  }

  private newEntry({ key, value }: DraftEntry, node: ContainerNode, layout: BlockLayout): string[] {
    const values = childrenOf(node);
    const inBrackets =
      node.kind === "array" &&
      (value?.kind === "array" ||
        value?.kind === "object" ||
        (value?.kind === "copied" && isContainer(value.node))) &&
      values.length > 0 &&
      values.every((item) => isContainer(item) && written(item)?.style === "flow");
    return this.printer.entry(node.kind, key, value!, layout.column, {
      inBrackets,
      dashWidth: this.dashWidth(node),
    });
  }

  /** Columns from the hyphens of a list to what they are about. */
  private dashWidth(node: ContainerNode): number {
    for (const item of childrenOf(node)) {
      const dash = written(item)?.dash;
      const space = dash === undefined ? null : /^-( +)[^\s#]/.exec(this.text.slice(dash, dash + 12));
      if (space) return space[1]!.length + 1;
    }
    return 2;
  }

  /** An entry that stays where it is, with another key or another value. */
  private inPlace(
    writer: SourceWriter,
    entry: DraftEntry,
    old: Entry,
    node: ContainerNode,
    layout: BlockLayout,
  ): void {
    const property = node.kind === "object" ? node.properties[old.index] : undefined;
    if (property && property.key !== entry.key) this.rename(writer, property, entry.key, false);
    const value = property ? property.value : node.kind === "array" ? node.items[old.index] : undefined;
    if (!value || !entry.value) return;
    this.value(writer, entry.value, value, {
      column: layout.column,
      isItem: node.kind === "array",
      isInFlow: false,
      separatorEnd: old.separatorEnd,
      dashWidth: this.dashWidth(node),
    });
  }

  private rename(writer: SourceWriter, property: Property, key: string, isInFlow: boolean): void {
    const yaml = writtenKey(property);
    if (yaml?.shared) refuseProperty(property, yaml.shared);
    const style = yaml?.style === "single" || yaml?.style === "double" ? yaml.style : "plain";
    const { keyOffset, keyLength } = property;
    writer.keepTo(keyOffset);
    writer.replace(keyOffset, keyOffset + keyLength, keyText(key, style, isInFlow));
  }

  /** Members that come from a merge key have to stay what they are. */
  private checkMerged(draft: DraftContainer, node: ContainerNode): void {
    if (node.kind !== "object") return;
    const byOrigin = new Map(draft.entries.map((entry) => [entry.origin, entry]));
    node.properties.forEach((property, i) => {
      if (!isMerged(property)) return;
      const entry = byOrigin.get(i);
      const isKept =
        entry?.key === property.key &&
        (!property.value || (entry.value && isUnchanged(entry.value, property.value)));
      if (!isKept) refuseProperty(property, "it comes from a merge key");
    });
  }

  /** A list or an object in brackets. */
  private flow(writer: SourceWriter, draft: DraftContainer, node: ContainerNode, place: Place): void {
    this.checkMerged(draft, node);
    const isOpened = node.kind === "array" ? node.items.length === 0 : node.properties.length === 0;
    if (isOpened && !place.isInFlow) {
      this.replace(writer, { ...draft, node: undefined }, node, place);
      return;
    }
    const old = flowEntries(node);
    const inner: Place = { ...place, isInFlow: true };
    const emit = (part: SourceWriter, entry: DraftEntry) => {
      const property = node.kind === "object" ? node.properties[entry.origin] : undefined;
      if (property && property.key !== entry.key) this.rename(part, property, entry.key, true);
      const value = property ? property.value : node.kind === "array" ? node.items[entry.origin] : undefined;
      if (value && entry.value) this.value(part, entry.value, value, inner);
    };
    const { entries } = draft;
    if (entries.length === old.length && entries.every(({ origin }, i) => origin === i)) {
      for (const entry of entries) emit(writer, entry);
      return;
    }
    if (node.kind === "object" && node.properties.some(isMerged))
      refuse(node, "it has a merge key in brackets");
    const start = node.offset + 1;
    const end = node.offset + node.length - 1;
    const between = [start, ...old.map(({ to }) => to)].map((from, i) =>
      this.text.slice(from, old[i]?.from ?? end),
    );
    if (between.some((gap) => gap.includes("#"))) refuse(node, "there are comments between its brackets");
    const parts = entries.map((entry) => {
      const at = old[entry.origin];
      if (!at) {
        const text = this.printer.inBrackets(entry.value!);
        return node.kind === "array" ? text : `${keyText(entry.key, this.habits.keys, true)}: ${text}`;
      }
      const part = new SourceWriter(this.text, at.from);
      emit(part, entry);
      part.keepTo(at.to);
      return applyEdits(this.text.slice(at.from, at.to), part.finish(at.to), at.from);
    });
    const separator = old.length > 1 ? between[1]! : /[\r\n]/.test(between[0]!) ? `,${between[0]!}` : ", ";
    const open = old.length > 0 ? between[0]! : "";
    const close = old.length > 0 ? between.at(-1)! : "";
    writer.keepTo(start);
    writer.write(parts.length === 0 ? "" : open + parts.join(separator) + close.replace(",", ""));
    writer.skipTo(end);
  }

  /** Another value in the place of one. */
  private replace(writer: SourceWriter, draft: Draft, node: Node, place: Place): void {
    const yaml = written(node)!;
    const isScalar = draft.kind === "scalar";
    const hasProps = yaml.anchor !== undefined || yaml.hasTag === true;
    if (hasProps && (!isScalar || isContainer(node)))
      refuse(node, yaml.anchor === undefined ? "it has a tag" : `it is the anchor &${yaml.anchor}`);
    if (yaml.hasTag) refuse(node, "it has a tag");
    if (place.isInFlow) {
      writer.keepTo(node.offset);
      const text = isScalar ? this.scalar(draft.value, node, place).head : this.printer.inBrackets(draft);
      writer.write(node.length === 0 ? ` ${text}` : text);
      writer.skipTo(node.offset + node.length);
      return;
    }
    const printed = isScalar
      ? this.scalar(draft.value, node, place)
      : this.printer.value(draft, { column: place.column, isItem: place.isItem, dashWidth: place.dashWidth });
    this.write(writer, printed, this.extent(node, yaml, place));
  }

  /** Puts a head behind the separator, and lines below it; what stands behind the old head on its line stays. */
  private write(
    writer: SourceWriter,
    { head, lines }: { head: string; lines: readonly string[] },
    extent: Extent,
  ): void {
    writer.keepTo(extent.headFrom);
    writer.write(head === "" ? "" : extent.space + head);
    writer.skipTo(extent.headTo);
    writer.keepTo(extent.tailFrom);
    if (lines.length > 0) writer.write(this.habits.eol + lines.join(this.habits.eol));
    writer.skipTo(extent.tailTo);
  }

  private extent(node: Node, yaml: Written, { separatorEnd }: Place): Extent {
    const { text } = this;
    const end = node.offset + node.length;
    if (yaml.style === "block") {
      const { entries } = blockLayout(text, node);
      const to = entries.at(-1)?.to ?? end;
      const isBelow = lineStart(text, node.offset) > separatorEnd;
      if (!isBelow) return { headFrom: separatorEnd, headTo: to, tailFrom: to, tailTo: to, space: " " };
      const tailFrom = lineEnd(text, separatorEnd);
      return { headFrom: separatorEnd, headTo: separatorEnd, tailFrom, tailTo: to, space: " " };
    }
    const between = text.slice(separatorEnd, node.offset);
    const isBehind = between.trim() === "" || yaml.style === "empty";
    const headFrom = isBehind ? separatorEnd : node.offset;
    const spaces = isBehind && /^[ \t]+$/.test(between) ? between : " ";
    const space = isBehind ? spaces : "";
    if (yaml.style === "literal" || yaml.style === "folded") {
      const header = /^[|>][-+0-9]*/.exec(text.slice(node.offset, node.offset + 8))![0].length;
      const tailFrom = lineEnd(text, node.offset);
      return { headFrom, headTo: node.offset + header, tailFrom, tailTo: Math.max(end, tailFrom), space };
    }
    const tail = lineEnd(text, end);
    return { headFrom, headTo: end, tailFrom: tail, tailTo: tail, space };
  }

  /** A scalar in the style of the one that it replaces, as far as that can hold it. */
  private scalar(
    value: string | number | boolean | null,
    node: Node,
    { column, isItem, isInFlow, dashWidth }: Place,
  ): { head: string; lines: readonly string[] } {
    const yaml = written(node)!;
    const { text } = this;
    const source = text.slice(node.offset, node.offset + node.length);
    if (
      typeof value === "string" &&
      node.kind === "string" &&
      node.runs &&
      plainValue(node.value).kind !== "null"
    ) {
      const isBlock = yaml.style === "literal" || yaml.style === "folded";
      const headerEnd = lineEnd(text, node.offset) - node.offset;
      const spliced = spliceString(
        {
          style: yaml.style,
          source,
          value: node.value,
          indent: yaml.column,
          headerEnd: isBlock ? headerEnd : 0,
          runs: node.runs.map((at, i) => (i % 2 === 0 ? at : at - node.offset)),
        },
        value,
        isInFlow,
      );
      if (spliced !== undefined) {
        if (!isBlock) return { head: spliced, lines: [] };
        const header = /^[|>][-+0-9]*/.exec(spliced)![0];
        return { head: header, lines: spliced.slice(headerEnd).split(/\r?\n/).slice(1) };
      }
    }
    const style =
      yaml.style === "single" || yaml.style === "double" || yaml.style === "plain"
        ? yaml.style
        : this.habits.strings;
    const inBlock = column + (isItem ? dashWidth : this.habits.unit);
    const blockIndent = isInFlow ? undefined : yaml.column > column ? yaml.column : inBlock;
    return scalarText(value, style, { isInFlow, blockIndent });
  }
}

/** The parts of the text that a value takes: on the line of its key or hyphen, and in lines below. */
interface Extent {
  readonly headFrom: number;
  readonly headTo: number;
  readonly tailFrom: number;
  readonly tailTo: number;
  /** What stands before the head. */
  readonly space: string;
}

/** What stands between the entries of a container after they have changed. */
class Gaps {
  private readonly texts: string[];
  /** What nothing comes behind any more. */
  readonly rest: string;

  constructor(text: string, entries: readonly Entry[], eol: string, order: readonly number[]) {
    const old = entries.map((entry, i) => (i === 0 ? "" : text.slice(entries[i - 1]!.to, entry.from)));
    const usual =
      old.length > 1 && old.slice(1).filter((gap) => isBlankLines(gap)).length * 2 > old.length - 1
        ? old.slice(1).find(isBlankLines)!
        : eol;
    const used = new Set<number>();
    this.texts = order.map((at, i) => {
      // Something new stands at the end of the entries before it.
      if (i === 0 || at < 1 || (order[i - 1] !== at - 1 && order[i - 1] !== -1)) return usual;
      used.add(at);
      return old[at]!;
    });
    let rest = "";
    old.forEach((gap, at) => {
      if (at === 0 || used.has(at) || gap.trim() === "") return;
      // Comments and merge keys between two entries stay before what came behind them.
      const place = order.findIndex((other, i) => i > 0 && other === at && !used.has(other));
      if (place > 0) this.texts[place] = gap;
      else rest += gap.replace(/\r?\n[ \t]*$/, "");
    });
    this.rest = rest;
  }

  before(index: number): string {
    return this.texts[index]!;
  }
}

function isBlankLines(gap: string): boolean {
  return gap.trim() === "" && gap.split("\n").length > 2;
}

/** The places of the most entries that can stay where they are while the others move around them. */
function longestRun(order: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const before = new Array<number>(order.length).fill(-1);
  order.forEach((at, i) => {
    if (at < 0) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order[tails[middle]!]! < at) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  });
  const found = new Set<number>();
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i]!) found.add(i);
  return found;
}

/** Whether a draft says what is written already. */
function isUnchanged(draft: Draft, node: Node): boolean {
  if (draft.kind === "kept") return draft.node === node;
  if (draft.kind !== "array" && draft.kind !== "object") return false;
  if (draft.node !== node) return false;
  const { entries } = draft;
  const count =
    node.kind === "array" ? node.items.length : node.kind === "object" ? node.properties.length : -1;
  return (
    entries.length === count &&
    entries.every(({ origin, key, value }, i) => {
      const property = node.kind === "object" ? node.properties[i]! : undefined;
      const inner = property ? property.value : (node as { items?: readonly Node[] }).items![i];
      if (origin !== i || (property && property.key !== key)) return false;
      return inner && value ? isUnchanged(value, inner) : !inner && !value;
    })
  );
}

function isMergedEntry(node: ContainerNode, index: number): boolean {
  return node.kind === "object" && isMerged(node.properties[index]!);
}

function isContainer(node: Node): boolean {
  return node.kind === "array" || node.kind === "object";
}

/** Says why a value cannot be changed. */
function refuse(node: Node, reason: string): never {
  throw new EditError(
    `${formatPath(pathOf(node)) || "The dashboard"} cannot be changed here: ${reason}. Edit the text.`,
  );
}

function refuseProperty({ key, parent }: Property, reason: string): never {
  throw new EditError(
    `${formatPath([...pathOf(parent), key])} cannot be changed here: ${reason}. Edit the text.`,
  );
}
