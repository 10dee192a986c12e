import type { ProblemKind, SyntaxProblem, TextRange, TokenUse } from "./ast";
import { type Token, tokenize } from "./lexer";

/** Deepest nesting of parentheses and NOT that is followed; keeps hostile input off the stack. */
export const maxDepth = 100;

/** A place in the token list, with what has been found out on the way there. */
export class Cursor {
  protected readonly tokens: Token[];
  protected readonly uses: TokenUse[];
  protected readonly problems: SyntaxProblem[] = [];
  protected at = 0;
  protected depth = 0;

  constructor(protected readonly text: string) {
    this.tokens = tokenize(text);
    this.uses = this.tokens.map(() => ({ role: "stray" }));
  }

  protected peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  protected take(role: TokenUse["role"], more?: Omit<TokenUse, "role">): Token {
    this.uses[this.at] = { role, ...more };
    return this.tokens[this.at++]!;
  }

  protected problem(kind: ProblemKind, range: TextRange, more?: Partial<SyntaxProblem>): void {
    this.problems.push({ kind, offset: range.offset, end: range.end, ...more });
  }

  /** The keyword a token stands for. Lower-case ones count when no operator makes a name of them. */
  protected keyword(token: Token): "AND" | "OR" | "NOT" | undefined {
    if (token.kind !== "word") return undefined;
    const upper = token.text.toUpperCase();
    if (upper !== "AND" && upper !== "OR" && upper !== "NOT") return undefined;
    if (upper === token.text) return upper;
    const next = this.tokens[this.tokens.indexOf(token, this.at) + 1];
    return next?.kind === "operator" ? undefined : upper;
  }

  protected takeKeyword(token: Token): void {
    if (token.kind === "logic") {
      if (token.text !== "-") this.problem("logic-operator", token);
    } else if (token.text !== token.text.toUpperCase()) this.problem("keyword-case", token);
    this.take("keyword");
  }
}
