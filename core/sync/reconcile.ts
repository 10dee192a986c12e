import type { Node } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { readAgain } from "../document/reader";
import type { TextEdit } from "../edit/change";
import { continuing, editDocument, copySource as written } from "../edit/edit";
import { memberProperty } from "../schema/canonical";
import { dashboardType, type Field, type MessageType } from "../schema/messages";
import { equalityKey, getMember, isArray, isObject, type Json, setMember } from "./json";
import { matchTiles, rectangleKey } from "./match";
import { normalElement, normalMember, normalMessage } from "./normal-form";
import { matchItems } from "./reconcile-match";
import { DocumentVersion, Version } from "./version";

export type Reconciled =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/**
 * The smallest edit that makes a file equal to `remote`.
 *
 * Everything equal stays as the author wrote it: naming style, order of members and tiles, zero values and defaults. New
 * tiles are added at the end; an etag is removed. The result is read again; if it does not equal `remote`, only a reason
 * is returned.
 *
 * @param file its document, or the version that is in it; must be JSON without syntax errors
 * @param remote a dashboard as JSON, or a `Version` of one
 * @returns edits against the text of the file (none when nothing differs) and the text they make
 */
export function reconcile(file: JsonDocument | DocumentVersion, remote: unknown): Reconciled {
  const local = file instanceof DocumentVersion ? file : new DocumentVersion(file);
  const document = local.value;
  const { root } = document;
  if (root?.kind !== "object" || document.problems.some((p) => p.severity === "error")) {
    return {
      ok: false,
      reason: document.form?.yaml
        ? "the file is not one YAML object without errors"
        : "the file is not a JSON object",
    };
  }
  const target = Version.of(remote);
  const hasEtag = root.properties.some(({ key }) => key === "etag");
  if (!hasEtag && local.equals(target)) return { ok: true, edits: [], text: document.text };
  const value = blendMessage({ node: root, value: local.canonical }, target.canonical, dashboardType());
  const result = editDocument(document, [{ op: "set", path: [], value }]);
  if (!result.ok) return result;
  if (!new DocumentVersion(readAgain(document, result.text)).equals(target)) {
    return {
      ok: false,
      reason: "internal error: the edited file would differ from the remote dashboard. Report this problem",
    };
  }
  return result;
}

/** A value of the file: its node, as the author wrote it, and its canonical value. */
interface Written {
  readonly node: Node;
  readonly value: Json;
}

/** The remote message in the style of the file. */
function blendMessage(local: Written, remote: Json, type: MessageType | undefined): unknown {
  if (local.node.kind !== "object" || !isObject(local.value) || !isObject(remote)) return remote;
  const keys: string[] = [];
  const out = new Map<string, unknown>();
  for (const { key } of local.node.properties) {
    const name = type?.field(key)?.name ?? key;
    const property = memberProperty(local.node, name);
    if (!property?.value) {
      // null is the same as missing.
      if (getMember(remote, name) === undefined && !out.has(key)) keep(key, null);
      continue;
    }
    if (property.key !== key || out.has(key)) continue;
    const blended = blendMember(
      { node: property.value, value: local.value[name]! },
      getMember(remote, name),
      name,
      type,
    );
    if (blended !== undefined) keep(key, blended);
  }
  let previous = -1;
  for (const name of Object.keys(remote)) {
    const written = memberProperty(local.node, name)?.key ?? name;
    const at = keys.indexOf(written);
    if (at >= 0) previous = at;
    else if (getMember(local.value, name) === undefined) {
      if (isRootOnly(name, type) || normalMember(remote[name]!, type?.field(name), type) === undefined)
        continue;
      keys.splice(++previous, 0, name);
      out.set(name, remote[name]!);
    }
  }
  const result: Record<string, Json> = {};
  for (const key of keys) setMember(result, key, out.get(key) as Json);
  return result;

  function keep(key: string, value: unknown): void {
    keys.push(key);
    out.set(key, value);
  }
}

/** The etag belongs to one version on the service: in a file it is out of date with the next save. */
function isRootOnly(name: string, type: MessageType | undefined): boolean {
  return name === "etag" && type?.name === "Dashboard";
}

function blendMember(
  local: Written,
  remote: Json | undefined,
  name: string,
  type: MessageType | undefined,
): unknown {
  const field = type?.field(name);
  if (isRootOnly(name, type)) return undefined;
  const isName = name === "name" && type?.name === "Dashboard";
  const normal = (value: Json | undefined): string =>
    value === undefined
      ? ""
      : isName
        ? equalityKey(getMember(normalMessage({ name: value }, type), "name"))
        : equalityKey(normalMember(value, field, type));
  if (normal(local.value) === normal(remote)) return asWritten(local);
  if (remote === undefined || normal(remote) === "") return undefined;
  if (field?.repeated) return blendList(local, remote, field);
  if (field?.kind === "message") return blendMessage(local, remote, field.message);
  if (field === undefined) return blendMessage(local, remote, undefined);
  if (field.kind === "map") return blendMap(local, remote);
  return inStyleOf(local.node, remote, field);
}

/** Entries of a map have no defaults: an empty text is a value like any other. */
function blendMap(local: Written, remote: Json): Json {
  if (!isObject(local.value) || !isObject(remote)) return remote;
  const out: Record<string, Json> = {};
  for (const key of Object.keys(local.value))
    if (Object.hasOwn(remote, key)) setMember(out, key, remote[key]!);
  for (const key of Object.keys(remote)) setMember(out, key, remote[key]!);
  return out;
}

function blendList(local: Written, remote: Json, field: Field): unknown {
  const { node, value } = local;
  if (node.kind !== "array" || !isArray(value) || !isArray(remote)) return remote;
  const normal = (item: Json): Json => normalElement(item, field);
  const before = value.map(normal);
  const after = remote.map(normal);
  const blend = (i: number, j: number): unknown => {
    const item: Written = { node: node.items[i]!, value: value[i]! };
    if (equalityKey(before[i]!) === equalityKey(after[j]!)) return asWritten(item);
    const blended = field.kind === "message" ? blendMessage(item, remote[j]!, field.message) : remote[j]!;
    return continuing(item.node, blended);
  };
  if (field.message?.name === "Tile") return blendTiles(before, after, remote, blend);
  const partner = new Map(matchItems(before, after).map(([i, j]) => [j, i]));
  return remote.map((item, j) => {
    const i = partner.get(j);
    return i === undefined ? item : blend(i, j);
  });
}

/**
 * Tiles keep their places in the file, the new ones follow. Tiles with the same rectangle must have the service's order,
 * so they are assigned in that order.
 */
function blendTiles(
  before: readonly Json[],
  after: readonly Json[],
  remote: readonly Json[],
  blend: (i: number, j: number) => unknown,
): unknown {
  const pairs = matchTiles(before, after);
  const partner = new Map(pairs.map(([i, j]) => [j, i]));
  const fresh = [...after.keys()].filter((j) => !partner.has(j));
  const order = [...pairs].sort((x, y) => x[0] - y[0]).map(([, j]) => j);
  order.push(...fresh);
  const stacks = new Map<string, number[]>();
  for (const [slot, j] of order.entries()) {
    const rectangle = rectangleKey(after[j]!);
    const slots = stacks.get(rectangle);
    if (slots) slots.push(slot);
    else stacks.set(rectangle, [slot]);
  }
  for (const slots of stacks.values()) {
    const inOrder = slots.map((slot) => order[slot]!).sort((x, y) => x - y);
    slots.forEach((slot, k) => {
      order[slot] = inOrder[k]!;
    });
  }
  return order.map((j) => {
    const i = partner.get(j);
    return i === undefined ? remote[j]! : blend(i, j);
  });
}

/** Equal values keep their text, even if they move. */
function asWritten(local: Written): unknown {
  return written(local.node);
}

/** A whole number that the author writes without quotes stays without. */
function inStyleOf(node: Node, remote: Json, field: Field): Json {
  if (field.kind !== "int64" || node.kind !== "number" || typeof remote !== "string") return remote;
  const number = Number(remote);
  return Number.isSafeInteger(number) ? number : remote;
}
