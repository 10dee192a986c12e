import type { ContainerNode } from "../document/node";
import { EditError } from "./change";
import type { DraftContainer, DraftEntry } from "./draft";
import type { Emitter } from "./emit";
import { entryEnd, entryStart, type Gap, gapsOf } from "./gaps";
import { type PrintPosition, printMember, printValue } from "./print";
import { SourceWriter } from "./source-writer";
import { adjacentEntry, type FormattingStyle, isMultiline } from "./style";
import { applyEdits } from "./text-edit";

/** Writes one container whose list of entries changed. */
export class ListEmitter {
  private readonly gaps: readonly Gap[];
  /** For each original entry, whether it stays where it is while others go around it. */
  private readonly stays: readonly boolean[];
  private readonly count: number;
  /** What goes between a line comment and what is not on a line of its own yet. */
  private readonly lineBreak: string;
  private allApart: boolean | undefined;

  constructor(
    private readonly owner: Emitter,
    private readonly style: FormattingStyle,
    private readonly writer: SourceWriter,
    private readonly draft: DraftContainer,
    private readonly node: ContainerNode,
  ) {
    const gaps = gapsOf(style.text, node);
    if (!gaps) {
      const what = node.kind === "array" ? "list" : "object";
      const line = style.lineOf(node.offset) + 1;
      throw new EditError(`the ${what} that starts on line ${line} is incomplete: fix its syntax first`);
    }
    this.gaps = gaps;
    this.count = gaps.length - 1;
    this.lineBreak = style.eol + style.indentAt(node.offset) + style.unit(node);
    this.stays = longestRun(
      draft.entries.map(({ origin }) => origin),
      this.count,
    );
  }

  emit(): void {
    const { node, writer, draft } = this;
    writer.keep(node.offset, node.offset + 1);
    if (this.count === 0) this.fill();
    else if (draft.entries.length === 0) this.empty();
    else this.entries();
    writer.skipTo(this.gaps[this.count]!.to);
  }

  private entries(): void {
    const { writer, gaps, count } = this;
    const { entries } = this.draft;
    const first = gaps[0]!;
    this.keepAfterTrail(first);
    let floats = 1;
    entries.forEach((entry, position) => {
      const stays = this.isStaying(entry);
      const previous = entries[position - 1];
      if (stays && previous && this.isStaying(previous) && previous.origin + 1 === entry.origin) {
        const gap = gaps[entry.origin]!;
        writer.keep(gap.from, gap.to);
        floats = entry.origin + 1;
      } else {
        const template = position > 0 ? this.template(position) : undefined;
        if (previous) {
          this.trail(previous, this.comma(stays && entry.origin > 0 ? gaps[entry.origin] : template?.gap));
        }
        if (!template) this.firstSeparator(entry);
        else {
          if (stays) this.floats(floats, entry.origin);
          this.separator(entry, template.space);
        }
        if (stays) floats = entry.origin + 1;
        this.lead(entry);
      }
      this.body(entry, position);
    });
    const last = entries.at(-1)!;
    const tail = gaps[count]!;
    if (this.isStaying(last) && last.origin === count - 1) {
      writer.keep(tail.from, tail.to);
      return;
    }
    this.trail(last, tail.comma >= 0 ? "," : "");
    this.floats(floats, count);
    this.tail();
  }

  /** All entries are gone: what is left are comments that belonged to none of them. */
  private empty(): void {
    const { gaps, count } = this;
    const first = gaps[0]!;
    const comments = gaps.some((gap, i) => hasFloat(gap) || (i === 0 && gap.afterTrail > gap.from));
    if (!comments) return;
    this.keepAfterTrail(first);
    this.floats(0, count);
    this.tail();
  }

  /** The rest before the closing bracket. */
  private tail(): void {
    const { writer, style, node } = this;
    const { afterTrail, to } = this.gaps[this.count]!;
    if (writer.isInLineComment) writer.leaveLineComment(style.eol + style.indentAt(node.offset));
    writer.keep(afterTrail, to);
  }

  /** The container was empty. */
  private fill(): void {
    const { writer, style, node } = this;
    const gap = this.gaps[0]!;
    const multiline = style.fillsLines(node);
    const outer = style.indentAt(node.offset);
    const indent = multiline ? outer + style.unit(node.parent ?? node) : outer;
    const space = multiline ? style.eol + indent : style.padding(node.kind, node);
    this.keepAfterTrail(gap);
    this.draft.entries.forEach((entry, i) => {
      const between = multiline ? space : style.afterComma(node);
      const apart = gap.afterTrail > gap.from && !multiline ? " " : space;
      writer.write(i > 0 ? `,${between}` : apart);
      this.fresh(entry, { indent, like: undefined, near: node, multiline });
    });
    const rest = style.text.slice(gap.afterTrail, gap.to);
    writer.write(multiline ? style.eol + outer : gap.afterTrail > gap.from ? rest : space);
  }

  private body(entry: DraftEntry, position: number): void {
    const { node, writer, owner } = this;
    if (this.isStaying(entry)) owner.entry(writer, entry, node);
    else if (entry.origin >= 0) {
      const from = entryStart(node, entry.origin);
      const to = entryEnd(node, entry.origin);
      const moved = new SourceWriter(this.style.text, from);
      owner.entry(moved, entry, node);
      writer.write(applyEdits(this.style.text.slice(from, to), moved.finish(to), from));
    } else {
      const multiline = isMultiline(this.style.text, node);
      const at = this.nearestOrigin(position);
      const wanted = entry.value!.kind === "array" ? "array" : "object";
      this.fresh(entry, {
        indent: this.indentOf(position, at),
        like: adjacentEntry(node, at, wanted),
        near: node,
        multiline,
      });
    }
  }

  private fresh(entry: DraftEntry, place: PrintPosition): void {
    const { writer, style, node } = this;
    if (node.kind === "array") writer.write(printValue(entry.value!, place, style));
    else {
      const text = printMember(entry.value!, place, style);
      writer.write(`${JSON.stringify(entry.key)}${style.colon(node)}${text}`);
    }
  }

  /** Indentation of the line that a new entry at `position` starts on; `at` is an original entry near it. */
  private indentOf(position: number, at: number): string {
    const { text } = this.style;
    const first = this.gaps[0]!;
    const space =
      position > 0 ? this.template(position).space : text.slice(first.afterTrail, first.leadStart);
    return /[\r\n]([ \t]*)$/.exec(space)?.[1] ?? this.style.indentAt(entryStart(this.node, at));
  }

  private nearestOrigin(position: number): number {
    const { entries } = this.draft;
    for (let away = 1; away < entries.length; away++) {
      const before = entries[position - away];
      if (before && before.origin >= 0) return before.origin;
      const after = entries[position + away];
      if (after && after.origin >= 0) return after.origin;
    }
    return 0;
  }

  /** What stands between the previous entry and one at `position` that does not bring its own separator. */
  private template(position: number): { gap: Gap | undefined; space: string } {
    const { text } = this.style;
    const { entries } = this.draft;
    const origin = (at: number, add: number) => {
      const entry = entries[at];
      return entry && entry.origin >= 0 ? entry.origin + add : -1;
    };
    const near = [
      origin(position - 1, 1),
      origin(position, 0),
      origin(position - 1, 0),
      origin(position + 1, 0),
    ]
      .concat(1)
      .filter((i) => i > 0 && i < this.count)
      .map((i) => this.gaps[i]!);
    const gap = near.find((g) => !this.isApart(g)) ?? near[0];
    if (gap) {
      const space = text.slice(gap.floatEnd, gap.leadStart);
      this.allApart ??= this.gaps.slice(1, this.count).every((g) => this.isApart(g));
      return { gap, space: this.allApart ? space : oneBreak(space) };
    }
    const first = this.gaps[0]!;
    const space = oneBreak(text.slice(first.floatEnd, first.leadStart));
    return { gap, space: /[\r\n]/.test(space) ? space : this.style.afterComma(this.node) };
  }

  private separator(entry: DraftEntry, space: string): void {
    if (this.isStaying(entry) && entry.origin > 0) {
      const gap = this.gaps[entry.origin]!;
      this.keepComments(gap.afterTrail, gap.floatEnd, gap.floatIsLine);
      this.writer.keep(gap.floatEnd, gap.leadStart);
    } else this.writer.write(space);
  }

  /** What stands between the bracket and the first entry, whichever that is, and comments of entries that went. */
  private firstSeparator(entry: DraftEntry): void {
    const { writer, gaps } = this;
    const { text } = this.style;
    const first = gaps[0]!;
    this.keepComments(first.afterTrail, first.floatEnd, first.floatIsLine);
    const floating = this.isStaying(entry) ? gaps.slice(1, entry.origin + 1).filter(hasFloat) : [];
    floating.forEach((gap, i) => {
      const space = /^\s*/.exec(text.slice(gap.afterTrail, gap.floatEnd))![0].length;
      if (i === 0) writer.write(text.slice(first.floatEnd, first.leadStart));
      this.keepComments(gap.afterTrail + (i === 0 ? space : 0), gap.floatEnd, gap.floatIsLine);
    });
    const last = floating.at(-1) ?? first;
    writer.keep(last.floatEnd, last.leadStart);
  }

  private lead(entry: DraftEntry): void {
    if (entry.origin < 0) return;
    const gap = this.gaps[entry.origin]!;
    this.part(entry, gap.leadStart, gap.to);
  }

  /** The comma of a gap with the space before it. */
  private comma(gap: Gap | undefined): string {
    return gap ? `${this.style.text.slice(gap.trailEnd, gap.comma)},` : ",";
  }

  /** Ends an entry: its comments and the comma, its own where it had one. */
  private trail(entry: DraftEntry, wanted: string): void {
    if (entry.origin < 0) {
      this.writer.write(wanted);
      return;
    }
    const gap = this.gaps[entry.origin + 1]!;
    const comma = wanted && gap.comma >= 0 ? this.comma(gap) : wanted;
    const commaFirst = gap.trailIsLine && !/^[\r\n]/.test(comma);
    if (commaFirst) this.writer.write(comma);
    this.part(entry, gap.from, gap.trailEnd);
    if (gap.trailIsLine) this.writer.leaveLineComment(this.lineBreak);
    if (!commaFirst) this.writer.write(comma);
    const after = gap.comma >= 0 ? gap.comma + 1 : gap.trailEnd;
    if (gap.afterTrail > after) {
      this.part(entry, after, gap.afterTrail);
      if (gap.afterTrailIsLine) this.writer.leaveLineComment(this.lineBreak);
    }
  }

  private part(entry: DraftEntry, from: number, to: number): void {
    if (this.isStaying(entry)) this.writer.keep(from, to);
    else this.writer.write(this.style.text.slice(from, to));
  }

  /** Comments that belong to no entry stay although the entries around them went: those of gaps `[from, to)`. */
  private floats(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const gap = this.gaps[i]!;
      if (hasFloat(gap)) this.keepComments(gap.afterTrail, gap.floatEnd, gap.floatIsLine);
    }
  }

  private keepAfterTrail(gap: Gap): void {
    this.keepComments(gap.from, gap.afterTrail, gap.afterTrailIsLine);
  }

  private keepComments(from: number, to: number, isLine: boolean): void {
    this.writer.keep(from, to);
    if (isLine && to > from) this.writer.leaveLineComment(this.lineBreak);
  }

  /** Whether a blank line, or comments that belong to neither, keep two entries apart. */
  private isApart(gap: Gap): boolean {
    const space = this.style.text.slice(gap.afterTrail, gap.leadStart);
    return hasFloat(gap) || (space.match(/\r\n|\n|\r/g)?.length ?? 0) > 1;
  }

  private isStaying(entry: DraftEntry): boolean {
    return entry.origin >= 0 && this.stays[entry.origin]!;
  }
}

function hasFloat(gap: Gap): boolean {
  return gap.floatEnd > gap.afterTrail;
}

/** White space from its last line break on. */
function oneBreak(space: string): string {
  return /(\r\n|\n|\r)[ \t]*$/.exec(space)?.[0] ?? space;
}

/** Marks the longest increasing run of the origins: those entries stay, all others go around them. */
function longestRun(origins: readonly number[], count: number): boolean[] {
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const origin of origins) {
    if (origin < 0) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < origin) low = middle + 1;
      else high = middle;
    }
    before.set(origin, ends[low - 1]);
    ends[low] = origin;
  }
  const stays = new Array<boolean>(count).fill(false);
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) stays[at] = true;
  return stays;
}
