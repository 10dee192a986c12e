// Makes render/metrics.json from the fonts in node_modules: how wide each character is. It is in git, because types are
// checked without these packages. Makes render/generated/ with the fonts that a PNG is drawn with.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const out = path.join(root, "render/generated");

/**
 * Styles and the scripts each is shipped for. Arimo and Cousine have the widths of Arial, Helvetica and Liberation Sans, and of Courier New
 * and Liberation Mono: one of them is on nearly every machine, so that an SVG looks the same there.
 */
const STYLES = {
  regular: ["arimo", "400-normal", ["latin", "latin-ext", "greek", "cyrillic"]],
  bold: ["arimo", "700-normal", ["latin", "latin-ext", "greek", "cyrillic"]],
  italic: ["arimo", "400-italic", ["latin"]],
  mono: ["cousine", "400-normal", ["latin"]],
};

/** What contains the fonts. */
export const FONT_PACKAGES = ["node_modules/@fontsource/arimo", "node_modules/@fontsource/cousine"];

/** Where the files of the PNG renderer are, and their names in dist/. */
export const PNG_FILES = [
  ["node_modules/@resvg/resvg-wasm/index_bg.wasm", "resvg.wasm"],
  ...Object.entries(STYLES).flatMap(([style, [, , subsets]]) =>
    subsets
      .filter((subset) => isDrawn(style, subset))
      .map((subset) => [`render/generated/${style}-${subset}.ttf`, `fonts/${style}-${subset}.ttf`]),
  ),
];

/** For other scripts than Latin, the renderer takes the first font that has a character, whatever its weight. */
function isDrawn(style, subset) {
  return subset === "latin" || style === "regular";
}

async function generate() {
  await mkdir(out, { recursive: true });
  const metrics = {};
  for (const [style, [family, variant, subsets]] of Object.entries(STYLES)) {
    const widths = new Map();
    let own;
    for (const subset of subsets) {
      const file = `node_modules/@fontsource/${family}/files/${family}-${subset}-${variant}.woff`;
      const tables = tablesOf(await readFile(path.join(root, file)));
      if (isDrawn(style, subset)) await writeIfNew(`${style}-${subset}.ttf`, toTtf(tables));
      own ??= headOf(tables);
      for (const [character, width] of widthsOf(tables))
        if (!widths.has(character)) widths.set(character, width);
    }
    metrics[style] = { ...own, runs: runsOf(widths) };
  }
  await writeIfNew(
    "../metrics.json",
    Buffer.from(`${JSON.stringify(metrics)}
`),
  );
}

/** The tables of a WOFF file, decompressed. */
function tablesOf(woff) {
  if (woff.readUInt32BE(0) !== 0x774f4646) throw new Error("This is no WOFF file.");
  const count = woff.readUInt16BE(12);
  const tables = new Map();
  for (let i = 0; i < count; i++) {
    const at = 44 + i * 20;
    const tag = woff.toString("latin1", at, at + 4);
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((more) => woff.readUInt32BE(at + more));
    const data = woff.subarray(offset, offset + packed);
    tables.set(tag, { data: packed < length ? inflateSync(data) : data, checksum });
  }
  return tables;
}

/** The same font as a TrueType file, which the renderer of PNGs reads. */
function toTtf(tables) {
  const tags = [...tables.keys()].sort();
  const power = Math.floor(Math.log2(tags.length));
  const header = Buffer.alloc(12 + tags.length * 16);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(tags.length, 4);
  header.writeUInt16BE(2 ** power * 16, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE((tags.length - 2 ** power) * 16, 10);
  const parts = [header];
  let offset = header.length;
  for (const [i, tag] of tags.entries()) {
    const { data, checksum } = tables.get(tag);
    const at = 12 + i * 16;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(checksum, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(data.length, at + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** Units of one em, and how far letters reach above and below the line. */
function headOf(tables) {
  const hhea = tables.get("hhea").data;
  return {
    em: tables.get("head").data.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: -hhea.readInt16BE(6),
  };
}

/** Advance widths by code point. */
function widthsOf(tables) {
  const hmtx = tables.get("hmtx").data;
  const last = tables.get("hhea").data.readUInt16BE(34) - 1;
  const widths = new Map();
  for (const [character, glyph] of glyphsOf(tables.get("cmap").data))
    widths.set(character, hmtx.readUInt16BE(Math.min(glyph, last) * 4));
  return widths;
}

/** Glyphs by code point, from the table's format 4, which covers all characters of these subsets. */
function* glyphsOf(cmap) {
  const count = cmap.readUInt16BE(2);
  for (let i = 0; i < count; i++) {
    const at = cmap.readUInt32BE(4 + i * 8 + 4);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const segments = cmap.readUInt16BE(at + 6) / 2;
    for (let s = 0; s < segments; s++) {
      const end = cmap.readUInt16BE(at + 14 + s * 2);
      const start = cmap.readUInt16BE(at + 16 + segments * 2 + s * 2);
      const delta = cmap.readInt16BE(at + 16 + segments * 4 + s * 2);
      const rangeAt = at + 16 + segments * 6 + s * 2;
      const range = cmap.readUInt16BE(rangeAt);
      for (let character = start; character <= end && character !== 0xffff; character++) {
        const read = range === 0 ? character : cmap.readUInt16BE(rangeAt + range + (character - start) * 2);
        const glyph = read === 0 ? 0 : (read + delta) & 0xffff;
        if (glyph !== 0) yield [character, glyph];
      }
    }
    return;
  }
  throw new Error("The font has no table of characters that can be read.");
}

/** `[first code point, widths…]` for each run of neighbors. */
function runsOf(widths) {
  const runs = [];
  let next = -1;
  for (const character of [...widths.keys()].sort((a, b) => a - b)) {
    if (character !== next) runs.push([character]);
    runs.at(-1).push(widths.get(character));
    next = character + 1;
  }
  return runs;
}

/** Leaves the file alone when nothing changed, so that incremental builds see nothing new. */
async function writeIfNew(name, data) {
  const file = path.join(out, name);
  const old = await readFile(file).catch(() => undefined);
  if (!old?.equals(data)) await writeFile(file, data);
}

await generate();
