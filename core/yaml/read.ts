import { Composer, type Document, Parser } from "yaml";
import type { LineMap } from "../document/lines";
import { type Token, tooDeep } from "./source";
import { type ReadDocument, TOO_DEEP, TreeBuilder } from "./tree";

export type { ReadDocument } from "./tree";

/** Reads all documents of a text. Never throws; takes linear time, and what aliases stand for is bounded. */
export function readYaml(text: string, lines: LineMap): ReadDocument[] {
  const composer = new Composer({
    // Every scalar stays the text that it is: what gcloud makes of it is decided in scalars.ts.
    schema: "failsafe",
    version: "1.1",
    keepSourceTokens: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const tokens = [...new Parser().parse(text)] as Token[];
  // What follows goes down by recursion, and an engine whose stack is full may end the process.
  const deep = tooDeep(tokens);
  if (deep !== undefined) {
    const problem = {
      code: "yaml-syntax",
      severity: "error" as const,
      message: TOO_DEEP,
      offset: deep,
      length: 1,
    };
    return [{ root: undefined, problems: [problem], start: 0, end: text.length }];
  }
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens as never, true, text.length))
    documents.push(document as Document.Parsed);
  return documents.map((document, i) => {
    const start = i === 0 ? 0 : documents[i - 1]!.range[2];
    const end = i === documents.length - 1 ? text.length : document.range[2];
    return new TreeBuilder(text, lines, document).build(start, end);
  });
}
