import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../test/support/runs";
import { readConfig } from "./config";
import { coarseGlob, globProblem, matchesGlob } from "./glob";

it.each<[glob: string, yes: string[], no: string[]]>([
  ["*.json", ["a.json", ".json", ".a.json"], ["a/b.json", "a.jsonc", ""]],
  ["**/*.json", ["a.json", "a/b.json", "a/b/c.json"], ["a/b"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "ab/c"]],
  ["**", ["a", "a/b"], []],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb", "a/x/b/c"]],
  ["a**b", ["ab", "axb"], ["a/b"]],
  ["**a/b", ["a/b", "xa/b"], ["x/a/b"]],
  ["?/x", ["a/x"], ["/x", "ab/x", "//x"]],
  ["{a,b}/*.json", ["a/x.json", "b/x.json"], ["c/x.json"]],
  ["{a,b/{c,d}}x", ["ax", "b/cx", "b/dx"], ["b/x", "b/c"]],
  ["{**/x,y}/z", ["x/z", "a/b/x/z", "y/z"], ["a/y/z"]],
  ["a{,.b}.json", ["a.json", "a.b.json"], ["a,.b.json"]],
  ["{a", ["{a"], ["a"]],
  ["{a}", ["{a}"], ["a"]],
  ["[id]/a+(b).json", ["[id]/a+(b).json"], ["i/ab.json"]],
  ["\\*/\\{a,b\\}", ["*/{a,b}"], ["x/a"]],
  ["{a\\,b,c}", ["a,b", "c"], ["a"]],
  ["./x/*.json", ["x/a.json"], ["./x/a.json"]],
  ["a.b", ["a.b"], ["axb"]],
])("%s", (glob, yes, no) => {
  expect(yes.filter((path) => !matchesGlob(path, glob))).toEqual([]);
  expect(no.filter((path) => matchesGlob(path, glob))).toEqual([]);
});

/** What a glob without braces and escapes means, written down without a thought for time. */
function naive(glob: readonly string[], path: readonly string[]): boolean {
  if (glob.length === 0 || path.length === 0) return glob.length === path.length;
  const [first, ...rest] = glob;
  if (first === "**" && rest.length === 0) return true;
  if (first === "**") return naive(rest, path) || naive(glob, path.slice(1));
  return segment(first!, path[0]!) && naive(rest, path.slice(1));
}
function segment(glob: string, text: string): boolean {
  if (glob === "") return text === "";
  if (glob[0] === "*") return segment(glob.slice(1), text) || (text !== "" && segment(glob, text.slice(1)));
  return text !== "" && (glob[0] === "?" || glob[0] === text[0]) && segment(glob.slice(1), text.slice(1));
}
function expanded(glob: string): string[] {
  const found = /\{([^{}]*)\}/.exec(glob);
  if (!found) return [glob];
  const [before, after] = [glob.slice(0, found.index), glob.slice(found.index + found[0].length)];
  return found[1]!.split(",").flatMap((choice) => expanded(before + choice + after));
}

it("means what its description says", () => {
  const piece = fc.constantFrom("a", "b", "*", "?", ".", "{a,b}", "{b,*a}", "{,a/}", "{?/b,.}");
  const segmentOf = fc.array(piece, { minLength: 1, maxLength: 3 });
  const ordinary = segmentOf.map((pieces) => pieces.join("").replaceAll("**", "*"));
  const globs = fc.array(fc.oneof(ordinary, fc.constant("**")), { minLength: 1, maxLength: 4 });
  const paths = fc.array(fc.stringMatching(/^[ab.]{1,3}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(globs, paths, (globParts, path) => {
      const glob = globParts.join("/");
      // Where braces make two stars meet or a segment empty, there is nothing to agree on.
      fc.pre(
        !glob.startsWith("./") && !expanded(glob).some((text) => /[^/]\*\*|\*\*[^/]|\/$|^\.\//.test(text)),
      );
      const wanted = expanded(glob).some((text) => naive(text.split("/"), path));
      expect(matchesGlob(path.join("/"), glob), `${glob} on ${path.join("/")}`).toBe(wanted);
    }),
    { numRuns: runs(1000) },
  );
});

describe("what makes other matchers backtrack", () => {
  it.each([
    `${"*a".repeat(400)}b`,
    `${"**/".repeat(300)}b`,
    `${"{a,aa}".repeat(150)}b`,
    `${"{*,*a}".repeat(150)}b`,
    `${"{".repeat(400)}a,b${"}".repeat(400)}`,
    `${"{a,".repeat(240)}b${"}".repeat(240)}c`,
  ])("%.20s…", (glob) => {
    expect(globProblem(glob)).toBe(undefined);
    expect(matchesGlob("a".repeat(3000), glob)).toBe(false);
    expect(matchesGlob("a/".repeat(1500), glob)).toBe(false);
  });

  it("is not tried when it is too long", () => {
    expect(matchesGlob("aa", "a*".repeat(5000))).toBe(false);
  });
});

it("has a coarser one that finds at least as much", () => {
  expect(["a/*.json", "**/x.dashboard.json", "a/*", "*.{json,tpl}", "a.b/c"].map(coarseGlob)).toEqual([
    ...["**/*.json", "**/*.json", "**/*", "**/*.{json,tpl}", "**/*"],
  ]);
});

it("has a coarser one of a choice of endings only when each is known", () => {
  expect(["*.{a.yaml,yml}", "*.{json,}", "{x,*.{a,b}}", "*.{js*,tpl}", "a.\\{b,c}"].map(coarseGlob)).toEqual([
    ...["**/*.{yaml,yml}", "**/*", "**/*", "**/*", "**/*"],
  ]);
});

it("takes so many and no more", () => {
  const read = (number: number) => readConfig(JSON.stringify({ dashboards: Array(number).fill("a/*.json") }));
  expect(read(200).findings).toEqual([]);
  expect(read(201).findings).toMatchObject([{ message: '"dashboards" has more than 200 globs.' }]);
});

it("refuses what leaves the folder, for both members that take globs", () => {
  for (const glob of [
    "/etc/*",
    "/**/*.json",
    "../x",
    "a/../../x",
    "{..,a}/x",
    "C:/x",
    "\\\\host\\x",
    "~/x",
    "!a",
  ]) {
    expect(globProblem(glob), glob).toBeDefined();
    for (const config of [
      { dashboards: ["ok/*.json", glob] },
      { overrides: [{ files: [glob], rules: {} }] },
      { overrides: [{ files: glob, rules: {} }] },
    ]) {
      const text = JSON.stringify(config);
      const { config: read, findings } = readConfig(text);
      expect(findings).toMatchObject([{ code: "bad-glob", offset: text.indexOf(JSON.stringify(glob)) }]);
      expect(findings[0]!.length).toBe(JSON.stringify(glob).length);
      expect(JSON.stringify(read)).not.toContain(JSON.stringify(glob));
    }
  }
  for (const glob of ["a..b/*.json", "..a/x", ".hidden/*", "a~b"])
    expect(globProblem(glob), glob).toBe(undefined);
});
