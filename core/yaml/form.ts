import { truncate } from "../document/clip";
import {
  type Node,
  type NumberNode,
  nodeAt,
  type Property,
  pathOf,
  type Span,
  type StringNode,
} from "../document/node";
import type { Form, JsonDocument, Replacement } from "../document/reader";
import { StringMap } from "../document/string-map";
import type { Change } from "../edit/change";
import type { Finding } from "../finding";
import { editYaml, isWrittenYaml } from "./edit/edit";
import { written } from "./written";

/** How a document of a YAML file is read again and written. @param yaml where the document stands in its file */
export function yamlForm(read: (text: string) => JsonDocument | undefined, yaml: Span): Form {
  return { isJson: false, yaml, read, write, edit: editYaml, judge, sourceOf };
}

/**
 * Edits of strings that were made for JSON, as they are written in YAML; beside them, what `editDocument` has made fits already.
 * What changes more than the text of strings cannot be written.
 */
function write(document: JsonDocument, edits: readonly Replacement[]): readonly Replacement[] | undefined {
  const foreign = edits.filter((edit) => !isWrittenYaml(edit));
  if (foreign.length === 0) return edits;
  const values = new Map<StringNode, string>();
  for (const edit of [...foreign].sort((a, b) => b.offset - a.offset)) {
    const node = stringAt(document, edit);
    const value = node && !written(node)?.shared ? spliced(document, node, edit, values) : undefined;
    if (value === undefined) return undefined;
    values.set(node!, value);
  }
  const changes = [...values].map(([node, value]): Change => ({ op: "set", path: pathOf(node), value }));
  const result = editYaml(document, changes, {});
  if (!result.ok) return undefined;
  const all = [...edits.filter(isWrittenYaml), ...result.edits].sort((a, b) => a.offset - b.offset);
  const isDisjoint = all.every(
    ({ offset }, i) => i === 0 || all[i - 1]!.offset + all[i - 1]!.length <= offset,
  );
  return isDisjoint ? all : undefined;
}

function stringAt({ root }: JsonDocument, { offset, length }: Span): StringNode | undefined {
  const node = nodeAt(root, offset);
  return node?.kind === "string" && offset + length <= node.offset + node.length ? node : undefined;
}

/** The value of a string in which a part is replaced by text that is escaped for JSON. */
function spliced(
  { text }: JsonDocument,
  node: StringNode,
  { offset, length, text: by }: Replacement,
  values: ReadonlyMap<StringNode, string>,
): string | undefined {
  const map = new StringMap(text, node);
  const now = values.get(node) ?? node.value;
  const put = parsed(`"${by}"`);
  if (typeof put !== "string") return undefined;
  // Edits come last first, so that what stands before this one is as it was.
  const from = map.toDecoded(offset);
  const to = Math.max(map.toDecoded(offset + length), from);
  return now.slice(0, from) + put + now.slice(to);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Findings that hold. One wrong indentation makes other keys of all that follows, so behind a syntax error, and in what lies
 * around it, only the syntax is told. A wrong type says how YAML has read what is written.
 */
function judge(document: JsonDocument, findings: readonly Finding[]): readonly Finding[] {
  const broken = document.problems.find(({ code }) => code === "yaml-syntax")?.offset;
  const problems = new Set<Finding>(document.problems);
  return findings.flatMap((finding): Finding[] => {
    if (problems.has(finding)) return [finding];
    if (isBrokenAlias(document, finding)) return [];
    if (broken !== undefined && !endsBefore(document, finding, broken)) return [];
    return [finding.code === "wrong-type" ? withReading(document, finding) : finding];
  });
}

/** Whether the object that a finding is about, or whose member it is about, ends before an offset. */
function endsBefore({ root }: JsonDocument, { offset, length }: Finding, limit: number): boolean {
  if (offset + length > limit) return false;
  const node = nodeAt(root, offset);
  let object: Node | undefined = node;
  while (object && object.kind !== "object") object = object.parent;
  return object !== undefined && object.offset + object.length <= limit;
}

/** Whether a finding is about an alias whose value is not known. */
function isBrokenAlias({ root }: JsonDocument, { offset }: Finding): boolean {
  const node = nodeAt(root, offset);
  const subject = (node?.kind === "object" ? propertyOf(node.properties, offset)?.value : undefined) ?? node;
  return subject?.kind === "null" && written(subject)?.style === "alias";
}

function propertyOf(properties: readonly Property[], offset: number): Property | undefined {
  return properties.find(({ keyOffset, keyLength }) => offset >= keyOffset && offset < keyOffset + keyLength);
}

function withReading(document: JsonDocument, finding: Finding): Finding {
  const node = nodeAt(document.root, finding.offset);
  const source = node && sourceOf(document, node);
  if (source === undefined) return finding;
  return {
    ...finding,
    message: `${finding.message} Without quotes, YAML reads ${truncate(source)} as ${JSON.stringify((node as NumberNode).value)}.`,
  };
}

/** The text of a value without quotes that YAML reads as something else than that text. */
function sourceOf({ text }: JsonDocument, node: Node): string | undefined {
  if (node.kind !== "number" && node.kind !== "boolean") return undefined;
  if (written(node)?.style !== "plain") return undefined;
  const source = text.slice(node.offset, node.offset + node.length);
  return source === JSON.stringify(node.value) ? undefined : source;
}
