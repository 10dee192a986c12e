import { functionLabel } from "../kit/markdown";
import type { LanguageSignature } from "../language";
import { type Call, comparisonsOf, type FilterTree, termsOf } from "./ast";
import { parseFilter } from "./parser";
import { functionNamed, selectorNamed } from "./vocabulary";

/** The function or selector whose parentheses the offset is between, and which parameter it is at. */
export function filterSignature(text: string, offset: number): LanguageSignature | undefined {
  const tree = parseFilter(text);
  for (const call of callsOf(tree)) {
    // White space behind an unclosed call still belongs to it.
    const end = call.closed ? call.inside.end : text.length;
    if (offset < call.inside.offset || offset > end) continue;
    const info = functionNamed(call.name.text) ?? selectorNamed(call.name.text);
    if (!info) return undefined;
    const commas = tree.tokens.filter(
      (token, i) => token.kind === "," && tree.uses[i]!.call === call && token.end <= offset,
    ).length;
    const active = Math.min(commas, info.parameters.length - 1);
    return {
      label: functionLabel(info),
      parameters: info.parameters,
      active,
      documentation: info.description,
    };
  }
  return undefined;
}

function* callsOf(tree: FilterTree): Generator<Call> {
  for (const { node } of termsOf(tree.root)) if (node.kind === "call-term") yield node.call;
  for (const { node } of comparisonsOf(tree.root)) if (node.value?.kind === "call") yield node.value;
}
