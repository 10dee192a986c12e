import { type Hole, maskHoles } from "../document/holes";
import { LineMap } from "../document/lines";
import { everyNode, type Span, type StringNode } from "../document/node";
import { type JsonDocument, readRegion } from "../document/reader";
import { checkTerraformStrings } from "./checks";
import {
  bracketEnd,
  CLOSE_BRACE,
  Cursor,
  EQUALS,
  expressionEnd,
  type Heredoc,
  heredocAt,
  NEWLINE,
  OPEN_BRACE,
  OPEN_PAREN,
  QUOTE,
  quotedEnd,
} from "./cursor";
import { readExpression } from "./expression";
import { expressionForm, heredocForm } from "./form";
import { TERRAFORM_RESOURCE } from "./resource";
import { decodeJson } from "./strings";

/** How a dashboard is written in a Terraform file. */
export type TerraformForm = "heredoc" | "jsonencode" | "file" | "templatefile" | "computed";

/** One `google_monitoring_dashboard` of a Terraform file. */
export interface TerraformDashboard {
  /** `google_monitoring_dashboard.main`. */
  readonly address: string;
  readonly name: string;
  /** Where the resource's name stands, in quotes. */
  readonly nameSpan: Span;
  /** The whole resource. */
  readonly block: Span;
  readonly form: TerraformForm;
  /** The expression that gives `dashboard_json`. */
  readonly value: Span;
  /** The part of the file that is the dashboard's text: what is between the markers or the parentheses. */
  readonly body: Span;
  /** For `heredoc` and `jsonencode`: the heredoc, or the call. */
  readonly source?: Span;
  /** For `file` and `templatefile`: the path as it is written, without its quotes. */
  readonly path?: string;
  /**
   * For `heredoc` and `jsonencode`: the dashboard, with offsets of the file, whose text and lines it has. Its problems are
   * those of this dashboard alone.
   */
  readonly document?: JsonDocument;
}

/** Whether a file needs a look at all. */
export function mayHoldDashboards(text: string): boolean {
  return text.includes(TERRAFORM_RESOURCE);
}

/** Whether a file without a resource may have the text of a dashboard in its `locals`, for resources of other files. */
export function mayHoldLocalDashboards(text: string): boolean {
  return text.includes("locals") && /(?:mosaic|grid|row|column)_?[Ll]ayout/.test(text);
}

/** A dashboard whose text is in the `locals` of another file of its folder. */
export interface LocalUse {
  readonly address: string;
  readonly name: string;
  /** Name of the local value. */
  readonly local: string;
  /** The value is an object, for `jsonencode`. */
  readonly encoded: boolean;
}

/** The dashboards of a file that take their text from the `locals` of other files. */
export function localUses(text: string): readonly LocalUse[] {
  if (!mayHoldDashboards(text) || text.length > MAX_LENGTH || !text.includes("local.")) return [];
  const { resources, locals } = new FileReader(text).read();
  return resources.flatMap(({ address, name, value }) => {
    const missing = value && resolve(text, value, locals)?.missing;
    return missing ? [{ address, name, ...missing }] : [];
  });
}

/** Whether a file is Terraform code by its name. */
export function isTerraformName(path: string): boolean {
  return /\.(?:tf|tofu)$/i.test(path);
}

/** Larger files are not read, in UTF-16 code units. */
const MAX_LENGTH = 4_000_000;

/**
 * The dashboards of a Terraform file, in the order of the file. Never throws; takes linear time.
 *
 * @param uses dashboards of other files, whose text may be in the `locals` of this one
 */
export function terraformDashboards(
  text: string,
  uses: readonly LocalUse[] = [],
): readonly TerraformDashboard[] {
  const isUsed = uses.length > 0 && mayHoldLocalDashboards(text);
  if ((!mayHoldDashboards(text) && !isUsed) || text.length > MAX_LENGTH) return [];
  const { resources, locals } = new FileReader(text).read();
  const found = resources.flatMap((resource): Found[] => {
    const resolved = resource.value && resolve(text, resource.value, locals);
    return resolved ? [{ ...resource, ...resolved }] : [];
  });
  const seen = new Set<string>();
  for (const { address, name, local, encoded } of isUsed ? uses : []) {
    const region = locals.get(local);
    // Two resources may share one of the locals.
    if (!region || seen.has(local)) continue;
    seen.add(local);
    const resolved = resolve(text, region, locals, encoded);
    if (!resolved || (resolved.form !== "heredoc" && resolved.form !== "jsonencode")) continue;
    const { offset } = region.key;
    const block = { offset, length: resolved.value.offset + resolved.value.length - offset };
    found.push({ address, name, nameSpan: region.key, block, ...resolved });
  }
  return withDocuments(text, found, uses);
}

/** A value as far as it is known where it stands. */
interface Resolved {
  readonly form: TerraformForm;
  readonly value: Span;
  readonly body: Span;
  readonly source?: Span;
  readonly path?: string;
  readonly heredoc?: Heredoc;
  /** The local value of another file that the expression is. */
  readonly missing?: Pick<LocalUse, "local" | "encoded">;
}

interface Resource {
  readonly address: string;
  readonly name: string;
  readonly nameSpan: Span;
  readonly block: Span;
  readonly value: Region | undefined;
}

/** An expression, and where the block ends in which it stands. */
interface Region {
  readonly at: number;
  readonly limit: number;
}

/** The value of a local, and where its name stands. */
interface Local extends Region {
  readonly key: Span;
}

class FileReader {
  readonly resources: Resource[] = [];
  /** Where the values of `locals` stand. */
  readonly locals = new Map<string, Local>();
  private readonly cursor: Cursor;
  /** How many blocks were not closed: after a few, each next block's start counts as the end. */
  private broken = 0;

  constructor(private readonly text: string) {
    this.cursor = new Cursor(text);
  }

  read(): this {
    const { cursor } = this;
    for (cursor.skipBlank(true); !cursor.isAtEnd; cursor.skipBlank(true)) {
      const word = cursor.word();
      if (word) this.block(word);
      else cursor.skipUnit();
    }
    return this;
  }

  /** A block such as `resource "type" "name" { … }`. */
  private block(word: string): void {
    const { cursor, text } = this;
    const start = cursor.at - word.length;
    const labels: Span[] = [];
    for (;;) {
      cursor.skipBlank(false);
      const { at: offset, code } = cursor;
      if (code === QUOTE) cursor.at = quotedEnd(text, offset);
      else if (!cursor.word()) break;
      labels.push({ offset, length: cursor.at - offset });
    }
    if (cursor.code !== OPEN_BRACE) return;
    const open = cursor.at;
    const end = this.endOfBlock(open);
    cursor.at = end;
    const [type, name] = labels;
    if (word === "locals" && labels.length === 0) {
      for (const { key, offset, at } of this.attributes(open, end)) {
        const name = { offset, length: key.length };
        if (!this.locals.has(key)) this.locals.set(key, { at, limit: end, key: name });
      }
    } else if (word === "resource" && name && this.label(type!) === TERRAFORM_RESOURCE) {
      const attribute = this.attributes(open, end).find(({ key }) => key === "dashboard_json");
      const label = this.label(name);
      this.resources.push({
        address: `${TERRAFORM_RESOURCE}.${label}`,
        name: label,
        nameSpan: name,
        block: { offset: start, length: end - start },
        value: attribute && { at: attribute.at, limit: end },
      });
    }
  }

  private label({ offset, length }: Span): string {
    return this.text.slice(offset, offset + length).replace(/^"|"$/g, "");
  }

  private endOfBlock(open: number): number {
    const { text } = this;
    if (this.broken < MAX_BROKEN) {
      const end = bracketEnd(text, open);
      if (end >= 0) return end;
      this.broken++;
    }
    BLOCK.lastIndex = open;
    const next = BLOCK.exec(text)?.index ?? text.length;
    const end = bracketEnd(text, open, next);
    return end < 0 ? next : end;
  }

  /** The attributes of a block itself, not of the blocks in it. */
  private attributes(open: number, end: number): { key: string; offset: number; at: number }[] {
    const found: { key: string; offset: number; at: number }[] = [];
    const cursor = new Cursor(this.text.slice(0, end), open + 1);
    for (cursor.skipBlank(true); !cursor.isAtEnd && cursor.code !== CLOSE_BRACE; cursor.skipBlank(true)) {
      const offset = cursor.at;
      const key = cursor.word();
      if (!key) {
        cursor.skipUnit();
        continue;
      }
      cursor.skipBlank(false);
      if (cursor.code === EQUALS && cursor.text.charCodeAt(cursor.at + 1) !== EQUALS) {
        cursor.at++;
        cursor.skipBlank(false);
        found.push({ key, offset, at: cursor.at });
      }
      while (!cursor.isAtEnd && cursor.code !== NEWLINE && cursor.code !== CLOSE_BRACE) cursor.skipUnit();
    }
    return found;
  }
}

/** The line that starts a block at the top of a file. */
const BLOCK =
  /^(?:resource|data|module|variable|output|locals|provider|terraform|moved|import|check|removed)\b[ \t]*(?:"[^"\n]*"[ \t]*){0,2}\{/gm;
const MAX_BROKEN = 20;

/** Functions that leave a dashboard what it is. */
const TRANSPARENT = new Set(["trimspace", "chomp", "replace", "sensitive", "nonsensitive", "tostring"]);
const MAX_STEPS = 10;

/** What an expression is, through parentheses, `locals` of the same file, and functions that change nothing. */
function resolve(
  text: string,
  region: Region,
  locals: ReadonlyMap<string, Region>,
  isObject = false,
): Resolved | undefined {
  let { at, limit } = region;
  const whole = { offset: region.at, length: valueEnd(text, region) - region.at };
  const computed: Resolved = { form: "computed", value: whole, body: whole };
  /** Inside `jsonencode(…)`, where the dashboard is an object. */
  let encoded = isObject;
  let call: Span | undefined;
  for (let step = 0; step < MAX_STEPS; step++) {
    const cursor = new Cursor(text.slice(0, limit), at);
    cursor.skipBlank(true);
    at = cursor.at;
    const { code } = cursor;
    if (encoded && code === OPEN_BRACE) {
      const end = bracketEnd(text, at, limit);
      const body = { offset: at, length: (end < 0 ? limit : end) - at };
      return { form: "jsonencode", value: whole, body, source: call };
    }
    if (code === OPEN_PAREN) {
      at++;
      continue;
    }
    if (!encoded) {
      const heredoc = heredocAt(cursor.text, at);
      if (heredoc) return fromHeredoc(text, at, heredoc, whole) ?? computed;
      if (code === QUOTE && text.startsWith("${", at + 1)) {
        limit = Math.min(limit, expressionEnd(text, at + 2));
        if (limit < 0) return computed;
        at += 3;
        continue;
      }
    }
    const start = cursor.at;
    const word = cursor.word();
    if (word === "local" && text[cursor.at] === ".") {
      cursor.at++;
      const local = cursor.word();
      const next = locals.get(local);
      cursor.skipBlank(false);
      if (/[.[?]/.test(text.charAt(cursor.at))) return computed;
      if (!next) return { ...computed, missing: { local, encoded } };
      ({ at, limit } = next);
      continue;
    }
    cursor.skipBlank(false);
    if (cursor.code !== OPEN_PAREN) return computed;
    const end = bracketEnd(text, cursor.at, limit);
    at = ++cursor.at;
    if (end >= 0) limit = end;
    if (!encoded && word === "jsonencode") {
      encoded = true;
      call = { offset: start, length: limit - start };
    } else if (!encoded && (word === "file" || word === "templatefile")) {
      cursor.skipBlank(true);
      if (text[cursor.at] !== '"') return computed;
      const closing = quotedEnd(text, cursor.at);
      const path = text.slice(cursor.at + 1, closing - 1);
      return { form: word, value: whole, body: whole, path };
    } else if (encoded || !TRANSPARENT.has(word)) return computed;
  }
  return computed;
}

/** The end of an expression at the top of a block. */
function valueEnd(text: string, { at, limit }: Region): number {
  const cursor = new Cursor(text.slice(0, limit), at);
  let end = at;
  while (!cursor.isAtEnd && cursor.code !== NEWLINE && cursor.code !== CLOSE_BRACE) {
    const before = cursor.at;
    cursor.skipBlank(false);
    if (cursor.at !== before) continue;
    cursor.skipUnit();
    end = cursor.at;
  }
  return end;
}

/** A heredoc that is one expression and nothing else is what the expression is. */
function fromHeredoc(text: string, at: number, heredoc: Heredoc, value: Span): Resolved | undefined {
  const { bodyStart, bodyEnd } = heredoc;
  const body = { offset: bodyStart, length: bodyEnd - bodyStart };
  const written = text.slice(bodyStart, bodyEnd);
  const first = bodyStart + (written.length - written.trimStart().length);
  if (text.startsWith("${", first)) {
    const end = expressionEnd(text, first + 1);
    if (end >= 0 && text.slice(end, bodyEnd).trim() === "") {
      const call = /^\$\{\s*(file|templatefile)\s*\(\s*"((?:[^"\\\n]|\\.)*)"/.exec(text.slice(first, end));
      return call ? { form: call[1] as "file", value, body: value, path: call[2]! } : undefined;
    }
  }
  return { form: "heredoc", value, body, source: { offset: at, length: heredoc.end - at }, heredoc };
}

/** What is a hole in a heredoc. */
const MARKS = { template: true, braces: false };

type Found = Omit<Resource, "value"> & Resolved;

function withDocuments(
  text: string,
  found: readonly Found[],
  uses: readonly LocalUse[],
): TerraformDashboard[] {
  const lines = new LineMap(text);
  // One text for all heredocs, as long as the file, so that offsets stay and the time is linear.
  const parts: string[] = [];
  const masked = new Map<
    Found,
    { readonly document: Pick<JsonDocument, "holes" | "shaped">; readonly escapes: readonly Hole[] }
  >();
  let copied = 0;
  for (const dashboard of [...found].sort((a, b) => a.body.offset - b.body.offset)) {
    const { form, body } = dashboard;
    if (form !== "heredoc") continue;
    const end = body.offset + body.length;
    const region = maskHoles(text.slice(body.offset, end), MARKS);
    const moved = region.holes.map((hole) => ({ ...hole, offset: hole.offset + body.offset }));
    const escapes = moved.filter(({ kind }) => kind === "escape");
    const holes = escapes.length > 0 ? moved.filter(({ kind }) => kind !== "escape") : moved;
    masked.set(dashboard, { document: { holes, shaped: region.shaped }, escapes });
    // Two resources may share one of the locals.
    if (body.offset < copied) continue;
    parts.push(text.slice(copied, body.offset), region.text);
    copied = end;
  }
  parts.push(text.slice(copied));
  const readable = parts.join("");
  return found.map((dashboard, index) => {
    const read = (changed: string) => sameDashboard(changed, dashboard.address, index, found, uses);
    const { address, name, nameSpan, block, form, value, body, source, path } = dashboard;
    const common = {
      address,
      name,
      nameSpan,
      block,
      form,
      value,
      body,
      ...(source && { source }),
      ...(path !== undefined && { path }),
    };
    const end = body.offset + body.length;
    const json = masked.get(dashboard);
    if (!json && form !== "jsonencode") return common;
    const document: JsonDocument = json
      ? { ...readRegion(readable, body.offset, end, lines), text, ...json.document, form: heredocForm(read) }
      : {
          ...readExpression(text.slice(0, end), body.offset, false),
          text,
          lines,
          namesLines: false,
          form: expressionForm(read),
        };
    if (json) dropEscapes(document, json.escapes);
    return {
      ...common,
      document: { ...document, problems: [...document.problems, ...checkTerraformStrings(document)] },
    };
  });
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Takes the escapes `$${` and `%%{` out of the strings in which they stand. Both lists are in order. */
function dropEscapes(document: JsonDocument, escapes: readonly Span[]): void {
  if (escapes.length === 0) return;
  let next = 0;
  for (const node of everyNode(document.root)) {
    if (node.kind !== "string") continue;
    while (next < escapes.length && escapes[next]!.offset < node.offset) next++;
    const end = node.offset + node.length;
    if (next === escapes.length || escapes[next]!.offset >= end) continue;
    const { value, runs } = decodeJson(document.text, node.offset + 1, end - 1);
    Object.assign(node as Mutable<StringNode>, { value, runs });
  }
}

/** A dashboard by its address, and by its place among those of the same address, which Terraform does not allow. */
function sameDashboard(
  text: string,
  address: string,
  index: number,
  before: readonly Found[],
  uses: readonly LocalUse[],
): JsonDocument | undefined {
  const nth = before.slice(0, index).filter((other) => other.address === address).length;
  return terraformDashboards(text, uses).filter((other) => other.address === address)[nth]?.document;
}
