import { expect, it } from "vitest";
import { previewHtml } from "./html";

const html = previewHtml({
  cspSource: "https://webview.example",
  nonce: "abc123",
  script: "https://webview.example/p.js?a&b",
  style: 'https://webview.example/p.css"><script>',
});

it("lets in one script, one style sheet and nothing else", () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!;
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    "style-src https://webview.example",
    "script-src 'nonce-abc123'",
    "img-src https://webview.example data:",
    "font-src https://webview.example",
  ]);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/ style=|<style|\son\w+=|unsafe/);
});

it("lets no address out of its attribute", () => {
  expect(html).toContain('src="https://webview.example/p.js?a&amp;b"');
  expect(html).toContain("p.css&quot;>&lt;script>");
});
