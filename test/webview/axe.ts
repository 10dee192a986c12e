import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Preview } from "./harness";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe has against the page as it is now, a line for each rule; empty when nothing. */
export async function violations(preview: Preview): Promise<string[]> {
  await preview.page.evaluate(source);
  return preview.page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const found = await axe.run(document, { resultTypes: ["violations"] });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`,
    );
  });
}
