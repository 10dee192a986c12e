import { promqlKeywords } from "./functions";
import type { PromqlToken } from "./scan";

/**
 * What a `${…}` stands for at its place, as far as the place tells. Label matchers, ranges and words have a known type; for
 * the others the value decides, so nothing may be concluded from them.
 */
export type HoleRole =
  | "matcher"
  | "label-value"
  | "word"
  | "duration"
  | "operand"
  | "operator"
  | "call"
  | "arguments"
  | "blank";

export interface VariableHole {
  readonly token: PromqlToken;
  readonly role: HoleRole;
  /** The same length, and legal at this place. */
  readonly filling: string;
  /** What stands here depends on the variable's value. */
  readonly open: boolean;
}

/** The name in `${name}`, `${name.value}` or `{{name}}`. */
export function holeName(text: string): string {
  return text.replace(/^\$?\$?\{+|\}+$/g, "").trim();
}

/** Works out every hole among the tokens of a query. */
export function holesOf(text: string, tokens: readonly PromqlToken[]): VariableHole[] {
  const solid = tokens.filter((token) => token.kind !== "comment");
  return solid.flatMap((token, i) => {
    const known = token.kind === "hole" ? holeAt(text, solid, i) : nameOfOtherTimes(solid, i);
    return known ? [known] : [];
  });
}

const open: ReadonlySet<HoleRole> = new Set(["operand", "operator", "call", "arguments", "blank"]);

function holeAt(text: string, tokens: readonly PromqlToken[], i: number): VariableHole {
  const token = tokens[i]!;
  const role = roleOf(text, tokens, i);
  const isInterval = holeName(token.text) === "__interval";
  return {
    token,
    role,
    filling: fill(text, token, role),
    open: open.has(role) && !(isInterval && role === "operand"),
  };
}

/**
 * Prometheus 3 renamed `holt_winters`, and its grammar has lost the old name. Which version the service follows is not
 * known, so both are let pass.
 */
function nameOfOtherTimes(tokens: readonly PromqlToken[], i: number): VariableHole | undefined {
  const token = tokens[i]!;
  if (token.kind !== "word" || token.text !== "holt_winters" || tokens[i + 1]?.text !== "(") return undefined;
  return { token, role: "call", filling: "sum".padEnd(token.text.length), open: true };
}

function roleOf(text: string, tokens: readonly PromqlToken[], i: number): HoleRole {
  const token = tokens[i]!;
  const before = tokens[i - 1];
  const after = tokens[i + 1];
  const glued =
    (before?.end === token.offset && (before.kind === "word" || before.kind === "hole")) ||
    /[\w:]/.test(text[token.end] ?? "");
  const { bracket, grouping } = token.frame ?? {};
  if (bracket === "[") return "duration";
  if (isOffset(tokens, i - 1)) return "duration";
  if (glued) return "word";
  if (bracket === "{") {
    if (before?.kind === "operator") return "label-value";
    if (before?.kind !== "open" && before?.kind !== "comma") return "blank";
    return after?.kind === "operator" ? "word" : "matcher";
  }
  if (grouping) return before?.kind === "open" || before?.kind === "comma" ? "word" : "blank";
  if (before && endsOperand(before)) {
    const of = before.frame?.grouping;
    if (before.kind === "close" && (of === "by" || of === "without")) return "arguments";
    if (before.kind !== "close" || !of) return after && startsOperand(after) ? "operator" : "blank";
  }
  if (after?.text === "{" || after?.text === "[") return "word";
  if (after?.text === "(" || /^(?:by|without)$/i.test(after?.text ?? "")) return "call";
  return "operand";
}

/** Whether the token is `offset`, or the sign behind it. */
function isOffset(tokens: readonly PromqlToken[], i: number): boolean {
  const token = tokens[i];
  if (token?.kind === "operator" && /^[-+]$/.test(token.text)) return isOffset(tokens, i - 1);
  return token?.kind === "word" && token.text.toLowerCase() === "offset" && i > 0;
}

function endsOperand(token: PromqlToken): boolean {
  if (token.kind === "word") return !(token.text.toLowerCase() in promqlKeywords);
  return (
    token.kind === "number" || token.kind === "string" || token.kind === "close" || token.kind === "hole"
  );
}

function startsOperand(token: PromqlToken): boolean {
  if (token.kind === "word") return !(token.text.toLowerCase() in promqlKeywords);
  return (
    token.kind === "number" || token.kind === "string" || token.kind === "hole" || /^[({]$/.test(token.text)
  );
}

function fill(text: string, token: PromqlToken, role: HoleRole): string {
  const length = token.end - token.offset;
  switch (role) {
    case "matcher":
      return length < 5 ? 'a=""'.padEnd(length) : `a="${"b".repeat(length - 4)}"`;
    case "label-value":
      return `"${"b".repeat(length - 2)}"`;
    case "word":
      return "a".repeat(length);
    case "duration":
      // A number in front of a unit, as in `[${n}m]`, or the whole.
      return /\w/.test(text[token.end] ?? "") ? "1".padStart(length, "0") : "1m".padStart(length, "0");
    case "operand":
      return "1".padStart(length, "0");
    case "operator":
      return "+".padEnd(length);
    case "call":
      return "sum".padEnd(length);
    case "arguments":
      return "(a)".padEnd(length);
    case "blank":
      return " ".repeat(length);
  }
}
