import type { LanguageSignature } from "../language";
import { functionMarkdown } from "./complete";
import { functionLabel, functionNamed } from "./functions";
import { sourceOf } from "./source";

/** The function whose parentheses the offset is between, and which parameter it is at. */
export function promqlSignature(text: string, offset: number): LanguageSignature | undefined {
  const { tokens } = sourceOf(text);
  const last = tokens.findLast((token) => token.end <= offset);
  let frame = last?.kind === "close" && last.frame?.close === last.offset ? last.frame.parent : last?.frame;
  while (frame && !frame.call && !frame.grouping) frame = frame.parent;
  const info = frame?.call && functionNamed(frame.call.text);
  if (!frame || !info || info.parameters.length === 0) return undefined;
  const commas = tokens.filter(
    (token) => token.kind === "comma" && token.frame === frame && token.end <= offset,
  ).length;
  const active = Math.min(commas, info.parameters.length - 1);
  return {
    label: functionLabel(info),
    parameters: info.parameters,
    active,
    documentation: functionMarkdown(info),
  };
}
