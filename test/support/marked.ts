import type { Span } from "../../core/document/node";

/** Takes the marks out of a text in which `⟦` and `⟧` enclose places, and tells where those places are. */
export function marked(source: string): { readonly text: string; readonly spans: readonly Span[] } {
  const spans: Span[] = [];
  let text = "";
  let start = -1;
  for (const part of source.split(/([⟦⟧])/)) {
    if (part === "⟦") start = text.length;
    else if (part === "⟧") spans.push({ offset: start, length: text.length - start });
    else text += part;
  }
  return { text, spans };
}
