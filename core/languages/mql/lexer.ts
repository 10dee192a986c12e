import { bracketRules, type LexerRules, type PlainToken, tokenizePlain, variableRules } from "../kit/lexer";

const rules: LexerRules = [
  ["space", /\s+/y],
  ...variableRules,
  ["comment", /#[^\n]*/y],
  ["string", /[a-zA-Z]?(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')/y],
  ["open-string", /["'][\s\S]*/y],
  ...bracketRules,
  ["number", /\d[\w.]*/y],
  ["word", /[$@]?[A-Za-z_]\w*/y],
  ["operator", /=~|!~|==|!=|<=|>=|&&|\|\||::|[-+*/%<>=!|;,:.?^]/y],
];

export function mqlTokens(text: string): PlainToken[] {
  return tokenizePlain(text, rules);
}

/** A metric or resource type that a query names. */
export interface MqlName {
  readonly kind: "metric" | "resource";
  readonly name: string;
  readonly offset: number;
  readonly end: number;
  /** The query reads this metric type of this resource type. */
  readonly resource?: string;
}

/** `fetch gce_instance`, `metric 'compute…'`, `fetch gce_instance::compute…/cpu`, in order. */
export function namesOf(text: string): MqlName[] {
  const tokens = mqlTokens(text).filter(({ kind }) => kind !== "comment");
  const out: MqlName[] = [];
  let resource: string | undefined;
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    if (token.kind !== "word" || !next) return;
    if (token.text === "fetch" && next.kind === "word") {
      resource = next.text;
      out.push({ kind: "resource", name: next.text, offset: next.offset, end: next.end });
      if (tokens[i + 2]?.text !== "::") return;
      const start = tokens[i + 2]!.end;
      const bare = /^\s*([\w./-]+)/.exec(text.slice(start));
      if (!bare) return;
      const offset = start + bare[0].length - bare[1]!.length;
      out.push({ kind: "metric", name: bare[1]!, offset, end: start + bare[0].length, resource });
    } else if (token.text === "metric" && next.kind === "string" && /^['"]/.test(next.text)) {
      const name = next.text.slice(1, -1);
      const of = resource ? { resource } : {};
      out.push({ kind: "metric", name, offset: next.offset + 1, end: next.end - 1, ...of });
    }
  });
  return out;
}
