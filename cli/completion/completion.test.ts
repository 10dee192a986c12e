import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../commands";
import type { Io } from "../io";
import { main } from "../program";
import { complete } from "./words";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "mosaic-completion-"));
  execFileSync("git", ["-C", cwd, "init", "-q"]);
  mkdirSync(path.join(cwd, ".mosaic"));
  const profile = (name: string) => ({ [name]: { project: "shop-demo" } });
  const profiles = { ...profile("staging"), ...profile("$(touch owned)"), ...profile("a\nb") };
  writeFileSync(path.join(cwd, ".mosaic/config.json"), JSON.stringify({ profiles }));
  writeFileSync(path.join(cwd, "a b.dashboard.json"), "{}");
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const io = (): Io => ({ cwd, env: {}, color: false, out() {}, err() {}, stdin: async () => "" });
const offered = async (...words: string[]) => {
  const { candidates, files } = await complete(words, COMMANDS, io());
  return [...candidates.map(({ value }) => value), ...(files ? [":files"] : [])];
};

describe("what is offered", () => {
  it.each<[string[], string[]]>([
    [["va"], ["validate"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
    [["validate", "--format", "s"], ["sarif"]],
    [
      ["validate", "--format=gi"],
      ["--format=github", "--format=gitlab"],
    ],
    [["validate", "--quiet", "--q"], []],
    [["push", "--overwrite", "x", "--over"], ["--overwrite"]],
    [["push", ""], [":files"]],
    [["rules", "tile-over"], ["tile-overlap"]],
    [["push", "--dry-run", "--profile", ""], ["staging"]],
    [["nope", ""], []],
    [["validate", "--quiet="], []],
  ])("after %j", async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it("every option of every command", async () => {
    for (const { name, options } of COMMANDS)
      expect(await offered(name, "--")).toEqual([
        ...Object.keys(options).map((option) => `--${option}`),
        "--help",
      ]);
  });
});

it("a script is printed, and an unknown shell is named", async () => {
  let text = "";
  const to = {
    ...io(),
    out: (chunk: string) => void (text += chunk),
    err: (chunk: string) => void (text += chunk),
  };
  expect(await main(["completion", "bash"], to)).toBe(0);
  expect(text).toContain("complete -F _mosaic mosaic");
  text = "";
  expect(await main(["completion", "tcsh"], to)).toBe(2);
  expect(text).toContain("specify a shell: bash, zsh, fish or powershell");
});

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

/** Runs a script in a shell, with a `mosaic` that prints the words it gets as candidates. */
async function inShell(shell: string, script: string): Promise<string> {
  const bin = path.join(cwd, "bin");
  mkdirSync(bin, { recursive: true });
  const program = '#!/bin/sh\nshift 3\nfor w; do printf "%s\\ttext\\n" "got<$w>"; done\nprintf ":files\\n"\n';
  writeFileSync(path.join(bin, "mosaic"), program);
  chmodSync(path.join(bin, "mosaic"), 0o755);
  let text = "";
  await main(["completion", shell], { ...io(), out: (chunk) => void (text += chunk) });
  writeFileSync(path.join(cwd, `completion.${shell}`), text);
  return execFileSync(shell, ["-c", script], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"]}` },
  });
}

it.skipIf(process.platform === "win32" || !has("bash"))(
  "bash passes the words and offers files",
  async () => {
    const run = (words: string, cword: number) =>
      inShell(
        "bash",
        `source completion.bash; COMP_WORDS=(${words}); COMP_CWORD=${cword}; _mosaic 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
      );
    expect((await run('mosaic validate "a b"', 2)).trim().split("\n")).toEqual([
      "got<validate>",
      "got<:a b>",
      "a b.dashboard.json",
    ]);
    expect((await run("mosaic push --profile = st", 4)).trim().split("\n").slice(0, 2)).toEqual([
      "got<push>",
      "st>",
    ]);
    expect(await run('mosaic ""', 1)).toContain("got<:>\n");
  },
);

it.skipIf(!has("fish"))("fish passes the words", async () => {
  const out = await inShell("fish", "source completion.fish; complete -C 'mosaic push --profile '");
  // fish sorts them.
  expect(out.split("\n")).toEqual(
    expect.arrayContaining(["got<push>\ttext", "got<--profile>\ttext", "got<:>\ttext"]),
  );
});

it.skipIf(!has("zsh"))("zsh accepts the script", async () => {
  expect(
    await inShell(
      "zsh",
      "autoload -U compinit; compinit -u -d ./dump; source completion.zsh; echo $_comps[mosaic]",
    ),
  ).toBe("_mosaic\n");
});
