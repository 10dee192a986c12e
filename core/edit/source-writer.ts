import type { TextEdit } from "./change";
import { changedPart } from "./text-edit";

/**
 * Writes a new version of a range of text from parts of the old text and new text, and records the edits. Kept text is
 * never part of an edit.
 */
export class SourceWriter {
  readonly edits: TextEdit[] = [];
  private pending = "";
  /** What ends the line comment that the text so far ends with; empty when it does not. */
  private lineBreak = "";

  /** `cursor`: where the stretch starts. */
  constructor(
    private readonly text: string,
    private cursor: number,
  ) {}

  /** Goes on with `[from, to)` of the old text, dropping what was skipped. */
  keep(from: number, to: number): void {
    if (from < this.cursor) throw new Error("parts of the original text must keep their order");
    if (from === to) return;
    const start = this.lineBreak === "" ? 0 : this.afterComment(this.text.slice(from, to));
    this.flush(from + start);
    this.cursor = to;
  }

  /** Keeps everything up to `to`. */
  keepTo(to: number): void {
    this.keep(this.cursor, to);
  }

  /** Drops everything up to `to`. */
  skipTo(to: number): void {
    this.flush(to);
    this.cursor = to;
  }

  write(part: string): void {
    if (part === "") return;
    const start = this.afterComment(part);
    this.pending += part.slice(start);
  }

  /** Replaces `[from, to)` of the old text, as one edit. */
  replace(from: number, to: number, part: string): void {
    this.afterComment(part);
    this.flush(from);
    this.edits.push({ offset: from, length: to - from, text: part });
    this.cursor = to;
  }

  /** Says that the text so far ends with a line comment, and what to write should no line end follow. */
  leaveLineComment(lineBreak: string): void {
    this.lineBreak = lineBreak;
  }

  get isInLineComment(): boolean {
    return this.lineBreak !== "";
  }

  /** Ends the stretch at `end`. */
  finish(end: number): readonly TextEdit[] {
    this.flush(end);
    return this.edits;
  }

  /**
   * Ends an open line comment unless `next` does so; returns how much white space to skip at its start, so that it
   * becomes part of neither the comment nor the indentation.
   */
  private afterComment(next: string): number {
    const { lineBreak } = this;
    this.lineBreak = "";
    if (lineBreak === "") return 0;
    const space = /^[ \t]*/.exec(next)![0].length;
    if (!/[\r\n]/.test(next.charAt(space))) this.pending += lineBreak;
    return space;
  }

  private flush(to: number): void {
    const old = this.text.slice(this.cursor, to);
    const fresh = this.pending;
    this.pending = "";
    if (old === fresh) return;
    const { offset, length, text } = changedPart(old, fresh);
    this.edits.push({ offset: this.cursor + offset, length, text });
  }
}
