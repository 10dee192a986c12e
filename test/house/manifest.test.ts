import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGE } from "../../client/language";
// @ts-expect-error The scripts are plain JavaScript.
import { missingEntries } from "../../scripts/complete-lock.mjs";

const root = path.resolve(__dirname, "../..");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const { contributes } = manifest;
const sources = readFileSync(path.join(root, "dist/extension.js"), "utf8");

describe("the extension manifest", () => {
  it("names only files that exist", () => {
    const named = [...JSON.stringify(contributes).matchAll(/"(\.\/[^"]+)"/g)].map((match) => match[1]!);
    const all = [...named, manifest.main, manifest.icon, ...Object.values<string>(manifest.bin)];
    expect(all.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it("never starts with everything", () => {
    expect(manifest.activationEvents).not.toContain("*");
    expect(manifest.activationEvents).not.toContain("onStartupFinished");
  });

  it("gives every command a category, and every command is registered", () => {
    for (const { command, category, title } of contributes.commands) {
      expect(category, command).toBe("Mosaic");
      expect(title, command).not.toMatch(/^Mosaic/);
      expect(sources, `${command} is registered nowhere`).toContain(`"${command}"`);
    }
  });

  it("gives every menu command an icon where it is a button", () => {
    const icons = new Set(
      contributes.commands
        .filter((c: { icon?: string }) => c.icon)
        .map((c: { command: string }) => c.command),
    );
    for (const { command, group } of contributes.menus["editor/title"]) {
      if (group.startsWith("navigation")) expect(icons).toContain(command);
    }
  });

  it("gives every Ctrl key its Cmd twin and a condition", () => {
    for (const binding of contributes.keybindings ?? []) {
      if (/ctrl/.test(binding.key)) expect(binding.mac, binding.command).toMatch(/cmd/);
      expect(binding.when, binding.command).toBeTruthy();
    }
  });

  it("describes every setting and gives it a scope", () => {
    for (const [name, setting] of Object.entries<Record<string, unknown>>(
      contributes.configuration.properties,
    )) {
      expect(setting["markdownDescription"] ?? setting["description"], name).toBeTruthy();
      expect(setting["scope"], name).toBeTruthy();
    }
  });

  it("suggests inside strings, where the queries are", () => {
    expect(contributes.configurationDefaults[`[${LANGUAGE}]`]["editor.quickSuggestions"].strings).toBe("on");
    // Inside strings every color is a semantic token, and some themes, high contrast ones too, ask for none.
    expect(contributes.configurationDefaults[`[${LANGUAGE}]`]["editor.semanticHighlighting.enabled"]).toBe(
      true,
    );
  });

  it("locks the packages of every system, so that npm ci agrees everywhere", () => {
    const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
    expect(Object.keys(missingEntries(lock))).toEqual([]);
  });

  it("locks exact versions and no registry", () => {
    const lock = readFileSync(path.join(root, "package-lock.json"), "utf8");
    expect(lock).not.toMatch(/"resolved": *"https?:/);
    for (const [name, version] of Object.entries<string>(manifest.devDependencies)) {
      expect(version, name).toMatch(/^\d/);
    }
    expect(manifest.dependencies).toBeUndefined();
  });
});
