import type { Call, Comparison, Mutable, ObjectNode, ValueNode } from "./ast";
import { maxDepth } from "./cursor";
import type { Token } from "./lexer";
import { isInvalidToken, isString, LiteralParser } from "./literal-parser";
import { classifyObject, functionNamed, looksLikeObject, unquoteValue, writeKey } from "./vocabulary";

/** The two sides of a comparison: objects on the left; strings, bare values, variables and functions on the right. */
export class ValueParser extends LiteralParser {
  protected parseObject(comparison: Comparison): ObjectNode {
    const first = this.takeName(comparison);
    if (first.kind !== "word") {
      if (first.kind === "string" || first.kind === "escaped")
        this.problem("literal-object", first, { comparison });
      return { text: first.text, name: undefined, offset: first.offset, end: first.end };
    }
    const dots = /\.{2,}/.exec(first.text);
    const written = first.text.replace(/\.{2,}/g, ".");
    if (dots) {
      const offset = first.offset + dots.index;
      this.problem("double-dot", { offset, end: offset + dots[0].length }, { comparison, meant: written });
    }
    const { name, keyAt } = classifyObject(written);
    let end = first.end;
    let key: ObjectNode["key"];
    const next = this.peek();
    if (first.text.endsWith(".") && isString(next) && next.offset === end) {
      this.take("object", { comparison });
      this.checkString(next);
      end = next.end;
      const quote = next.kind === "escaped" ? 2 : 1;
      const content = next.text.slice(quote, next.closed ? -quote : undefined);
      key = { text: unquoteValue(content), quoted: true, offset: next.offset, end };
    } else if (keyAt >= 0 && keyAt < written.length) {
      key = { text: written.slice(keyAt), quoted: false, offset: end - written.length + keyAt, end };
    } else if (/labels?$/.test(first.text) && this.bracketedKey(end)) {
      for (let i = 0; i < 3; i++) end = this.take("object", { comparison }).end;
      const quoted = this.tokens[this.at - 2]!;
      const content = unquoteValue(quoted.text.slice(1, -1));
      key = { text: content, quoted: true, offset: quoted.offset, end: quoted.end };
      this.problem(
        "bracketed-key",
        { offset: first.end, end },
        { comparison, meant: `.${writeKey(content)}` },
      );
    }
    const text = this.text.slice(first.offset, end);
    return { text, name, offset: first.offset, end, key };
  }

  /** The name of the object; two pieces that belong together although white space is between them are one. */
  private takeName(comparison: Comparison): Token {
    const first = this.take("object", { comparison });
    const next = this.peek();
    const open = first.kind === "word" && next?.kind === "word" && this.peek(1)?.kind === "operator";
    if (!open || first.text.endsWith(".") === next.text.startsWith(".")) return first;
    const name = first.text + next.text;
    if (looksLikeObject(next.text) || this.keyword(next) || !looksLikeObject(name)) return first;
    this.take("object", { comparison });
    this.problem("spaced-name", { offset: first.offset, end: next.end }, { comparison, meant: name });
    return { ...first, text: name, end: next.end };
  }

  /** Whether `["key"]` follows right at `end`. */
  private bracketedKey(end: number): boolean {
    const [open, key, close] = [this.peek(), this.peek(1), this.peek(2)];
    return open?.text === "[" && open.offset === end && key?.kind === "string" && close?.text === "]";
  }

  protected parseValue(comparison: Comparison): ValueNode | undefined {
    const token = this.peek();
    const owner = { comparison };
    if (!token) return undefined;
    if (token.kind === "string" || token.kind === "escaped") {
      const value = this.parseString("value", owner);
      return this.looseValueFollows() ? this.parseLooseList(value, comparison) : value;
    }
    if (token.kind === "(" || token.text === "[") return this.parseValueList(comparison);
    if (token.kind === "word") {
      if (functionNamed(token.text) && this.peek(1)?.kind === "string") return this.parseCall(comparison);
      if (this.callFollows(token)) return this.keyword(token) ? undefined : this.parseCall(comparison);
      if (this.keyword(token)) return undefined;
      // The next clause follows: this one has no value.
      if (looksLikeObject(token.text) && this.clauseFollows()) return undefined;
    } else if (token.kind === "logic") {
      if (token.text !== "-") return undefined;
    } else if (!/^(?:variable|placeholder)$/.test(token.kind) && !isInvalidToken(token)) return undefined;
    return this.parseBare("value", owner);
  }

  /** Whether the word at hand is a function; a value before a group in parentheses is none. */
  private callFollows(token: Token): boolean {
    const open = this.peek(1);
    if (open?.kind !== "(" || /^-?\d/.test(token.text)) return false;
    return open.offset === token.end || functionNamed(token.text) !== undefined || isString(this.peek(2));
  }

  /** Whether the word at hand is the object of a comparison, quoted key included. */
  protected clauseFollows(): boolean {
    const next = this.peek(1);
    if (next?.kind === "operator") return true;
    return isString(next) && this.peek()!.text.endsWith(".") && this.peek(2)?.kind === "operator";
  }

  /** `("a" OR "b")` or `["a", "b"]` after an operator, which other query languages have. */
  protected parseValueList(comparison: Comparison): ValueNode | undefined {
    const open = this.take("mark", { comparison });
    let depth = 1;
    let end = open.end;
    while (depth > 0) {
      const token = this.peek();
      if (!token || (token.kind === "word" && looksLikeObject(token.text))) break;
      if (/^[([]$/.test(token.text)) depth++;
      if (/^[)\]]$/.test(token.text)) depth--;
      end = token.end;
      if (token.kind === "word" && this.keyword(token)) this.take("keyword");
      else this.take(token.kind === "string" ? "value" : "mark", { comparison });
    }
    return this.listOf(open.text === "(" ? "value-list" : "loose-list", open.offset, end, comparison);
  }

  /** `"a", "b"` or `"a" OR "b"` after an operator, without anything around. */
  private parseLooseList(first: ValueNode, comparison: Comparison): ValueNode {
    let { end } = first;
    while (this.looseValueFollows()) {
      this.take(this.peek()!.kind === "," ? "mark" : "keyword", { comparison });
      end = this.take("value", { comparison }).end;
    }
    return this.listOf("loose-list", first.offset, end, comparison);
  }

  private looseValueFollows(): boolean {
    const next = this.peek();
    const joint = next?.kind === "," || (next && this.keyword(next) === "OR");
    return joint === true && this.peek(1)?.kind === "string" && this.peek(2)?.kind !== "operator";
  }

  private listOf(
    kind: "value-list" | "loose-list",
    offset: number,
    end: number,
    comparison: Comparison,
  ): ValueNode {
    // An operator that is none, such as `in`, is fixed together with its list.
    const spoken = this.problems.some((p) => p.kind === "wrong-operator" && p.comparison === comparison);
    if (!spoken) this.problem(kind, { offset, end }, { comparison });
    return { kind: "bare", type: "refused", text: this.text.slice(offset, end), offset, end };
  }

  protected parseCall(comparison: Comparison | undefined): Call {
    const name = this.peek()!;
    const inside = { offset: 0, end: 0 };
    const call: Mutable<Call> = {
      kind: "call",
      name,
      args: [],
      inside,
      closed: false,
      offset: name.offset,
      end: 0,
    };
    const owner = { call, ...(comparison && { comparison }) };
    this.take("function", owner);
    const open = this.peek()?.kind === "(" ? this.take("mark", owner) : name;
    if (open === name) this.problem("unopened-call", name, owner);
    call.end = open.end;
    let expectComma = false;
    let bracket: Token | undefined;
    for (;;) {
      const token = this.peek();
      if (!token || token.kind === ")") break;
      if (expectComma && this.looseValueFollows() && token.kind !== ",") {
        this.problem("missing-comma", this.take("keyword", owner), { ...owner, fixAt: call.end, meant: "," });
        expectComma = false;
        continue;
      }
      if (this.endsCall(token)) break;
      if (token.text === "[" && !bracket) {
        bracket = this.take("mark", owner);
        continue;
      }
      if (token.text === "]" && bracket) {
        call.end = this.take("mark", owner).end;
        const inner = this.text.slice(bracket.end, token.offset);
        this.problem(
          "bracketed-list",
          { offset: bracket.offset, end: token.end },
          { ...owner, meant: inner },
        );
        continue;
      }
      if (token.kind === ",") {
        if (!expectComma) this.problem("empty-argument", token, owner);
        expectComma = false;
        call.end = this.take("mark", owner).end;
        continue;
      }
      if (expectComma) this.problem("missing-comma", token, { ...owner, fixAt: call.end });
      const argument = this.parseArgument(owner);
      if (argument) call.args.push(argument);
      call.end = this.tokens[this.at - 1]!.end;
      expectComma = true;
    }
    const last = this.tokens[this.at - 1]!;
    if (last.kind === "," && this.peek()?.kind === ")") this.problem("empty-argument", last, owner);
    call.closed = this.peek()?.kind === ")";
    call.inside = { offset: open.end, end: call.closed ? this.peek()!.offset : call.end };
    if (call.closed) call.end = this.take("mark", owner).end;
    else if (open !== name)
      this.problem("unclosed-call", { offset: name.offset, end: open.end }, { ...owner, fixAt: call.end });
    return call;
  }

  protected parseArgument(owner: { call: Call; comparison?: Comparison }): ValueNode | undefined {
    const token = this.peek()!;
    if (token.kind === "string" || token.kind === "escaped") return this.parseString("argument", owner);
    if (token.kind === "word" && this.peek(1)?.kind === "(" && this.depth < maxDepth) {
      this.depth++;
      const call = this.parseCall(owner.comparison);
      this.depth--;
      return call;
    }
    const equals = this.peek(1);
    if (token.kind === "word" && equals?.text === "=") {
      const name = this.take("mark", owner);
      this.problem("named-argument", { offset: name.offset, end: this.take("mark", owner).end }, owner);
      return this.peek() && this.peek()!.kind !== ")" ? this.parseArgument(owner) : undefined;
    }
    if (/^(?:word|variable|placeholder)$/.test(token.kind) || isInvalidToken(token))
      return this.parseBare("argument", owner);
    this.problem("unexpected", this.take("stray"));
    return undefined;
  }

  /** Whether a token inside an unclosed call can only belong to what follows it. */
  protected endsCall(token: Token): boolean {
    if (token.kind === "variable" && token.offset > (this.peek(-1)?.end ?? 0))
      return this.peek(-1)?.kind === "string";
    if (token.kind !== "word") return false;
    return this.keyword(token) !== undefined || (looksLikeObject(token.text) && this.clauseFollows());
  }
}
