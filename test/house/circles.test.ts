import { readFileSync } from "node:fs";
import path from "node:path";
import { glob } from "tinyglobby";
import { expect, it } from "vitest";

const root = path.resolve(__dirname, "../..");
const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:([\w*{}\s,$]+?)\s+from\s+)?["'](\.[^"']*)["']/g;

/**
 * Circles that are there still, each as its files or folders. Take one out when it is gone; add none.
 */
const KNOWN_FILES: string[][] = [];
const KNOWN_FOLDERS: string[][] = [];

/** Nothing of a type is left at run time. */
const isTypesOnly = (type: string | undefined, names: string | undefined) =>
  Boolean(type) || (/^\s*\{/.test(names ?? "") && /\w/.test(names!) && !/[{,]\s*(?!type\s)\w/.test(names!));

/** What each file imports, with or without what it imports for types alone. */
function importsOf(files: readonly string[], withTypes: boolean): Map<string, string[]> {
  const known = new Set(files);
  const resolve = (from: string, to: string) => {
    const target = path.posix.join(path.posix.dirname(from), to);
    return [target, `${target}.ts`, `${target}/index.ts`].find((file) => known.has(file));
  };
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const found = [...text.matchAll(IMPORT)].flatMap(([, type, names, to]) =>
        withTypes || !isTypesOnly(type, names) ? (resolve(file, to!) ?? []) : [],
      );
      return [file, found];
    }),
  );
}

/** The groups of nodes that reach each other (Tarjan), without those of one node. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found.sort();
}

const folderOf = (file: string) => path.posix.dirname(file);

/** A folder and those below it are one room; their files may import each other. */
const isInside = (a: string, b: string) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

async function graphOfFiles(withTypes: boolean) {
  const files = await glob(["{core,api,disk,server,cli,emulator,client}/**/*.ts"], {
    cwd: root,
    ignore: ["**/*.test.ts", "core/schema/generated/**"],
  });
  expect(files.length).toBeGreaterThan(50);
  return importsOf(files.map((file) => file.replaceAll("\\", "/")).sort(), withTypes);
}

it("no files need each other in a circle at run time", async () => {
  expect(circles(await graphOfFiles(false))).toEqual(KNOWN_FILES);
});

it("no folders import each other in a circle", async () => {
  const folders = new Map<string, string[]>();
  for (const [file, targets] of await graphOfFiles(true)) {
    const folder = folderOf(file);
    const others = targets.map(folderOf).filter((target) => !isInside(folder, target));
    folders.set(folder, [...(folders.get(folder) ?? []), ...others]);
  }
  expect(circles(folders)).toEqual(KNOWN_FOLDERS);
});

it("finds a circle over three files", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["a"]],
    ["d", ["a"]],
  ]);
  expect(circles(graph)).toEqual([["a", "b", "c"]]);
});
