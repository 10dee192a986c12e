import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

const { rulePages, configSchemaText } = (await import(
  new URL("../../scripts/rules-doc.mjs", import.meta.url).href
)) as {
  rulePages(): Promise<Map<string, string>>;
  configSchemaText(): Promise<string>;
};
const folder = new URL("../../docs/rules/", import.meta.url);

describe("the pages of docs/rules", () => {
  test("say what the rules say; else run node scripts/rules-doc.mjs", async () => {
    const pages = await rulePages();
    const present = (await readdir(folder)).filter((name) => name.endsWith(".md"));
    expect(present.sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) {
      const written = await readFile(new URL(name, folder), "utf8");
      expect(written.replaceAll("\r\n", "\n"), name).toBe(text);
    }
  });

  test("link to pages that exist", async () => {
    const pages = await rulePages();
    for (const [name, text] of pages) {
      for (const [, target] of text.matchAll(/\]\(([^)]+\.md)\)/g)) {
        if (!target!.startsWith("../")) expect(pages.has(target!), `${name} → ${target}`).toBe(true);
        else await expect(readFile(new URL(target!, folder), "utf8")).resolves.toBeTruthy();
      }
    }
  });
});

test("the schema of .mosaic/config.json knows every rule; else run node scripts/rules-doc.mjs", async () => {
  const written = JSON.parse(
    await readFile(new URL("../../schemas/config.schema.json", import.meta.url), "utf8"),
  );
  expect(written).toEqual(JSON.parse(await configSchemaText()));
});
