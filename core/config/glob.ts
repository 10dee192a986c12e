import type { MatchesGlob } from "./severity";

/** Maximum length of a glob, in UTF-16 code units. */
const LONGEST = 1000;

const compiled = new Map<string, Glob>();
/** Configurations come and go; what they named need not be kept forever. */
const MOST_KEPT = 1000;

/**
 * Matches a path against a glob of a `.mosaic/config.json`: `*` and `?` within a segment, `**` across segments, `{a,b}`
 * for either; everything else is literal, and `\` escapes the next character. Dot files are matched too. Takes time in
 * proportion to both lengths, whatever the glob is.
 */
export const matchesGlob: MatchesGlob = (path, glob) => {
  let matcher = compiled.get(glob);
  if (!matcher) {
    if (compiled.size >= MOST_KEPT) compiled.clear();
    compiled.set(glob, (matcher = new Glob(glob)));
  }
  return matcher.matches(path);
};

/** Why a string is not a valid glob; undefined if it is valid. */
export function globProblem(glob: string): string | undefined {
  if (glob.length > LONGEST) return `A glob must have at most ${LONGEST} characters.`;
  if (/^(?:[\\/~]|[A-Za-z]:)/.test(glob))
    return "A glob must be relative to the folder that contains .mosaic, not an absolute path.";
  if (glob.split(/[/\\{},]/).includes("..")) return 'A glob cannot contain "..".';
  if (glob.startsWith("!")) return 'A glob cannot start with "!".';
  return undefined;
}

/**
 * A harmless glob for other matchers than `matchesGlob`, such as an editor's file watcher. It matches everything that the
 * given one does and more, and takes only the file extension or a choice of them from it.
 */
export function coarseGlob(glob: string): string {
  const choice = /\.\{([A-Za-z0-9_.,-]{1,200})\}$/.exec(glob);
  const endings = choice?.[1]?.split(",").map((ending) => /[A-Za-z0-9_-]{1,20}$/.exec(ending)?.[0]);
  if (endings?.every((ending) => ending !== undefined)) return `**/*.{${[...new Set(endings)].join(",")}}`;
  return `**/*${/\.[A-Za-z0-9_-]{1,20}$/.exec(glob)?.[0] ?? ""}`;
}

/** One character that a state takes; `any` may be a slash, `inner` not; `none` takes nothing and leads on. */
type Step = { readonly takes: string } | "any" | "inner" | "none";

interface State {
  readonly step: Step;
  readonly to: number[];
}

type Part =
  | { readonly kind: "character"; readonly text: string }
  | { readonly kind: "one" | "some" | "folders" | "rest" }
  | { readonly kind: "either"; readonly of: readonly (readonly Part[])[] };

/** A nondeterministic automaton: all its states are followed at once, so nothing is ever tried again. */
class Glob {
  private readonly states: State[] = [];
  private readonly first: number;
  private readonly last: number;
  private readonly never: boolean;

  constructor(glob: string) {
    // A longer one has a finding of its own.
    this.never = glob.length > LONGEST;
    const text = this.never ? "" : glob.replace(/^(?:\.\/)+/, "");
    this.last = this.add("none");
    this.first = this.sequence(new Parser(text).parse(), this.last);
  }

  matches(path: string): boolean {
    if (this.never) return false;
    const seen = new Int32Array(this.states.length).fill(-1);
    let now: number[] = [];
    this.reach(this.first, now, seen, 0);
    for (let i = 0; i < path.length && now.length > 0; i++) {
      const character = path[i]!;
      const next: number[] = [];
      for (const at of now) {
        const { step, to } = this.states[at]!;
        if (takes(step, character)) for (const state of to) this.reach(state, next, seen, i + 1);
      }
      now = next;
    }
    return now.includes(this.last);
  }

  /** Adds a state with all that it leads on to without taking anything. */
  private reach(start: number, into: number[], seen: Int32Array, round: number): void {
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen[at] === round) continue;
      seen[at] = round;
      const { step, to } = this.states[at]!;
      if (step === "none") open.push(...to);
      if (step !== "none" || at === this.last) into.push(at);
    }
  }

  private add(step: Step, ...to: number[]): number {
    return this.states.push({ step, to }) - 1;
  }

  private sequence(parts: readonly Part[], next: number): number {
    return parts.reduceRight((after, part) => this.part(part, after), next);
  }

  private part(part: Part, next: number): number {
    switch (part.kind) {
      case "character":
        return this.add({ takes: part.text }, next);
      case "one":
        return this.add("inner", next);
      case "some":
        return this.repeat("inner", next);
      case "folders":
        return this.add("none", next, this.repeat("any", this.add({ takes: "/" }, next)));
      case "rest":
        return this.add("any", this.repeat("any", next));
      case "either":
        return this.add("none", ...part.of.map((sequence) => this.sequence(sequence, next)));
    }
  }

  private repeat(step: Step, next: number): number {
    const start = this.add("none", next);
    this.states[start]!.to.push(this.add(step, start));
    return start;
  }
}

function takes(step: Step, character: string): boolean {
  if (step === "any") return true;
  if (step === "inner") return character !== "/";
  return step !== "none" && step.takes === character;
}

class Parser {
  private at = 0;
  /** Where each brace that has a comma and an end is closed. */
  private readonly ends: ReadonlyMap<number, number>;

  constructor(private readonly text: string) {
    this.ends = braces(text);
  }

  parse(end = this.text.length): Part[] {
    const parts: Part[] = [];
    const start = this.at;
    while (this.at < end) parts.push(this.part(start, end));
    return parts;
  }

  private part(start: number, end: number): Part {
    const { text } = this;
    const character = text[this.at]!;
    const close = this.ends.get(this.at);
    if (close !== undefined) return this.either(close);
    if (character === "*") {
      const from = this.at;
      while (this.at < end && text[this.at] === "*") this.at++;
      const whole = this.at - from > 1 && (from === start || text[from - 1] === "/");
      if (whole && text[this.at] === "/") {
        this.at++;
        return { kind: "folders" };
      }
      return { kind: whole && this.at === end ? "rest" : "some" };
    }
    if (character === "?") {
      this.at++;
      return { kind: "one" };
    }
    if (character === "\\" && this.at + 1 < end) this.at++;
    return { kind: "character", text: text[this.at++]! };
  }

  private either(close: number): Part {
    const of: Part[][] = [];
    this.at++;
    for (let from = this.at; from <= close; from = this.at + 1) {
      let comma = from;
      for (; comma < close && this.text[comma] !== ","; comma++) {
        if (this.text[comma] === "\\") comma++;
        else if (this.ends.has(comma)) comma = this.ends.get(comma)!;
      }
      this.at = from;
      of.push(this.parse(Math.min(comma, close)));
      this.at = comma;
    }
    this.at = close + 1;
    return { kind: "either", of };
  }
}

/** Braces with their ends; one without a comma of its own, or without an end, stands for itself. */
function braces(text: string): Map<number, number> {
  const found = new Map<number, number>();
  const open: { at: number; comma: boolean }[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "{") open.push({ at: i, comma: false });
    else if (text[i] === "," && open.length > 0) open[open.length - 1]!.comma = true;
    else if (text[i] === "}") {
      const start = open.pop();
      if (start?.comma) found.set(start.at, i);
    }
  }
  return found;
}
