import { expect, it } from "vitest";
import type { Finding } from "../finding";
import { EMPTY_CONFIG } from "./config";
import { applySettings, settingsFor } from "./severity";

const finding = (code: string): Finding => ({ offset: 0, length: 0, code, severity: "warning", message: "" });

it("lets later overrides win, and only for their files", () => {
  const config = {
    ...EMPTY_CONFIG,
    rules: { a: "off", b: "error" },
    overrides: [
      { files: ["old/"], rules: { a: "hint" } },
      { files: ["x", "old/deep/"], rules: { a: "error" } },
    ],
  } as const;
  const settings = (path: string) => settingsFor(config, path, (p, glob) => p.startsWith(glob));
  expect(settings("new/a.json")).toEqual({ a: "off", b: "error" });
  expect(settings("old/a.json")).toEqual({ a: "hint", b: "error" });
  expect(settings("old/deep/a.json")).toEqual({ a: "error", b: "error" });
});

it("changes severities and leaves out what is off", () => {
  const result = applySettings([finding("a"), finding("b"), finding("toString")], { a: "off", b: "error" });
  expect(result.map((f) => [f.code, f.severity])).toEqual([
    ["b", "error"],
    ["toString", "warning"],
  ]);
});
