import { parser } from "@prometheus-io/lezer-promql";
import { LruCache } from "../kit/lru-cache";
import { holesOf, type VariableHole } from "./holes";
import { type PromqlScan, scanPromql } from "./scan";

type Tree = ReturnType<typeof parser.parse>;

/** A query in the forms that features need; expensive ones are computed on demand. */
export interface PromqlSource extends PromqlScan {
  readonly text: string;
  readonly holes: readonly VariableHole[];
  /** The text with every hole filled, at the same offsets, as PromQL itself reads it. */
  readonly filled: string;
  /** Prometheus's own grammar over `filled`. */
  readonly tree: Tree;
}

const recent = new LruCache<string, PromqlSource>(128);

/** Reads a query as it stands in a dashboard. */
export function sourceOf(text: string): PromqlSource {
  return recent.get(text, () => {
    const { tokens, problems } = scanPromql(text);
    const holes = holesOf(text, tokens);
    const filled = fillHoles(text, holes);
    let tree: Tree | undefined;
    return {
      text,
      tokens,
      problems,
      holes,
      filled,
      get tree() {
        tree ??= parser.parse(filled);
        return tree;
      },
    };
  });
}

/** The analyzer takes `pi()` for a vector, although it is a number; so it gets to see one, of the same length. */
const pi = /\bpi\s*\(\s*\)/g;

function fillHoles(text: string, holes: readonly VariableHole[]): string {
  let out = "";
  let at = 0;
  for (const { token, filling } of holes) {
    out += text.slice(at, token.offset) + filling;
    at = token.end;
  }
  out += text.slice(at);
  const named = out.includes("pi") ? withoutPi(out) : out;
  return /\d\.(?!\d)/.test(named) ? withoutBareDots(named) : named;
}

/** Prometheus reads `1.`, which the grammar at hand does not; a blank takes the place of such a dot. */
function withoutBareDots(text: string): string {
  const { tokens } = scanPromql(text);
  let out = text;
  for (const { kind, text: number, end } of tokens) {
    if (kind === "number" && /^\d+\.$/.test(number)) out = `${out.slice(0, end - 1)} ${out.slice(end)}`;
  }
  return out;
}

function withoutPi(text: string): string {
  const { tokens } = scanPromql(text);
  return text.replace(pi, (call: string, offset: number) =>
    tokens.some((token) => token.kind === "word" && token.offset === offset)
      ? "3.14".padEnd(call.length)
      : call,
  );
}
