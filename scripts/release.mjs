// `node scripts/release.mjs v0.2.0 --notes FILE` checks that a tag can be released, writes the notes of its version from
// CHANGELOG.md, and prints what the workflow needs.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/**
 * The Marketplace has no versions such as 0.3.0-beta.1, so an odd minor version is a pre-release.
 *
 * @param {string} version
 */
export function channelOf(version) {
  const [, minor] = /^\d+\.(\d+)\.\d+$/.exec(version) ?? [];
  if (minor === undefined) throw new Error(`"${version}" is not a version such as 0.2.0`);
  return Number(minor) % 2 === 1 ? "pre-release" : "release";
}

/**
 * The section of a version in a changelog, without its heading. A pre-release without a section has that of "Unreleased".
 *
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = (name) => sections.find((text) => text.startsWith(`[${name}]`));
  const found =
    section(version) ?? (channelOf(version) === "pre-release" ? section("Unreleased") : undefined);
  const notes = found
    ?.slice(found.indexOf("\n"))
    .replace(/^\[[^\]]+\]: .*$/gm, "")
    .trim();
  if (!notes) throw new Error(`CHANGELOG.md has no section for ${version}`);
  return `${notes}\n`;
}

/** @param {string} tag @param {{ version: string }} manifest @param {string} changelog */
export function releaseOf(tag, { version }, changelog) {
  if (tag !== `v${version}`)
    throw new Error(`The tag ${tag} is not v${version}, the version in package.json`);
  return { version, channel: channelOf(version), notes: notesOf(changelog, version) };
}

if (process.argv[1] && fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  const [tag = "", option, file] = process.argv.slice(2);
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const changelog = await readFile(path.join(root, "CHANGELOG.md"), "utf8");
  const { version, channel, notes } = releaseOf(tag, manifest, changelog);
  if (option === "--notes" && file) {
    await mkdir(path.dirname(path.resolve(file)), { recursive: true });
    await writeFile(file, notes);
  }
  console.log(`version=${version}\nchannel=${channel}`);
}
