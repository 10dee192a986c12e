import { expect, it } from "vitest";
import { pageHtml } from "./html";

const html = pageHtml({
  page: "preview",
  nonce: "abc123",
  script: 'f("</script>", /<!--/);\n//# sourceMappingURL=p.js.map\n',
  style: 'a::after { content: "</style>" }\n/*# sourceMappingURL=p.css.map */\n',
  title: '"Web" <shop> & more',
});

it("lets in one script, one style sheet and nothing else", () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!;
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    "style-src 'nonce-abc123'",
    "script-src 'nonce-abc123'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(html).not.toMatch(/ style=|\son\w+=|unsafe|https?:| src=| href=/);
});

it("lets no text out of its element", () => {
  expect(html.match(/<\/?script/g)).toEqual(["<script", "</script"]);
  expect(html.match(/<\/?style/g)).toEqual(["<style", "</style"]);
  expect(html).toContain('>f("\\x3C/script>", /\\x3C!--/);</script>');
  expect(html).toContain("<title>&quot;Web&quot; &lt;shop> &amp; more</title>");
});

it("leaves out the maps, which only files have beside them", () => {
  expect(html).not.toContain("sourceMappingURL");
});
