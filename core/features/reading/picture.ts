import { type Catalog, shippedCatalog } from "../../catalog/catalog";
import { type Node, nodeAt, type Span } from "../../document/node";
import { type JsonDocument, syntaxErrors } from "../../document/reader";
import type { Finding } from "../../finding";
import { drawPicture, type Picture, type TileFindings } from "../../grid/picture";
import { diffPicture, isEmptyPatch, type PicturePatch } from "../../grid/picture-patch";
import { truncateText } from "../../grid/shorten";
import { type Canonical, fieldOf } from "../../schema/canonical";
import { withEmptyWidgets, withPlaceholders } from "../placeholders";
import { metricLookup } from "./metric-facts";

/** Messages shown in one tile; the Problems view has them all. */
const MAX_MESSAGES = 4;
const MAX_MESSAGE = 300;

/**
 * The picture of one version of a text. Never throws; what cannot be read is left out.
 * `findings` are those of the same text. `version` is given to the picture,
 * `metrics` are what its sample data goes by.
 */
export function pictureOf(
  document: JsonDocument,
  canonical: Canonical,
  findings: readonly Finding[],
  version = 0,
  metrics: Catalog = shippedCatalog(),
): Picture {
  const byTile = findingsByTile(document, canonical, findings);
  const lookup = metricLookup(metrics);
  const isTemplate = document.holes !== undefined && document.holes.length > 0;
  const value = isTemplate ? withEmptyWidgets(canonical.value) : canonical.value;
  const picture = drawPicture(value, countOf(findings), (id) => byTile.get(id), version, lookup);
  return isTemplate ? withPlaceholders(picture, document, canonical) : picture;
}

/**
 * Where a tile stands in the text: in a mosaic the whole tile with its position, else the widget. Also finds any other
 * canonical pointer, such as a dashboard filter's. Undefined when it is not in the text.
 */
export function rangeOfTile(canonical: Canonical, id: string): Span | undefined {
  const node = nodeOfTile(canonical, id);
  return node && { offset: node.offset, length: node.length };
}

/** Id of the tile whose text holds `offset` or touches it; undefined outside of all tiles. */
export function tileAtOffset(
  canonical: Canonical,
  document: JsonDocument,
  offset: number,
): string | undefined {
  for (let node = nodeAt(document.root, offset); node; node = node.parent) {
    const id = tileOf(canonical, node);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The result of a request for the picture. */
export interface PictureAnswer {
  /** Version of the picture that the asker has after this answer; 0 when there is none. */
  readonly version: number;
  /** The whole picture, when the asker's own is unknown or too old for a patch. */
  readonly picture?: Picture;
  /** From the asker's picture to the present one; absent with `picture` absent too when nothing changed. */
  readonly patch?: PicturePatch;
  /** Set while the text is no JSON: the picture is the last good one, and the text has this many problems, or is blank. */
  readonly stale?: { readonly problems: number; readonly blank?: true };
}

/** Keeps the last valid picture of one document and returns the smallest update for the caller. */
export class PictureTracker {
  private last: Picture | undefined;
  /** What led to it from the one before. */
  private patch: PicturePatch | undefined;

  /**
   * `first` is the version of the first picture. By default it differs from one server process to the next, so that a
   * version known from before a restart is never taken for one of now.
   */
  constructor(private readonly first = Date.now()) {}

  /** `known` is the version of the picture that the asker has; undefined when it has none. */
  answer(
    document: JsonDocument,
    canonical: Canonical,
    findings: readonly Finding[],
    known: number | undefined,
    metrics?: Catalog,
  ): PictureAnswer {
    const broken = syntaxErrors(document).length;
    const blank = document.text.trim() === "" && { blank: true as const };
    const stale = broken > 0 ? { stale: { problems: broken, ...blank } } : {};
    const before = this.last;
    if (broken === 0) this.draw(document, canonical, findings, metrics);
    const now = this.last;
    if (!now) return { version: 0, ...stale };
    if (!before || known !== before.version) return { version: now.version, picture: now, ...stale };
    if (before === now) return { version: now.version, ...stale };
    return { version: now.version, patch: this.patch, ...stale };
  }

  /** A new version only when something that is drawn has changed. */
  private draw(
    document: JsonDocument,
    canonical: Canonical,
    findings: readonly Finding[],
    metrics: Catalog | undefined,
  ): void {
    const before = this.last;
    const version = before ? before.version + 1 : this.first;
    const drawn = pictureOf(document, canonical, findings, version, metrics);
    const patch = before && diffPicture(before, drawn);
    if (patch && isEmptyPatch(patch)) return;
    this.last = drawn;
    this.patch = patch;
  }
}

/** As `rangeOfTile`, with what stands there. */
export function nodeOfTile(canonical: Canonical, id: string): Node | undefined {
  if (!id.startsWith("/")) return undefined;
  const tile = /^(\/mosaicLayout\/tiles\/\d+)\/widget$/.exec(id)?.[1];
  return canonical.nodeOf(tile ?? id);
}

/** The id of the tile that this very node is the text of. */
function tileOf(canonical: Canonical, node: Node): string | undefined {
  if (node.kind !== "object" || node.parent?.kind !== "array") return undefined;
  const list = fieldOf(node.parent)?.name;
  if (list !== "tiles" && list !== "widgets") return undefined;
  const pointer = pointerOf(node);
  const id = list === "tiles" ? `${pointer}/widget` : pointer;
  return nodeOfTile(canonical, id) === node ? id : undefined;
}

function pointerOf(node: Node): string {
  let pointer = "";
  for (let at: Node | undefined = node; at?.parent; at = at.parent) {
    const name = at.property ? (fieldOf(at)?.name ?? at.property.key) : String(at.index);
    pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}${pointer}`;
  }
  return pointer;
}

function findingsByTile(
  document: JsonDocument,
  canonical: Canonical,
  findings: readonly Finding[],
): Map<string, TileFindings> {
  const out = new Map<string, { errors: number; warnings: number; messages: string[] }>();
  const relevant = [...findings]
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .sort((a, b) => rank(a) - rank(b));
  for (const finding of relevant) {
    for (const id of tilesOf(canonical, document, finding)) {
      let entry = out.get(id);
      if (!entry) out.set(id, (entry = { errors: 0, warnings: 0, messages: [] }));
      if (finding.severity === "error") entry.errors++;
      else entry.warnings++;
      if (entry.messages.length < MAX_MESSAGES)
        entry.messages.push(truncateText(finding.message, MAX_MESSAGE));
    }
  }
  return out;
}

/** A finding about two tiles is one of each. */
function tilesOf(canonical: Canonical, document: JsonDocument, finding: Finding): Set<string> {
  const tiles = new Set<string>();
  for (const { offset, length } of [finding, ...(finding.related ?? [])]) {
    // The middle of the first character: a boundary would belong to what stands before it.
    const id = tileAtOffset(canonical, document, offset + Math.min(length, 1) / 2);
    if (id !== undefined) tiles.add(id);
  }
  return tiles;
}

function rank(finding: Finding): number {
  return finding.severity === "error" ? 0 : 1;
}

function countOf(findings: readonly Finding[]): { errors: number; warnings: number } {
  let errors = 0;
  let warnings = 0;
  for (const { severity } of findings) {
    if (severity === "error") errors++;
    else if (severity === "warning") warnings++;
  }
  return { errors, warnings };
}
