import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { inertText } from "../core/inert-text";
import { markdownText } from "./markdown";

const markdown = new MarkdownIt({ html: true, linkify: true });

/** What a reader sees of HTML without tags. */
function textOf(html: string | undefined): string {
  expect(html).toBeDefined();
  expect(html).not.toMatch(/[<>]/);
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return html!.replace(/&(\w+);/g, (_, name: string) => entities[name]!).replaceAll("\u200b", "");
}

describe("text of a stranger in Markdown", () => {
  it.each([
    "**bold** _em_ `code` ~~x~~ <img src=x onerror=alert(1)> &lt;",
    "![x](https://evil.example/p.png) [a](javascript:x) <https://evil.example>",
    "https://evil.example www.evil.example mailto:a@evil.example a@evil.example",
    "# heading",
    "- item",
    "1. item",
    "| a | b | \\| c",
    "<!-- x --> <details>",
    "a\\",
    "```\ncode\n```",
    "line\r\nbreak\u2028and \u202e direction",
    "    indented",
    ":smile: $x$ /close",
  ])("%j shows as it is", (text) => {
    const expected = inertText(text.replace(/\s+/g, " ").trim());
    const cell = markdown.render(`| A | B |\n|---|---|\n| ${markdownText(text)} | b |\n`);
    expect(textOf(/<tbody>\s*<tr>\s*<td>(.*)<\/td>\s*<td>b<\/td>/.exec(cell)?.[1])).toBe(expected);
    const paragraph = markdown.render(markdownText(text));
    expect(textOf(/^<p>(.*)<\/p>\s*$/.exec(paragraph)?.[1])).toBe(expected);
  });

  it("mentions no one and refers to nothing", () => {
    const text = markdownText("@team #1 org/repo#2 GH-3 a@b.example");
    expect(text).toBe("\\@&#8203;team \\#&#8203;1 org/repo\\#&#8203;2 GH\\-&#8203;3 a\\@&#8203;b\\.example");
  });

  it("leaves other languages alone", () => {
    expect(markdownText("Größe 大きさ “x” → 1")).toBe("Größe 大きさ “x” → 1");
  });
});
