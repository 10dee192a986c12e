import type { PlaceholderNode, TokenUse, ValueNode, VariableNode } from "./ast";
import { Cursor } from "./cursor";
import type { Token } from "./lexer";
import { unquoteValue } from "./vocabulary";

/** The node that a value belongs to. */
export type LiteralOwner = Omit<TokenUse, "role">;

/** Strings, variables, placeholders, and values without quotes. */
export class LiteralParser extends Cursor {
  protected parseString(role: "value" | "argument", owner: LiteralOwner): ValueNode {
    const token = this.take(role, owner);
    this.checkString(token);
    const quote = token.kind === "escaped" ? '\\"' : token.text[0]!;
    const content = {
      offset: token.offset + quote.length,
      end: Math.max(token.offset + quote.length, token.closed ? token.end - quote.length : token.end),
    };
    const raw = this.text.slice(content.offset, content.end);
    const { closed, offset, end } = token;
    return { kind: "string", text: unquoteValue(raw), raw, content, closed, quote, offset, end };
  }

  protected checkString(token: Token): void {
    if (token.kind === "escaped") this.problem("escaped-quotes", token);
    else if (!token.closed) this.problem("unclosed-string", token);
    else if (token.text[0] === "'") this.problem("single-quotes", token);
    else if (token.text[0] !== '"') this.problem("curly-quotes", token);
  }

  /** A value without quotes; pieces that touch each other belong together. */
  protected parseBare(role: "value" | "argument", owner: LiteralOwner): ValueNode {
    const first = this.peek()!;
    if (first.kind === "variable" && !this.touches(1)) return this.parseVariable(role, owner);
    if (first.kind === "placeholder" && !this.touches(1)) return this.parsePlaceholder(role, owner);
    let last = this.take(role, owner);
    let odd = isInvalidToken(last) ? last : undefined;
    while (this.touches(0)) {
      last = this.take(role, owner);
      if (isInvalidToken(last)) odd ??= last;
    }
    const quote = this.peek();
    if (quote?.text === '"' && !quote.closed && quote.offset === last.end) {
      last = this.take(role, owner);
      this.problem("unopened-string", { offset: first.offset, end: last.end }, owner);
      odd = undefined;
    } else if (odd) this.problem("odd-value", { offset: first.offset, end: last.end }, owner);
    const text = this.text.slice(first.offset, last.end);
    if (odd || last === quote)
      return { kind: "bare", text, type: "refused", offset: first.offset, end: last.end };
    const number = /^-?\d+(?:\.\d+)?$/.test(text);
    const type = number ? "number" : text === "true" || text === "false" ? "boolean" : "word";
    return { kind: "bare", text, type, offset: first.offset, end: last.end };
  }

  /** Whether the token `ahead` of the current one continues an unquoted value without a gap. */
  protected touches(ahead: number): boolean {
    const token = this.peek(ahead);
    if (!token || token.offset !== this.peek(ahead - 1)?.end) return false;
    return (
      /^(?:word|variable|placeholder)$/.test(token.kind) || /^[:-]$/.test(token.text) || isInvalidToken(token)
    );
  }

  protected parseVariable(role: TokenUse["role"], owner?: LiteralOwner): VariableNode {
    const token = this.take(role, owner);
    const inner = token.text.slice(2, token.closed ? -1 : undefined).trim();
    const valueForm = inner.endsWith(".value");
    const name = valueForm ? inner.slice(0, -".value".length) : inner;
    if (!token.closed) this.problem("unclosed-variable", token);
    else if (name === "") this.problem("empty-variable", token);
    else if (/\s/.test(token.text)) this.problem("spaced-variable", token, { meant: `\${${inner}}` });
    return { kind: "variable", name, valueForm, closed: token.closed, offset: token.offset, end: token.end };
  }

  protected parsePlaceholder(role: TokenUse["role"], owner?: LiteralOwner): PlaceholderNode {
    const token = this.take(role, owner);
    if (!token.closed) this.problem("unclosed-placeholder", token);
    return { kind: "placeholder", text: token.text, offset: token.offset, end: token.end };
  }
}

export const isString = (token: Token | undefined): token is Token =>
  token?.kind === "string" || token?.kind === "escaped";

/** A sign that no value without quotes can have, but that was meant as part of one. */
export const isInvalidToken = (token: Token): boolean =>
  token.kind === "unknown" && !/^[[\]{};]$/.test(token.text);
