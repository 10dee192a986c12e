/** Zero-based line and UTF-16 column, as LSP counts them. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Converts between offsets and positions. Lines end at `\n`, `\r\n` or `\r`. */
export class LineMap {
  private cachedStarts: readonly number[] | undefined;

  constructor(private readonly text: string) {}

  /** Offsets of the lines' first characters, computed on demand, because a text without findings needs none. */
  private get starts(): readonly number[] {
    this.cachedStarts ??= lineStarts(this.text);
    return this.cachedStarts;
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** Offset of the first character of `line`. */
  lineStart(line: number): number {
    return this.starts[Math.min(Math.max(line, 0), this.starts.length - 1)]!;
  }

  positionAt(offset: number): Position {
    const at = Math.min(Math.max(offset, 0), this.text.length);
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return { line: low, character: at - this.starts[low]! };
  }

  offsetAt(position: Position): number {
    if (position.line < 0) return 0;
    if (position.line >= this.starts.length) return this.text.length;
    const start = this.starts[position.line]!;
    const end = this.starts[position.line + 1] ?? this.text.length;
    return Math.min(start + Math.max(position.character, 0), end);
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 13) {
      if (text.charCodeAt(i + 1) === 10) i++;
      starts.push(i + 1);
    } else if (c === 10) starts.push(i + 1);
  }
  return starts;
}
