import { readFileSync } from "node:fs";
import path from "node:path";
import { glob } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { RULE_PAGES } from "../../core/rule-address";
// @ts-expect-error The scripts are plain JavaScript.
import { newest, oldest } from "../../scripts/host/install-vscode.mjs";
// @ts-expect-error The scripts are plain JavaScript.
import { channelOf, notesOf, releaseOf } from "../../scripts/release.mjs";

const root = path.resolve(__dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8").replaceAll("\r\n", "\n");
const manifest = JSON.parse(read("package.json"));

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
}
interface Job {
  readonly steps: readonly Step[];
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: Record<string, readonly unknown[]> };
}

const workflows = Object.fromEntries(
  (await glob([".github/workflows/*.yml"], { cwd: root, dot: true })).map((file) => [
    file,
    parse(read(file)),
  ]),
) as Record<string, { on: object; permissions?: object; jobs: Record<string, Job> }>;
const action = parse(read("action/action.yml")) as { runs: { steps: readonly Step[] } };
const steps = [
  ...Object.entries(workflows).flatMap(([file, { jobs }]) =>
    Object.values(jobs).flatMap((job) => job.steps.map((step) => ({ file, ...step }))),
  ),
  ...action.runs.steps.map((step) => ({ file: "action/action.yml", ...step })),
];

describe("workflows", () => {
  it("are found", () => {
    expect(Object.keys(workflows).sort()).toEqual([
      ".github/workflows/ci.yml",
      ".github/workflows/release.yml",
    ]);
    expect(steps.length).toBeGreaterThan(25);
  });

  it("have no rights but those that a job asks for, and never run a stranger's change with secrets", () => {
    for (const [file, { on, permissions }] of Object.entries(workflows)) {
      expect(permissions, file).toEqual({ contents: "read" });
      expect(Object.keys(on)).not.toContain("pull_request_target");
    }
  });

  it("pin actions to commits, except those that docs/releasing.md names", () => {
    const loose = steps.flatMap(({ uses }) =>
      uses === undefined || uses.startsWith("./") || /@[0-9a-f]{40}$/.test(uses) ? [] : [uses.split("@")[0]!],
    );
    const named = read("docs/releasing.md");
    expect(loose.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
  });

  it("put no expression into the text of a script, where it could be code", () => {
    const wrong = steps.filter(
      ({ run }) =>
        run && [...run.matchAll(/\$\{\{\s*([^}]*?)\s*\}\}/g)].some(([, inner]) => !/^matrix\./.test(inner!)),
    );
    expect(wrong.map(({ run }) => run)).toEqual([]);
    for (const { shell, run } of action.runs.steps) if (run) expect(shell).toBe("bash");
  });

  it("name only jobs and steps that exist", () => {
    for (const { jobs } of Object.values(workflows))
      for (const { needs = [] } of Object.values(jobs))
        for (const name of typeof needs === "string" ? [needs] : needs)
          expect(Object.keys(jobs)).toContain(name);
    const ids = steps.filter(({ file }) => file === "action/action.yml").map(({ id }) => id);
    for (const [, id] of read("action/action.yml").matchAll(/steps\.(\w+)\./g)) expect(ids).toContain(id);
  });

  it("run scripts that exist", () => {
    const missing = steps.flatMap(({ run = "" }) =>
      [...run.matchAll(/(?:node|npm run) ((?:scripts|test)\/[\w./-]+|[\w:-]+)/g)]
        .map(([, name]) => name!)
        .filter((name) => (name.includes("/") ? !exists(name) : !(name in manifest.scripts))),
    );
    expect(missing).toEqual([]);
  });

  it("test the oldest and the newest VS Code, and every supported Node", () => {
    const { jobs } = workflows[".github/workflows/ci.yml"]!;
    expect(jobs["editor"]!.strategy!.matrix["vscode"]).toEqual([oldest, newest]);
    expect(`>=${jobs["test"]!.strategy!.matrix["node"]![0]}`).toBe(manifest.engines.node);
  });
});

function exists(name: string): boolean {
  try {
    return read(name) !== "";
  } catch {
    return false;
  }
}

it("the manifest has what the Marketplace, Open VSX and npm show", () => {
  for (const field of [
    "repository",
    "bugs",
    "homepage",
    "galleryBanner",
    "qna",
    "pricing",
    "icon",
    "license",
    "keywords",
  ])
    expect(manifest[field], field).toBeTruthy();
  expect(manifest.private).toBeUndefined();
  const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");
  expect(RULE_PAGES).toBe(`${repository}/blob/main/docs/rules/`);
  expect(manifest.bugs.url).toBe(`${repository}/issues`);
  expect(parse(read("action/action.yml")).inputs.version.default).toBe(manifest.version);
});

describe("a release", () => {
  const CHANGELOG =
    "# Changelog\n\n## [Unreleased]\n\n- New\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- A\n\n## [0.1.0]\n\n[0.2.0]: https://x\n";

  it("is a pre-release if the minor version is odd", () => {
    expect([channelOf("0.2.0"), channelOf("0.3.7"), channelOf("1.0.0")]).toEqual([
      "release",
      "pre-release",
      "release",
    ]);
    expect(() => channelOf("0.3.0-beta.1")).toThrow();
  });

  it("has the notes of its version", () => {
    expect(notesOf(CHANGELOG, "0.2.0")).toBe("### Added\n\n- A\n");
    expect(notesOf(CHANGELOG, "0.3.0")).toBe("- New\n");
    expect(() => notesOf(CHANGELOG, "0.4.0")).toThrow(/no section for 0\.4\.0/);
    expect(() => notesOf(CHANGELOG, "0.1.0")).toThrow(/no section/);
  });

  it("needs the tag of the version in package.json", () => {
    expect(() => releaseOf("v0.2.1", { version: "0.2.0" }, CHANGELOG)).toThrow(/is not v0\.2\.0/);
    expect(releaseOf("v0.2.0", { version: "0.2.0" }, CHANGELOG).channel).toBe("release");
  });
});
