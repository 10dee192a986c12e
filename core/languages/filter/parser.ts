import { detachString } from "../../document/own-text";
import { longestText } from "../bounded";
import { LruCache } from "../kit/lru-cache";
import type { Comparison, Expression, FilterTree, Mutable } from "./ast";
import { maxDepth } from "./cursor";
import type { Token } from "./lexer";
import { invalidOperator, withoutFollowUps } from "./recoveries";
import { ValueParser } from "./value-parser";
import { looksLikeObject } from "./vocabulary";

/** Kinds of tokens that are taken for the left side of a comparison when an operator follows. */
const canBeObject = /^(?:word|string|escaped|variable|placeholder)$/;

/** Several rules and features read the same filter; as many as a large dashboard has. */
const recent = new LruCache<string, FilterTree>(256, detachString);

/**
 * Parses a filter. Accepts any text and never throws: syntax errors are in `problems`, and the tree contains everything
 * else. NOT binds tighter than OR, OR tighter than AND; standing side by side is AND. Of a text that is far too long for
 * the service the tree is empty.
 */
export function parseFilter(text: string): FilterTree {
  if (text.length > longestText("monitoring-filter"))
    return { text, tokens: [], uses: [], root: undefined, problems: [] };
  return recent.get(text, () => new Parser(detachString(text)).parse());
}

class Parser extends ValueParser {
  parse(): FilterTree {
    const terms: Expression[] = [];
    for (;;) {
      const part = this.parseAnd();
      for (const term of part?.kind === "and" ? part.terms : part ? [part] : []) terms.push(term);
      const token = this.peek();
      if (!token) break;
      // Only a parenthesis too many ends an expression before the text does.
      this.problem("unopened-group", token);
      this.take("stray");
    }
    const root = joined("and", terms);
    const problems = withoutFollowUps(this.text, this.problems);
    return { text: this.text, tokens: this.tokens, uses: this.uses, root, problems };
  }

  private parseAnd(): Expression | undefined {
    const terms: Expression[] = [];
    let pending: Token | undefined;
    for (;;) {
      const token = this.peek();
      if (!token || token.kind === ")") break;
      if (this.keyword(token) === "AND" || token.text === "&&") {
        if (terms.length === 0 || pending) this.problem("leading-keyword", token);
        else pending = token;
        this.takeKeyword(token);
        continue;
      }
      const term = this.parseOr(terms.length > 0 && !pending);
      if (!term) continue;
      terms.push(term);
      pending = undefined;
    }
    if (pending) this.problem("dangling-keyword", pending);
    return joined("and", terms);
  }

  private parseOr(afterTerm: boolean): Expression | undefined {
    const terms: Expression[] = [];
    const first = this.peek()!;
    if (this.keyword(first) === "OR" || first.text === "||") {
      this.problem(afterTerm ? "dangling-keyword" : "leading-keyword", first);
      this.takeKeyword(first);
      return undefined;
    }
    for (;;) {
      const term = this.parseUnary();
      if (term) terms.push(term);
      const token = this.peek();
      if (!term || !token || (this.keyword(token) !== "OR" && token.text !== "||")) break;
      this.takeKeyword(token);
      const next = this.peek();
      const keyword = next && this.keyword(next);
      if (!next || next.kind === ")" || keyword === "AND" || keyword === "OR") {
        this.problem("dangling-keyword", token);
        break;
      }
    }
    return joined("or", terms);
  }

  private parseUnary(): Expression | undefined {
    const token = this.peek();
    if (!token) return undefined;
    if (this.keyword(token) !== "NOT" && token.text !== "!" && token.text !== "-") return this.parseTerm();
    this.takeKeyword(token);
    const next = this.peek();
    if (!next || next.kind === ")") {
      this.problem("dangling-keyword", token);
      return undefined;
    }
    const term = this.nested(token, () => this.parseUnary());
    return term && { kind: "not", operator: token, term, offset: token.offset, end: term.end };
  }

  private parseTerm(): Expression | undefined {
    const token = this.peek()!;
    const next = this.peek(1);
    if (token.kind === "(") return this.parseGroup();
    const compared = next?.kind === "operator" || invalidOperator(this.text, this.tokens, this.at + 1);
    if (compared && canBeObject.test(token.kind)) return this.parseComparison();
    switch (token.kind) {
      case "variable":
        return this.parseVariable("term");
      case "placeholder":
        return this.parsePlaceholder("term");
      case "operator":
        return this.parseComparison();
      case "string":
      case "escaped":
        this.checkString(token);
        this.problem("unexpected", this.take("stray"));
        return undefined;
      case "word":
        if (next?.kind === "(") {
          const call = this.parseCall(undefined);
          return { kind: "call-term", call, offset: call.offset, end: call.end };
        }
        if (this.keyword(token)) {
          // AND or OR where a term should stand; the loops above take the other places.
          this.problem("leading-keyword", token);
          this.takeKeyword(token);
          return undefined;
        }
        return this.parseComparison();
      default:
        if (token.kind === "logic" && token.text === "&&") return undefined;
        this.problem("unexpected", this.take("stray"));
        return undefined;
    }
  }

  private parseGroup(): Expression | undefined {
    const open = this.take("mark");
    const inner = this.nested(open, () => this.parseAnd());
    const close = this.peek();
    const closed = close?.kind === ")";
    if (closed) this.take("mark");
    const end = closed ? close.end : (this.tokens[this.at - 1] ?? open).end;
    if (!inner && closed) this.problem("empty-group", { offset: open.offset, end });
    if (!closed) this.problem("unclosed-group", open, { fixAt: end });
    return { kind: "group", inner, closed, offset: open.offset, end };
  }

  /** Runs a nested parse unless it would go too deep; then the rest is skipped. */
  private nested(at: Token, parse: () => Expression | undefined): Expression | undefined {
    if (this.depth >= maxDepth) {
      this.problem("too-deep", at);
      while (this.peek()) this.take("stray");
      return undefined;
    }
    this.depth++;
    const result = parse();
    this.depth--;
    return result;
  }

  private parseComparison(): Expression {
    const start = this.peek()!;
    const comparison = { kind: "comparison", offset: start.offset } as Mutable<Comparison>;
    const owner = { comparison };
    if (start.kind === "operator") {
      comparison.object = { text: "", name: undefined, offset: start.offset, end: start.offset };
      this.problem("missing-object", start, owner);
    } else comparison.object = this.parseObject(comparison);
    comparison.end = comparison.object.end;
    if (!this.parseOperator(comparison)) return comparison;
    const value = this.parseValue(comparison);
    if (value) {
      comparison.value = value;
      comparison.end = value.end;
    } else {
      const token = comparison.operator ?? comparison.object;
      this.problem("missing-value", token, owner);
    }
    return comparison;
  }

  /** Puts the operator into the comparison; false when neither it nor a value is there. */
  private parseOperator(comparison: Mutable<Comparison>): boolean {
    const owner = { comparison };
    const first = this.peek();
    const odd = invalidOperator(this.text, this.tokens, this.at);
    if (odd) {
      for (let i = 0; i < odd.count; i++) this.take("operator", owner);
      const { offset, end, meant } = odd;
      comparison.operator = {
        kind: "operator",
        text: this.text.slice(offset, end),
        offset,
        end,
        closed: true,
      };
      this.problem("wrong-operator", odd, { ...owner, meant: meant || undefined });
    } else if (first?.kind === "operator") {
      this.take("operator", owner);
      comparison.operator = first;
      if (!/^(?:!=|<=|>=|[=<>:])$/.test(first.text)) this.problem("wrong-operator", first, owner);
    } else if (first && /^(?:string|escaped)$/.test(first.kind)) {
      this.problem("missing-operator", comparison.object, owner);
    } else {
      const known = comparison.object.name || looksLikeObject(comparison.object.text);
      this.problem(known ? "missing-operator" : "bare-word", comparison.object, owner);
      return false;
    }
    comparison.end = comparison.operator?.end ?? comparison.end;
    return true;
  }
}

function joined(kind: "and" | "or", terms: Expression[]): Expression | undefined {
  if (terms.length < 2) return terms[0];
  return { kind, terms, offset: terms[0]!.offset, end: terms.at(-1)!.end };
}
