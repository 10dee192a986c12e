/** Maximum size of a `.gitignore`: the file is untrusted, and every path is compared with every line. */
const MAX_LENGTH = 256 * 1024;
const MAX_PATTERNS = 2000;
const MAX_PATTERN_LENGTH = 1000;

/** The patterns of one `.gitignore`. */
export interface IgnoreFile {
  /**
   * Result for a path: `true` to ignore it, `false` to keep it, undefined if no pattern matches.
   *
   * @param segments the path below the folder of the `.gitignore`, cut at the slashes
   */
  ignores(segments: readonly string[], isFolder: boolean): boolean | undefined;
}

/** Reads a `.gitignore`. Matching takes polynomial time whatever the patterns are: nothing becomes a regular expression. */
export function readIgnoreFile(text: string): IgnoreFile {
  const patterns: IgnorePattern[] = [];
  for (const line of text.slice(0, MAX_LENGTH).split("\n")) {
    if (patterns.length >= MAX_PATTERNS) break;
    const pattern = line.length > MAX_PATTERN_LENGTH ? undefined : readPattern(line);
    if (pattern) patterns.push(pattern);
  }
  return {
    ignores(segments, isFolder) {
      for (let i = patterns.length - 1; i >= 0; i--) {
        const { parts, negated, foldersOnly } = patterns[i]!;
        if ((isFolder || !foldersOnly) && matchesParts(parts, segments)) return !negated;
      }
      return undefined;
    },
  };
}

interface IgnorePattern {
  /** One for each segment of a path; `undefined` stands for `**`, any number of segments. */
  readonly parts: readonly (SegmentPattern | undefined)[];
  readonly negated: boolean;
  readonly foldersOnly: boolean;
}

type SegmentPattern = readonly SegmentPiece[];
/** A character, `?` or a class as a test of one character; `*` as `undefined`. */
type SegmentPiece = string | ((character: string) => boolean) | undefined;

function readPattern(line: string): IgnorePattern | undefined {
  let text = line.endsWith("\r") ? line.slice(0, -1) : line;
  while (text.endsWith(" ") && !/\\ $/.test(text)) text = text.slice(0, -1);
  if (text === "" || text.startsWith("#")) return undefined;
  const negated = text.startsWith("!");
  if (negated) text = text.slice(1);
  const foldersOnly = text.endsWith("/");
  if (foldersOnly) text = text.slice(0, -1);
  if (text === "") return undefined;
  const anchored = text.includes("/");
  const segments = text.replace(/^\//, "").split("/");
  const last = segments.length - 1;
  const parts = segments.map((segment, i) =>
    // At the end it stands for what is inside, which is at least one segment.
    segment === "**" && i < last ? undefined : partOf(segment),
  );
  if (segments[last] === "**" && last > 0) parts.splice(last, 0, undefined);
  return { parts: anchored ? parts : [undefined, ...parts], negated, foldersOnly };
}

function partOf(segment: string): SegmentPattern {
  const pieces: SegmentPiece[] = [];
  for (let i = 0; i < segment.length; i++) {
    const character = segment[i]!;
    if (character === "\\" && i + 1 < segment.length) pieces.push(segment[++i]!);
    else if (character === "*") {
      if (pieces.length === 0 || pieces[pieces.length - 1] !== undefined) pieces.push(undefined);
    } else if (character === "?") pieces.push(() => true);
    else if (character === "[") {
      const end = endOfClass(segment, i);
      pieces.push(end < 0 ? () => false : classOf(segment.slice(i + 1, end)));
      if (end >= 0) i = end;
    } else pieces.push(character);
  }
  return pieces;
}

/** Where the bracket that opens at `start` is closed; -1 when it is not. One right after the start stands for itself. */
function endOfClass(segment: string, start: number): number {
  let i = start + 1;
  if (segment[i] === "!" || segment[i] === "^") i++;
  if (segment[i] === "]") i++;
  for (; i < segment.length; i++) {
    if (segment[i] === "\\") i++;
    else if (segment[i] === "]") return i;
  }
  return -1;
}

function classOf(inner: string): (character: string) => boolean {
  const negated = /^[!^]/.test(inner);
  const body = [...(negated ? inner.slice(1) : inner)];
  const ranges: [string, string][] = [];
  for (let i = 0; i < body.length; i++) {
    if (body[i] === "\\" && i + 1 < body.length) i++;
    const from = body[i]!;
    if (body[i + 1] === "-" && i + 2 < body.length) {
      i += body[i + 2] === "\\" && i + 3 < body.length ? 3 : 2;
      ranges.push([from, body[i]!]);
    } else ranges.push([from, from]);
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

/** Goes back to the last `**` only, which is enough: one before it can take nothing that this one could not. */
function matchesParts(parts: readonly (SegmentPattern | undefined)[], segments: readonly string[]): boolean {
  let part = 0;
  let segment = 0;
  let star = -1;
  let resume = 0;
  while (segment < segments.length) {
    if (part < parts.length && parts[part] === undefined) {
      star = part++;
      resume = segment;
    } else if (part < parts.length && matchesPart(parts[part]!, segments[segment]!)) {
      part++;
      segment++;
    } else if (star >= 0) {
      part = star + 1;
      segment = ++resume;
    } else return false;
  }
  while (part < parts.length && parts[part] === undefined) part++;
  return part === parts.length;
}

/** As `matchesParts`, within a segment. */
function matchesPart(pieces: SegmentPattern, name: string): boolean {
  let piece = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    const wanted = pieces[piece];
    if (piece < pieces.length && wanted === undefined) {
      star = piece++;
      resume = at;
    } else if (
      piece < pieces.length &&
      (typeof wanted === "string" ? wanted === name[at] : wanted!(name[at]!))
    ) {
      piece++;
      at++;
    } else if (star >= 0) {
      piece = star + 1;
      at = ++resume;
    } else return false;
  }
  while (piece < pieces.length && pieces[piece] === undefined) piece++;
  return piece === pieces.length;
}
