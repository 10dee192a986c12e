/** A decoded string, and where its characters stand, as `StringNode.runs` has it. */
export interface Decoded {
  readonly value: string;
  readonly runs: readonly number[];
}

/** Collects decoded text together with the places that it comes from. */
class Decoder {
  private readonly parts: string[] = [];
  private readonly runs: number[] = [];
  private length = 0;
  /** Where the next character stands if nothing is escaped in between. */
  private next = -1;

  /** Takes a part of the source as it is. */
  take(source: string, from: number, to: number, base: number): void {
    if (from >= to) return;
    this.mark(base + from);
    this.parts.push(source.slice(from, to));
    this.length += to - from;
    this.next = base + to;
  }

  /** Adds what the source at an offset stands for. */
  put(text: string, offset: number): void {
    // Each character has an entry: all of them stand at the same place.
    for (let i = 0; i < text.length; i++) {
      this.mark(offset, true);
      this.length++;
    }
    this.parts.push(text);
    this.next = -1;
  }

  finish(end: number): Decoded {
    this.runs.push(this.length, end);
    return { value: this.parts.join(""), runs: this.runs };
  }

  private mark(offset: number, always = false): void {
    if (always || this.next !== offset) this.runs.push(this.length, offset);
  }
}

/**
 * Decodes a scalar in quotes or without them, over one line or several.
 *
 * @param source the token, quotes included
 * @param offset where it stands in the file
 */
export function decodeFlow(source: string, offset: number): Decoded {
  const decoder = new Decoder();
  const quote = source[0] === "'" || source[0] === '"' ? source[0] : "";
  const closed = quote !== "" && source.length > 1 && source.endsWith(quote);
  const start = quote ? 1 : 0;
  const end = closed ? source.length - 1 : source.length;
  let taken = start;
  let at = start;
  const flush = (to: number) => decoder.take(source, taken, to, offset);
  while (at < end) {
    const character = source[at]!;
    if (character === "\n" || (character === "\r" && source[at + 1] === "\n")) {
      // White space around a line end does not count; nor does what an escape has not put there.
      let last = at;
      while (last > taken && (source[last - 1] === " " || source[last - 1] === "\t")) last--;
      flush(last);
      at = taken = fold(decoder, source, at, end, offset);
    } else if (quote === "'" && character === "'" && source[at + 1] === "'") {
      flush(at);
      decoder.put("'", offset + at);
      at = taken = at + 2;
    } else if (quote === '"' && character === "\\") {
      flush(at);
      at = taken = escape(decoder, source, at, end, offset);
    } else at++;
  }
  flush(end);
  return decoder.finish(offset + end);
}

/** One line end is a space, more of them are all but the first. Gives the offset of what follows. */
function fold(decoder: Decoder, source: string, start: number, limit: number, base: number): number {
  let at = start;
  let breaks = 0;
  const places: number[] = [];
  for (; at < limit && /[ \t\r\n]/.test(source[at]!); at++) {
    if (source[at] !== "\n") continue;
    places.push(at);
    breaks++;
  }
  if (breaks === 1) decoder.put(" ", base + start);
  else for (const place of places.slice(1)) decoder.put("\n", base + place);
  return at;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  "\t": "\t",
};
const HEX: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escape(decoder: Decoder, source: string, at: number, limit: number, base: number): number {
  const letter = source[at + 1] ?? "";
  if (letter === "\n" || letter === "\r") {
    let next = at + (letter === "\r" && source[at + 2] === "\n" ? 3 : 2);
    while (next < limit && (source[next] === " " || source[next] === "\t")) next++;
    return next;
  }
  const length = Object.hasOwn(HEX, letter) ? HEX[letter]! : 0;
  if (length > 0) {
    const digits = source.slice(at + 2, at + 2 + length);
    const code = /^[0-9a-fA-F]+$/.test(digits) && digits.length === length ? Number.parseInt(digits, 16) : -1;
    if (code >= 0 && code <= 0x10ffff) {
      decoder.put(String.fromCodePoint(code), base + at);
      return at + 2 + length;
    }
  } else if (Object.hasOwn(ESCAPES, letter)) {
    decoder.put(ESCAPES[letter]!, base + at);
    return at + 2;
  }
  // An escape that YAML does not have is reported, and stands for itself.
  decoder.put("\\", base + at);
  return at + 1;
}

/** How a block scalar starts. */
export interface BlockHeader {
  readonly isFolded: boolean;
  /** What becomes of the line ends after the last line: one stays, none, or all. */
  readonly chomp: "" | "-" | "+";
  /** Indentation that is written out, relative to the parent's; 0 where the first line shows it. */
  readonly indent: number;
}

export function blockHeader(header: string): BlockHeader {
  return {
    isFolded: header.startsWith(">"),
    chomp: header.includes("-") ? "-" : header.includes("+") ? "+" : "",
    indent: Number(/[1-9]/.exec(header)?.[0] ?? 0),
  };
}

/** A block scalar as it stands in a file. */
export interface Block extends Decoded {
  /** Where its last line ends, without its line end. */
  readonly end: number;
  /** Columns that all lines have in front of their text. */
  readonly indent: number;
}

interface Line {
  /** In the source. */
  readonly start: number;
  readonly end: number;
  readonly spaces: number;
}

/**
 * Decodes a block scalar.
 *
 * @param source the lines below its header
 * @param offset where they start in the file
 * @param parentIndent the column of the parent, to which a written indentation is added
 */
export function decodeBlock(
  source: string,
  offset: number,
  { isFolded, chomp, indent }: BlockHeader,
  parentIndent: number,
): Block {
  const lines = linesOf(source);
  const isBlank = (line: Line) => line.start + line.spaces >= line.end;
  let count = lines.length;
  while (count > 0 && isBlank(lines[count - 1]!)) count--;
  const first = lines.slice(0, count).find((line) => !isBlank(line));
  const trim = indent > 0 ? Math.max(parentIndent, 0) + indent : (first?.spaces ?? 0);
  // Lines of nothing but more white space than the text has are text.
  for (let i = lines.length - 1; first && i >= count; i--) {
    if (lines[i]!.spaces > trim) {
      count = i + 1;
      break;
    }
  }
  const decoder = new Decoder();
  const lineEnd = (line: Line) => offset + line.end;
  const content = ({ start, end }: Line) => decoder.take(source, Math.min(start + trim, end), end, offset);
  let lastText = -1;
  let wasIndented = false;
  for (let i = 0; i < count; i++) {
    const line = lines[i]!;
    const isEmpty = line.start + trim >= line.end;
    const isIndented = !isEmpty && (line.spaces > trim || source[line.start + trim] === "\t");
    if (!isFolded) {
      content(line);
      if (i < count - 1) decoder.put("\n", lineEnd(line));
      continue;
    }
    if (isEmpty) continue;
    const between = lines.slice(lastText + 1, i);
    if (lastText < 0) for (const blank of between) decoder.put("\n", lineEnd(blank));
    else {
      const keepsAll = wasIndented || isIndented;
      if (between.length === 0) decoder.put(keepsAll ? "\n" : " ", lineEnd(lines[lastText]!));
      else {
        if (keepsAll) decoder.put("\n", lineEnd(lines[lastText]!));
        for (const blank of between) decoder.put("\n", lineEnd(blank));
      }
    }
    content(line);
    lastText = i;
    wasIndented = isIndented;
  }
  const last = lines[count - 1];
  const rest = lines.slice(count);
  // The last entry is what follows the last line end, and no line.
  const breaks = Math.max(rest.length - (source.endsWith("\n") ? 1 : 0), 0);
  if (chomp === "+") {
    if (last) decoder.put("\n", lineEnd(last));
    for (const line of rest.slice(0, breaks)) decoder.put("\n", lineEnd(line));
  } else if (chomp === "" && last) decoder.put("\n", lineEnd(last));
  const endLine = chomp === "+" ? (rest[breaks - 1] ?? last) : last;
  const end = endLine ? lineEnd(endLine) : offset;
  return { ...decoder.finish(end), end, indent: trim };
}

function linesOf(source: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= source.length; ) {
    const found = source.indexOf("\n", start);
    const next = found < 0 ? source.length : found;
    const end = found > start && source[found - 1] === "\r" ? found - 1 : next;
    let spaces = 0;
    while (start + spaces < end && source[start + spaces] === " ") spaces++;
    lines.push({ start, end, spaces });
    start = next + 1;
  }
  return lines;
}
