// The license notices of bundled packages, which every archive must contain.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Writes the notices of every package that the bundles hold.
 *
 * @param {string} root folder of the checkout
 * @param {readonly import("esbuild").Metafile[]} metafiles what esbuild says about the bundles
 * @param {readonly string[]} more folders of packages of which only files are shipped
 * @param {string} file where to write them
 */
export async function writeNotices(root, metafiles, more, file) {
  const folders = new Set(more);
  for (const { inputs } of metafiles) {
    for (const input of Object.keys(inputs)) {
      const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
      if (folder) folders.add(folder);
    }
  }
  const notices = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(
      await readFile(path.join(root, folder, "package.json"), "utf8"),
    );
    // Parts of a package can have a package.json that only says how they are loaded.
    if (!name || !version) continue;
    notices.set(`${name} ${version}`, {
      license: license ?? "see below",
      texts: await licenceTexts(path.join(root, folder)),
    });
  }
  const parts = ["Mosaic contains these packages. Each is under its own licence, which follows its name.\n"];
  for (const [title, { license, texts }] of [...notices].sort(([a], [b]) => a.localeCompare(b, "en"))) {
    parts.push(
      `${"=".repeat(80)}\n${title} (${license})\n${"=".repeat(80)}\n`,
      ...texts.map((text) => `${text.trim()}\n`),
    );
  }
  await writeFile(file, parts.join("\n"));
}

async function licenceTexts(folder) {
  const names = (await readdir(folder))
    .filter((name) => /^(licen[cs]e|notice|copying)(\.|$)/i.test(name))
    .sort();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
}
