import type { JsonDocument } from "../document/reader";
import type { TextEdit } from "../edit/change";
import { canonicalize } from "../schema/canonical";
import { dashboardType } from "../schema/messages";
import { type Difference, differences } from "./compare";
import { equalityKey, getMember, isArray, isObject, type Json, type JsonObject } from "./json";
import { memberLocation, ROOT_LOCATION } from "./locations";
import { type MergeConflict, Merger } from "./merge-values";
import { normalForm, normalFormOf, normalMember } from "./normal-form";
import { reconcile } from "./reconcile";
import { Version } from "./version";

export type { MergeConflict } from "./merge-values";

export type Merged =
  | {
      readonly ok: true;
      /** The merged dashboard. */
      readonly value: JsonObject;
      /** The local text with all remote edits. */
      readonly text: string;
      /** The edits of the local text; none if it already has all remote edits. */
      readonly edits: readonly TextEdit[];
      /** What the merge changes in the local dashboard. */
      readonly incoming: readonly Difference[];
    }
  | {
      readonly ok: false;
      /** Never empty. */
      readonly conflicts: readonly MergeConflict[];
      /**
       * The local text with all remote edits that do not conflict, to resolve the rest by hand; undefined if there are
       * none, or they cannot be written.
       */
      readonly rest?: { readonly text: string; readonly edits: readonly TextEdit[] };
    };

/**
 * Merges two versions of a dashboard. An edit is merged if the other side did not change the same. The result has all
 * edits of both sides; otherwise there is only a list of conflicts.
 *
 * Tiles are merged only if they are certainly the same: by a unique id, otherwise by the similarity of the whole widget,
 * then by position. Ambiguous tiles are a conflict. The local `name` stays, and no `etag`.
 *
 * @param base the dashboard that both have started from, as JSON in any spelling the service reads or a `Version` of it
 * @param local the local file; must be JSON without syntax errors, or the conflict says that it is not
 * @param remote the other version
 */
export function merge3(base: unknown, local: JsonDocument, remote: unknown): Merged {
  const ours = canonicalize(local).value as Json | undefined;
  const syntax = local.problems.some((p) => p.severity === "error");
  if (!isObject(ours) || syntax)
    return failed(
      local.form?.yaml ? "the file is not one YAML object without errors" : "the file is not a JSON object",
    );
  const merger = new Merger();
  const versions = {
    base: content(Version.of(base).canonical),
    local: content(ours),
    remote: content(Version.of(remote).canonical),
  };
  const value = { ...own(ours), ...merger.message(versions, dashboardType(), ROOT_LOCATION) };
  columnsClash(merger, versions);
  const result = reconcile(local, value);
  if (merger.conflicts.length > 0) {
    const { conflicts } = merger;
    if (!result.ok || result.edits.length === 0) return { ok: false, conflicts };
    return { ok: false, conflicts, rest: { text: result.text, edits: result.edits } };
  }
  if (!result.ok) return failed(result.reason);
  const { text, edits } = result;
  return { ok: true, value, text, edits, incoming: differences(ours, value) };
}

/** Whether the local dashboard has all remote edits since the base. */
export function containsEdits(base: unknown, local: JsonDocument, remote: unknown): boolean {
  const merged = merge3(base, local, remote);
  return merged.ok && merged.incoming.length === 0;
}

function failed(text: string): Merged {
  return { ok: false, conflicts: [{ pointer: "", text }] };
}

/** Everything except name and etag. */
function content(value: Json): JsonObject {
  if (!isObject(value)) return {};
  const { name: _, etag: __, ...rest } = value;
  return rest;
}

function own(local: JsonObject): JsonObject {
  const name = getMember(local, "name");
  return name === undefined ? {} : { name };
}

/** Positions depend on the number of columns, so a change of it conflicts with a move. */
function columnsClash(
  merger: Merger,
  { base, local, remote }: Record<"base" | "local" | "remote", JsonObject>,
): void {
  const layout = (value: JsonObject) => getMember(value, "mosaicLayout");
  const type = dashboardType().field("mosaicLayout")!.message!;
  const columns = (value: JsonObject) => {
    const member = getMember(layout(value), "columns");
    return member === undefined ? "" : equalityKey(normalMember(member, type.field("columns"), type));
  };
  const places = (value: JsonObject) => {
    const tiles = getMember(layout(value), "tiles");
    const rectangles = (isArray(tiles) ? tiles : []).map((tile) =>
      ["xPos", "yPos", "width", "height"].map((key) => getMember(tile, key) ?? 0),
    );
    return rectangles.map(equalityKey).sort().join();
  };
  const [b, l, r] = [columns(base), columns(local), columns(remote)];
  if (l === r) return;
  const other = l === b ? local : r === b ? remote : undefined;
  if (!other || places(other) === places(base)) return;
  const at = memberLocation(memberLocation(ROOT_LOCATION, "mosaicLayout"), "columns");
  const [mine, theirs] = other === local ? ["tiles moved", `${b} → ${r}`] : [`${b} → ${l}`, "tiles moved"];
  merger.conflict(at, `${mine} locally, ${theirs} remotely`);
}

/** The normal form of a file without the member that only says which dashboard it is. */
export function contentOfFile(document: JsonDocument): Json {
  return content(normalFormOf(document));
}

/** The same for a dashboard as JSON. */
export function contentOfValue(value: unknown): Json {
  return content(normalForm(value));
}
