import { type Checked, checkOptional, checkParts, sortFindings } from "../check";
import { childAt, type Span } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { MAX_PROBLEMS } from "../document/token-reader";
import type { Finding } from "../finding";
import { languageContext } from "../languages/check";
import type { LanguageContext } from "../languages/language";
import { usesIn } from "../rules/unused-variable";
import type { Canonical } from "../schema/canonical";
import { foreignFormatFinding } from "../schema/foreign";
import { MAX_ERRORS } from "../schema/structure";
import { jsonTiles } from "./json-tiles";
import { moved } from "./moved";
import { placeInTile } from "./summary";
import { changeBetween } from "./text-change";
import type { OutsideReading, Summary, TileForm, TileKind } from "./tile-form";
import { yamlTiles } from "./yaml-tiles";

/** Findings of one tile, or of everything outside of the tiles; each kind in the order in which it was found. */
interface Found {
  readonly problems: readonly Finding[];
  readonly structure: readonly Finding[];
  readonly rules: readonly Finding[];
  readonly languages: readonly Finding[];
  /** Of the optional rules that are asked for. */
  readonly optional: readonly Finding[];
}

interface Tile {
  readonly kind: TileKind;
  readonly start: number;
  readonly length: number;
  /** Offsets count from the start of the tile. */
  readonly found: Found;
  readonly summary: Summary;
}

/** The dashboard with a summary in place of each tile, and what is found outside of the tiles, at offsets of that text. */
interface Skeleton {
  readonly text: string;
  /** Where the summaries start. */
  readonly starts: readonly number[];
  /** The value of `dashboardFilters`. */
  readonly filters: Span | undefined;
  readonly found: Found;
  readonly outside: OutsideReading | undefined;
}

/** What a check of the whole text has found. */
export interface WholeCheck {
  readonly document: JsonDocument;
  readonly canonical: Canonical;
  readonly context: LanguageContext;
  readonly checked: Checked;
  /** Ids of the optional rules that are asked for. */
  readonly optional: readonly string[];
}

/**
 * The findings of one version of a dashboard, tile by tile. In the next version, only the changed tile is read and
 * checked. Findings outside of tiles and of rules about several tiles come from the skeleton.
 *
 * The findings equal those of a check of the whole text, including their order. If that is not certain, there is no
 * outline.
 */
export class Outline {
  private constructor(
    readonly text: string,
    private readonly inputs: CheckInputs,
    private readonly tiles: readonly Tile[],
    private readonly skeleton: Skeleton,
    /** No fewer errors of structure than there are. */
    private readonly errors: number,
  ) {}

  /** The outline of a text that has been checked as a whole; undefined when its parts depend on each other. */
  static of({ document, canonical, context, checked, optional }: WholeCheck): Outline | undefined {
    const { text, problems } = document;
    if (checked.isForeign || checked.errors > MAX_ERRORS || problems.length >= MAX_PROBLEMS) return undefined;
    const form = document.form?.yaml ? yamlTiles : jsonTiles;
    const places = form.find(document, canonical);
    if (!places?.length) return undefined;
    const inputs = { form, context, optional };
    const starts = places.map(({ node }) => node.offset);
    const found = places.map(emptyFound);
    const put = (kind: keyof Found, finding: Finding, offset = finding.offset) => {
      const i = lastUpTo(starts, offset);
      const place = places[i];
      if (!place || offset >= place.end) return;
      const { node } = place;
      // What is wrong with the start of a tile is wrong with what stands before it.
      if (kind === "problems" && offset === node.offset) return;
      found[i]![kind].push(moved(finding, (at) => at - node.offset));
    };
    for (const finding of problems) put("problems", finding);
    for (const finding of judged(document, checked.structure)) put("structure", finding);
    for (const { finding, node } of checked.rules) put("rules", finding, node.offset);
    for (const finding of checked.languages) put("languages", finding);
    for (const { finding, node } of checkOptional(document, canonical, context, optional)) {
      put("optional", finding, node.offset);
    }
    const tiles = places.map(({ kind, node, end }, i): Tile => {
      const summary = form.summarize(node, text, usesIn(node, context.variables));
      return { kind, start: node.offset, length: end - node.offset, found: found[i]!, summary };
    });
    return Outline.with(text, inputs, tiles, checked.errors);
  }

  /** An outline with a new skeleton. */
  private static with(
    text: string,
    inputs: CheckInputs,
    tiles: readonly Tile[],
    errors: number,
    outside?: OutsideReading,
  ): Outline | undefined {
    const skeleton = checkSkeleton(text, tiles, inputs, outside);
    if (!skeleton) return undefined;
    return new Outline(text, inputs, tiles, skeleton, errors + skeleton.errors);
  }

  /** The outline of another version of the text; undefined when that has to be checked as a whole. */
  next(text: string): Outline | undefined {
    const change = changeBetween(this.text, text);
    if (!change) return this;
    const { tiles } = this;
    const { offset, removed, inserted } = change;
    const i = lastTile(tiles, offset);
    const tile = tiles[i];
    const shift = inserted - removed;
    const tileEnd = tile ? tile.start + tile.length : 0;
    // What comes at the end of a text that ends with a tile belongs to the tile.
    const isOpen = tileEnd === this.text.length;
    const isInTile = tile !== undefined && (offset < tileEnd || isOpen);
    const end = isInTile ? tileEnd - (isOpen ? 0 : 1) : (tiles[i + 1]?.start ?? this.text.length);
    // The bracket or the line end behind a tile has to stay, and so has its start.
    if (offset + removed > end || (isInTile && offset === tile.start)) return undefined;
    const moving = (from: number) =>
      tiles.slice(from).map((it): Tile => ({ ...it, start: it.start + shift }));
    if (!isInTile) return this.withTiles(text, [...tiles.slice(0, i + 1), ...moving(i + 1)], this.errors);
    const length = tile.length + shift;
    const checked = checkTile(tile.kind, text.slice(tile.start, tile.start + length), this.inputs);
    const errors = this.errors + (checked?.errors ?? 0);
    if (!checked || errors > MAX_ERRORS) return undefined;
    const { found, summary } = checked;
    const now = [...tiles.slice(0, i), { ...tile, length, found, summary }, ...moving(i + 1)];
    if (countProblems(now, this.skeleton) >= MAX_PROBLEMS) return undefined;
    return isSame(summary, tile.summary)
      ? new Outline(text, this.inputs, now, this.skeleton, errors)
      : this.withTiles(text, now, errors);
  }

  private withTiles(text: string, tiles: readonly Tile[], errors: number): Outline | undefined {
    return Outline.with(text, this.inputs, tiles, errors, this.skeleton.outside);
  }

  /** Ids of the optional rules that were asked for. */
  get optional(): readonly string[] {
    return this.inputs.optional;
  }

  /** All findings but those of the optional rules, in source order. */
  findings(): Finding[] {
    return this.collect(["problems", "structure", "rules", "languages"]);
  }

  optionalFindings(): Finding[] {
    return this.collect(["optional"]);
  }

  /** Where the value of `dashboardFilters` is. */
  dashboardFilters(): Span | undefined {
    const { skeleton, tiles } = this;
    const { filters } = skeleton;
    if (!filters) return undefined;
    const offset = placeInText(filters.offset, skeleton, tiles);
    return { offset, length: placeInText(filters.offset + filters.length, skeleton, tiles) - offset };
  }

  private collect(kinds: readonly (keyof Found)[]): Finding[] {
    const { tiles, skeleton } = this;
    const all: Finding[] = [];
    const fromSkeleton = (offset: number) => placeInText(offset, skeleton, tiles);
    for (const kind of kinds) {
      for (const finding of skeleton.found[kind]) all.push(moved(finding, fromSkeleton));
      for (const { start, found } of tiles) {
        for (const finding of found[kind]) all.push(moved(finding, (offset) => start + offset));
      }
    }
    return all.sort(sortFindings);
  }
}

/** What findings depend on besides the text. */
interface CheckInputs {
  readonly form: TileForm;
  readonly context: LanguageContext;
  /** Ids of the optional rules that are asked for. */
  readonly optional: readonly string[];
}

function checkTile(
  kind: TileKind,
  text: string,
  { form, context, optional }: CheckInputs,
): { readonly found: Found; readonly summary: Summary; readonly errors: number } | undefined {
  const reading = form.read(kind, text);
  if (!reading) return undefined;
  const { document, canonical, node } = reading;
  const start = node.offset;
  const end = start + node.length;
  const checked = checkParts(document, canonical, context, {
    optional,
    of: ({ offset }) => offset >= start && offset < end,
  });
  const own = (findings: readonly Finding[]) =>
    findings.map((finding) => moved(finding, (offset) => offset - start));
  return {
    found: {
      problems: own(document.problems),
      structure: own(judged(document, checked.structure)),
      rules: own(checked.rules.map(({ finding }) => finding)),
      languages: own(checked.languages),
      optional: own(checked.optional.map(({ finding }) => finding)),
    },
    summary: form.summarize(node, document.text, usesIn(node, context.variables)),
    errors: checked.errors,
  };
}

/** Undefined when the text cannot be read tile by tile, or when what it declares for all of them has changed. */
function checkSkeleton(
  text: string,
  tiles: readonly Tile[],
  { form, context, optional }: CheckInputs,
  outside: OutsideReading | undefined,
): (Skeleton & { readonly errors: number }) | undefined {
  let short = "";
  let copied = 0;
  const starts: number[] = [];
  for (const { start, length, summary } of tiles) {
    short += text.slice(copied, start);
    starts.push(short.length);
    short += summary.text;
    copied = start + length;
  }
  short += text.slice(copied);
  const reading = form.skeleton(short, text, tiles, starts, outside);
  if (!reading) return undefined;
  const { document, canonical } = reading;
  if (foreignFormatFinding(document.root)) return undefined;
  const declared = languageContext(canonical).variables;
  if (JSON.stringify(declared) !== JSON.stringify(context.variables)) return undefined;
  const isOutside = (offset: number) => {
    const i = lastUpTo(starts, offset);
    return i < 0 || offset >= starts[i]! + tiles[i]!.summary.text.length;
  };
  const checked = checkParts(document, canonical, context, {
    optional,
    of: ({ offset }) => isOutside(offset),
  });
  const filters = childAt(document.root, "dashboardFilters") ?? childAt(document.root, "dashboard_filters");
  return {
    text: short,
    starts,
    filters: filters && { offset: filters.offset, length: filters.length },
    errors: checked.errors,
    found: {
      problems: document.problems.filter(({ offset }) => isOutside(offset) || starts.includes(offset)),
      structure: judged(document, checked.structure),
      rules: checked.rules.map(({ finding }) => finding),
      languages: checked.languages,
      optional: checked.optional.map(({ finding }) => finding),
    },
    outside: reading.outside,
  };
}

/** What errors of structure say in the document's form. */
function judged(document: JsonDocument, findings: readonly Finding[]): readonly Finding[] {
  return document.form?.judge?.(document, findings) ?? findings;
}

function isSame(a: Summary, b: Summary): boolean {
  return a.text === b.text && a.tree?.value === b.tree?.value;
}

/** Where in the text a place of the skeleton is. */
function placeInText(offset: number, { starts }: Skeleton, tiles: readonly Tile[]): number {
  const i = lastUpTo(starts, offset);
  const tile = tiles[i];
  if (!tile) return offset;
  const from = offset - starts[i]!;
  const { text } = tile.summary;
  return from < text.length
    ? tile.start + placeInTile(tile.summary, from)
    : tile.start + tile.length + from - text.length;
}

function countProblems(tiles: readonly Tile[], skeleton: Skeleton): number {
  let count = skeleton.found.problems.length;
  for (const { found } of tiles) count += found.problems.length;
  return count;
}

function emptyFound(): { [kind in keyof Found]: Finding[] } {
  return { problems: [], structure: [], rules: [], languages: [], optional: [] };
}

/** Index of the last of some ascending numbers that is not above `limit`; -1 when all are. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  return lastIndex(numbers.length, (i) => numbers[i]! <= limit);
}

function lastTile(tiles: readonly Tile[], offset: number): number {
  return lastIndex(tiles.length, (i) => tiles[i]!.start <= offset);
}

/** Last index for which something holds that holds for all smaller ones too; -1 when there is none. */
function lastIndex(count: number, holds: (index: number) => boolean): number {
  let low = -1;
  let high = count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
