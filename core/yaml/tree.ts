import { type Document, isAlias, isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import { truncate } from "../document/clip";
import type { LineMap } from "../document/lines";
import { type ContainerNode, MAX_DEPTH, type Node, type ObjectNode, type Property } from "../document/node";
import { MAX_PROBLEMS } from "../document/token-reader";
import type { Finding } from "../finding";
import { plainValue } from "./scalars";
import { firstOf, type Source, styleOf, type Token } from "./source";
import { blockHeader, decodeBlock, decodeFlow } from "./strings";
import { syntaxMessage } from "./syntax";
import { SCALAR_TAGS, TAG, tagged } from "./tags";
import { duplicates, endOf, everywhere, node, type Place } from "./tree-parts";
import type { Written, WrittenKey, YamlStyle } from "./written";

/** One document of a YAML file, in the tree that all forms of dashboards share. */
export interface ReadDocument {
  /** Absent where the document holds nothing. */
  readonly root: Node | undefined;
  readonly problems: readonly Finding[];
  /** Where the document starts and ends: from behind the marker before it to the next one. */
  readonly start: number;
  readonly end: number;
}

/** Through aliases a small text can stand for any number of values; beyond this many they are not followed. */
const MAX_ALIASED = 20_000;

export const TOO_DEEP = "The values are nested too deeply to be read.";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
const PROPS = new Set(["anchor", "tag"]);
const START = new Set(["anchor", "tag", "explicit-key-ind"]);

interface MergeAt {
  readonly start: number;
  readonly keyOffset: number;
  readonly keyLength: number;
  readonly colon: number;
}

const MERGE = "<<";

/** Makes the tree of one document. */
export class TreeBuilder {
  private readonly problems: Finding[] = [];
  private readonly anchors = new Map<string, Source>();
  /** Anchors whose values are being read, which an alias in them cannot stand for. */
  private readonly open = new Set<string>();
  private aliased = 0;
  private readonly is12: boolean;

  constructor(
    private readonly text: string,
    private readonly lines: LineMap,
    private readonly document: Document.Parsed,
  ) {
    const { yaml } = document.directives;
    this.is12 = yaml.explicit === true && yaml.version === "1.2";
  }

  build(start: number, end: number): ReadDocument {
    for (const error of this.document.errors) {
      const [from, to] = error.pos;
      const at = /^\S{0,20}/.exec(this.text.slice(from, from + 20))![0];
      this.report(
        "yaml-syntax",
        syntaxMessage(error, at),
        from,
        Math.max(Math.min(to, this.lineEnd(from)) - from, 1),
      );
    }
    const { contents } = this.document;
    const nothing = !contents || (isScalar(contents) && this.isEmpty(contents));
    const root = nothing
      ? undefined
      : this.value(contents, {
          parent: undefined,
          property: undefined,
          index: -1,
          depth: 0,
          alias: undefined,
        });
    return { root, problems: this.problems, start, end };
  }

  private isEmpty(node: Source): boolean {
    const token = node.srcToken as Token | undefined;
    return isScalar(node) && !node.tag && !node.anchor && (!token || token.source === "");
  }

  private value(source: Source | null, place: Place): Node {
    const alias = place.alias;
    if (alias && ++this.aliased > MAX_ALIASED) return this.nothing(place, alias.offset, alias.length);
    if (!source) return this.nothing(place, place.parent?.offset ?? 0, 0);
    const [from] = source.range ?? [0];
    if (place.depth > MAX_DEPTH) {
      this.report("yaml-syntax", TOO_DEEP, alias?.offset ?? from, 1);
      return this.nothing(place, alias?.offset ?? from, alias?.length ?? 0);
    }
    if (isAlias(source)) return this.alias(source as never, place);
    const { anchor } = source as { anchor?: string };
    if (anchor && !alias) {
      this.anchors.set(anchor, source);
      this.open.add(anchor);
    }
    const tag = this.tagOf(source, alias !== undefined);
    const node = isMap(source)
      ? this.object(source as never, place)
      : isSeq(source)
        ? this.list(source as never, place)
        : this.scalar(source, place, tag);
    if (anchor && !alias) this.open.delete(anchor);
    return node;
  }

  /** The short name of a tag that YAML itself has; undefined where there is none, or one that gcloud does not know. */
  private tagOf(source: Source, isAliased: boolean): string | undefined {
    const { tag } = source;
    if (!tag || !(source as { srcToken?: unknown }).srcToken) return undefined;
    if (tag === "!") return "str";
    const own = tag.startsWith(TAG) ? tag.slice(TAG.length) : "";
    const fits = isMap(source) ? own === "map" : isSeq(source) ? own === "seq" : SCALAR_TAGS.has(own);
    const isWritten = this.propsBefore(source) < source.range![0];
    if (!isWritten) return undefined;
    if (!fits && !isAliased) {
      const at = this.propsBefore(source);
      const name = /!\S*/.exec(this.text.slice(at, source.range![0]))?.[0] ?? tag;
      const offset = at + Math.max(this.text.slice(at, source.range![0]).indexOf(name), 0);
      this.report(
        "yaml-tag",
        `gcloud cannot make JSON of the tag ${truncate(name)}. Remove it.`,
        offset,
        name.length,
      );
    }
    return fits ? own : undefined;
  }

  /** Where the anchor or the tag before a value starts, or the value itself. */
  private propsBefore(source: Source): number {
    return this.starts.get(source) ?? source.range![0];
  }
  private readonly starts = new Map<Source, number>();

  private alias(source: { source: string; range: [number, number, number] }, place: Place): Node {
    const [offset, end] = source.range;
    const outer = place.alias ?? { offset, length: end - offset, name: source.source };
    const target = this.anchors.get(source.source);
    const problem = !target
      ? `No anchor is named ${truncate(source.source)} above this alias. Add it, or correct the name.`
      : this.open.has(source.source)
        ? "This alias refers to a value that contains it. Remove it."
        : undefined;
    if (problem) this.report("yaml-alias", problem, outer.offset, outer.length);
    if (!target || problem) return this.nothing({ ...place, alias: outer }, outer.offset, outer.length);
    const before = this.aliased;
    const name = source.source;
    this.open.add(name);
    const node = this.value(target, { ...place, alias: outer });
    this.open.delete(name);
    if (before <= MAX_ALIASED && this.aliased > MAX_ALIASED)
      this.report(
        "yaml-alias",
        `The aliases expand to more than ${MAX_ALIASED} values. Use fewer of them.`,
        outer.offset,
        outer.length,
      );
    return node;
  }

  private nothing(place: Place, offset: number, length: number): Node {
    const { parent, property, index } = place;
    const yaml: Written = {
      style: place.alias ? "alias" : "empty",
      start: offset,
      column: -1,
      dash: place.dash,
      shared: place.alias ? aliasReason(place.alias.name) : undefined,
    };
    return node({ kind: "null", offset, length, parent, property, index, value: null }, yaml);
  }

  private writtenAs(style: YamlStyle, source: Source, place: Place, column: number): Written {
    const { alias, dash } = place;
    const { anchor } = source as { anchor?: string };
    return {
      dash,
      style: alias ? "alias" : style,
      start: alias ? alias.offset : this.propsBefore(source),
      column,
      shared: alias ? aliasReason(alias.name) : undefined,
      anchor: !alias && anchor !== undefined ? anchor : undefined,
      hasTag: !alias && source.tag && this.propsBefore(source) < source.range![0] ? true : undefined,
    };
  }

  private object(source: YAMLMap<Source, Source | null> & Source, place: Place): Node {
    const { parent, property, index, alias } = place;
    const properties: Property[] = [];
    const flow = source.flow === true;
    const [from, to] = source.range!;
    const token = source.srcToken as Token | undefined;
    const style = this.writtenAs(flow ? "flow" : "block", source, place, token?.indent ?? -1);
    const offset = alias?.offset ?? from;
    const yaml: Written = !token && !alias ? { ...style, shared: "it is a pair without braces" } : style;
    const object = node(
      { kind: "object", offset, length: 0, parent, property, index, properties },
      yaml,
    ) as ObjectNode;
    const merges: { value: Source; at: MergeAt }[] = [];
    for (const pair of source.items) {
      const item = (pair as { srcToken?: { start: Token[]; sep?: Token[]; key?: Token | null } }).srcToken;
      const key = pair.key as Source | null;
      if (!key) continue;
      const [keyOffset, keyEnd] = key.range!;
      const start = firstOf(item?.start, START) ?? keyOffset;
      if (pair.value) this.noteStart(pair.value, item?.sep);
      if (firstOf(item?.start, PROPS) !== undefined) this.starts.set(key, firstOf(item?.start, PROPS)!);
      const colon = item?.sep?.find(({ type }) => type === "map-value-ind")?.offset ?? -1;
      const name = this.keyText(key);
      if (name === undefined) {
        if (!alias)
          this.report(
            "yaml-key",
            "A key must be a string. JSON has no others.",
            keyOffset,
            keyEnd - keyOffset,
          );
        continue;
      }
      if (name === MERGE && isScalar(key) && (key as { type?: string }).type === "PLAIN" && pair.value) {
        merges.push({ value: pair.value, at: { start, keyOffset, keyLength: keyEnd - keyOffset, colon } });
        continue;
      }
      const own: WrittenKey = {
        start,
        style: isAlias(key) ? "alias" : styleOf(key),
        shared:
          isAlias(key) || key.tag || (key as { anchor?: string }).anchor
            ? "its key has an anchor, an alias or a tag"
            : undefined,
      };
      const member = {
        key: name,
        keyOffset: alias?.offset ?? keyOffset,
        keyLength: alias?.length ?? keyEnd - keyOffset,
        colonOffset: alias ? alias.offset : colon,
        value: undefined as Node | undefined,
        parent: object,
        yaml: alias ? { ...own, shared: aliasReason(alias.name) } : own,
      };
      properties.push(member);
      if (colon >= 0 || pair.value)
        member.value = this.member(
          pair.value,
          { ...place, parent: object, property: member, index: -1, dash: undefined },
          colon,
          keyEnd,
        );
    }
    const mergedFrom = properties.length;
    if (merges.length > 0) {
      const known = new Set(properties.map(({ key }) => key));
      for (const { value, at } of merges) this.merge(value, at, object, properties, known, place);
    }
    if (!alias) {
      const last = properties[mergedFrom - 1];
      const end = flow
        ? to
        : Math.max(...merges.map(({ value }) => value.range![1]), last ? endOf(last) : from);
      (object as Mutable<Node>).length = end - from;
      for (const finding of duplicates(properties)) this.add(finding);
    } else (object as Mutable<Node>).length = alias.length;
    return object;
  }

  private member(source: Source | null, place: Place, colon: number, keyEnd: number): Node {
    const next = { ...place, depth: place.depth + 1 };
    const at = place.alias?.offset ?? (colon >= 0 ? colon + 1 : keyEnd);
    if (!source || (isScalar(source) && this.isEmpty(source)))
      return this.nothing(next, at, place.alias?.length ?? 0);
    return this.value(source, next);
  }

  /** Adds what a merge key stands for: members of one object or several, as far as they are not there already. */
  private merge(
    source: Source,
    at: MergeAt,
    object: ObjectNode,
    into: Property[],
    known: Set<string>,
    place: Place,
  ): void {
    const all = isSeq(source) ? (source.items as unknown as Source[]) : [source];
    for (const each of all) {
      const holder = isAlias(each)
        ? this.alias(each as never, {
            parent: undefined,
            property: undefined,
            index: -1,
            depth: place.depth + 1,
            alias: place.alias,
          })
        : this.value(each, {
            parent: undefined,
            property: undefined,
            index: -1,
            depth: place.depth + 1,
            alias: place.alias,
          });
      if (holder.kind !== "object") {
        if (holder.kind !== "null" || !isAlias(each))
          this.report("yaml-alias", "A merge key << takes objects only.", at.keyOffset, at.keyLength);
        continue;
      }
      for (const { key, value } of holder.properties) {
        if (known.has(key)) continue;
        known.add(key);
        const own: WrittenKey = { start: at.start, style: "alias", shared: "it comes from a merge key" };
        const member = {
          key,
          keyOffset: at.keyOffset,
          keyLength: at.keyLength,
          colonOffset: at.colon,
          value,
          parent: object,
          yaml: own,
        };
        if (value) Object.assign(value, { parent: object, property: member });
        into.push(member);
      }
    }
  }

  private list(source: YAMLSeq<Source | null> & Source, place: Place): Node {
    const { parent, property, index, alias } = place;
    const flow = source.flow === true;
    const [from, to] = source.range!;
    const token = source.srcToken as Token | undefined;
    const items: Node[] = [];
    const list = node(
      { kind: "array", offset: alias?.offset ?? from, length: 0, parent, property, index, items },
      this.writtenAs(flow ? "flow" : "block", source, place, token?.indent ?? -1),
    );
    const dashes = flow
      ? []
      : (token?.items ?? []).filter(
          ({ start, value }) => value || start.some(({ type }) => type === "seq-item-ind"),
        );
    let end = from;
    source.items.forEach((item, i) => {
      const dash = dashes[i]?.start.find(({ type }) => type === "seq-item-ind")?.offset;
      if (item) this.noteStart(item, flow ? undefined : dashes[i]?.start);
      const next = {
        ...place,
        parent: list as ContainerNode,
        property: undefined,
        index: i,
        dash: alias ? undefined : dash,
      };
      const made = this.member(item, next, dash ?? from - 1, from);
      items.push(made);
      end = Math.max(end, made.offset + made.length);
    });
    (list as Mutable<Node>).length = alias ? alias.length : (flow ? to : end) - from;
    return list;
  }

  private noteStart(source: Source, tokens: readonly Token[] | undefined): void {
    const colon =
      tokens?.findLastIndex(({ type }) => type === "map-value-ind" || type === "seq-item-ind") ?? -1;
    const start = firstOf(tokens?.slice(colon + 1), PROPS);
    if (start !== undefined) this.starts.set(source, start);
  }

  private scalar(source: Source, place: Place, tag: string | undefined): Node {
    const { parent, property, index, alias } = place;
    const token = source.srcToken as Token | undefined;
    const base = { parent, property, index };
    if (!token || !isScalar(source)) return this.nothing(place, source.range![0], 0);
    const [from, to] = source.range!;
    let offset = from;
    let length = to - from;
    let decoded: { value: string; runs: readonly number[] };
    let column = -1;
    if (token.type === "block-scalar") {
      const header = token.props!.find(({ type }) => type === "block-scalar-header")?.source ?? "|";
      const start = token.offset + token.props!.reduce((sum, { source: part = "" }) => sum + part.length, 0);
      const block = decodeBlock(token.source ?? "", start, blockHeader(header), token.indent ?? 0);
      decoded = block;
      offset = token.offset;
      length = Math.max(block.end - offset, header.length);
      column = block.indent;
    } else decoded = decodeFlow(token.source ?? "", token.offset);
    const style = styleOf(source);
    const yaml = this.writtenAs(style, source, place, column);
    if (alias) ({ offset, length } = alias);
    const { value } = decoded;
    // Long strings count for more: where each of their characters stands takes memory.
    if (alias) this.aliased += value.length >> 5;
    const runs = alias ? everywhere(value.length, alias.offset) : decoded.runs;
    const string = () => node({ kind: "string", offset, length, ...base, value, runs }, yaml);
    const resolved =
      tag !== undefined
        ? tagged(value, tag, this.is12)
        : style === "plain"
          ? plainValue(value, this.is12)
          : undefined;
    switch (resolved?.kind) {
      case "number":
        return node({ kind: "number", offset, length, ...base, value: resolved.value }, yaml);
      case "boolean":
        return node({ kind: "boolean", offset, length, ...base, value: resolved.value }, yaml);
      case "null":
        return node({ kind: "null", offset, length, ...base, value: null }, yaml);
      case "string":
        if (resolved.isDate && !alias)
          this.report(
            "yaml-date",
            `${truncate(value)} without quotes is a date in YAML, which gcloud cannot send. Put it in quotes.`,
            offset,
            length,
            "warning",
          );
        if (resolved.value === value) return string();
        return node(
          {
            kind: "string",
            offset,
            length,
            ...base,
            value: resolved.value,
            runs: everywhere(resolved.value.length, offset),
          },
          yaml,
        );
      default:
        return string();
    }
  }

  /** A key as JSON has it; undefined for lists and objects. */
  private keyText(key: Source): string | undefined {
    const source = isAlias(key) ? this.anchors.get((key as unknown as { source: string }).source) : key;
    if (!source || !isScalar(source)) return undefined;
    const token = source.srcToken as Token | undefined;
    if (!token) return undefined;
    if (token.type === "block-scalar") return String(source.value ?? "");
    const { anchor } = source as { anchor?: string };
    if (anchor && source === key) this.anchors.set(anchor, source);
    return decodeFlow(token.source ?? "", 0).value;
  }

  private lineEnd(offset: number): number {
    const line = this.lines.positionAt(offset).line;
    return line + 1 < this.lines.lineCount ? this.lines.lineStart(line + 1) - 1 : this.text.length;
  }

  private report(
    code: string,
    message: string,
    offset: number,
    length: number,
    severity: Finding["severity"] = "error",
  ): void {
    // What is missing at the end of the text has no character to be reported at.
    this.add({ code, severity, message, offset, length: Math.min(length, this.text.length - offset) });
  }

  private add(finding: Finding): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(finding);
  }
}

function aliasReason(name: string): string {
  return `it is written as the alias *${truncate(name)}`;
}
