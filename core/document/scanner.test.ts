import fc from "fast-check";
import { createScanner, ScanError, SyntaxKind } from "jsonc-parser";
import { expect, it } from "vitest";
import { runs } from "../../test/support/runs";
import { Scanner, Token, TokenProblem } from "./scanner";

const KINDS: Partial<Record<SyntaxKind, Token>> = {
  [SyntaxKind.OpenBraceToken]: Token.OpenBrace,
  [SyntaxKind.CloseBraceToken]: Token.CloseBrace,
  [SyntaxKind.OpenBracketToken]: Token.OpenBracket,
  [SyntaxKind.CloseBracketToken]: Token.CloseBracket,
  [SyntaxKind.CommaToken]: Token.Comma,
  [SyntaxKind.ColonToken]: Token.Colon,
  [SyntaxKind.StringLiteral]: Token.String,
  [SyntaxKind.NumericLiteral]: Token.Number,
  [SyntaxKind.TrueKeyword]: Token.True,
  [SyntaxKind.FalseKeyword]: Token.False,
  [SyntaxKind.NullKeyword]: Token.Null,
  [SyntaxKind.LineCommentTrivia]: Token.Comment,
  [SyntaxKind.BlockCommentTrivia]: Token.Comment,
};
const PROBLEMS: Partial<Record<ScanError, TokenProblem>> = {
  [ScanError.UnexpectedEndOfString]: TokenProblem.UnclosedString,
  [ScanError.InvalidUnicode]: TokenProblem.UnicodeEscape,
  [ScanError.InvalidEscapeCharacter]: TokenProblem.Escape,
  [ScanError.InvalidCharacter]: TokenProblem.ControlCharacter,
  [ScanError.UnexpectedEndOfNumber]: TokenProblem.Digits,
};

type Cut = [kind: Token, start: number, length: number, problem: TokenProblem, text?: string];

function ours(text: string): Cut[] {
  const scanner = new Scanner(text);
  const cuts: Cut[] = [];
  while (scanner.scan() !== Token.End) {
    if (scanner.token === Token.String) expect(scanner.key).toBe(scanner.value);
    const { token, start, end, problem } = scanner;
    cuts.push([
      token,
      start,
      end - start,
      problem,
      ...(token === Token.String ? [scanner.value] : []),
    ] as Cut);
  }
  return cuts;
}

function theirs(text: string): Cut[] {
  const scanner = createScanner(text);
  const cuts: Cut[] = [];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    if (kind === SyntaxKind.Trivia || kind === SyntaxKind.LineBreakTrivia) continue;
    const token = KINDS[kind] ?? Token.Unknown;
    const problem = token === Token.Comment ? 0 : (PROBLEMS[scanner.getTokenError()] ?? TokenProblem.None);
    const value = token === Token.String ? [scanner.getTokenValue()] : [];
    const start = scanner.getTokenOffset();
    // A comment that is not closed reaches one character beyond the text there.
    const length = Math.min(scanner.getTokenLength(), text.length - start);
    cuts.push([token, start, length, problem, ...value] as Cut);
  }
  return cuts;
}

const PIECES = [
  ...'{}[]:,"/*-+.01e9 \t\n\r\\u\0\u00a0\ud83d',
  '"a"',
  '"\\u00e9\\n"',
  '"\\q"',
  '"\\u12',
  "true",
  "false",
  "null",
  "nul",
  "-1.5e-3",
  "1.",
  "2E+",
  "007",
  "// c\n",
  "/* c */",
  "/*/",
  "'x'",
  "\u2028",
];

it("cuts a text as jsonc-parser does", () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (input) => {
      expect(ours(input)).toEqual(theirs(input));
    }),
    { numRuns: runs(1670) },
  );
});

it("cuts any text into tokens without an end or a gap", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (input) => {
      let end = 0;
      for (const [, start, length] of ours(input)) {
        expect(input.slice(end, start)).toMatch(/^[ \t\r\n]*$/);
        expect(length).toBeGreaterThan(0);
        end = start + length;
      }
      expect(input.slice(end)).toMatch(/^[ \t\r\n]*$/);
    }),
  );
});
