import { getMember, isArray, isObject, type Json, setMember } from "../../sync/json";
import { normalElement } from "../../sync/normal-form";
import { DocumentVersion, Version } from "../../sync/version";
import { fillHolesFrom } from "../../template/fill";
import { tileField } from "./layouts";
import { pairTiles } from "./pairs";

/**
 * Two versions in which the holes of a template have what the other version has at the same place. The tiles of the two
 * may be in another order.
 */
export function withoutHoles(a: Version, b: Version): readonly [Version, Version] {
  const after = filledFrom(a, b);
  return [filledFrom(after, a), after];
}

function filledFrom(other: Version, template: Version): Version {
  if (!(template instanceof DocumentVersion) || !template.value.holes?.length) return template;
  return new Version(fillHolesFrom(template.value, inOrderOf(template.canonical, other.canonical)));
}

/** A dashboard with its tiles in the order of another one, so that what is at the same index is the same tile. */
function inOrderOf(template: Json, dashboard: Json): Json {
  const [theirs, own] = [template, dashboard].map((value) =>
    getMember(getMember(value, "mosaicLayout"), "tiles"),
  );
  if (!isArray(theirs) || !isArray(own) || !isObject(dashboard)) return dashboard;
  const normal = (tiles: readonly Json[]) => tiles.map((tile) => normalElement(tile, tileField()));
  const tiles: Json[] = theirs.map(() => null);
  for (const [i, j] of pairTiles(normal(own), normal(theirs))) tiles[j] = own[i]!;
  const out: Record<string, Json> = {};
  for (const key of Object.keys(dashboard)) setMember(out, key, dashboard[key]!);
  out["mosaicLayout"] = { ...(dashboard["mosaicLayout"] as object), tiles };
  return out;
}
