import { dashboardType, type Field, messageType } from "../../schema/messages";
import { getMember, isArray, isObject, type Json, type JsonObject, setMember } from "../../sync/json";
import { normalElement, normalMessage } from "../../sync/normal-form";
import type { ArrangedTile, Arrangement } from "../arrangement";
import type { Change } from "./model";

/** The field of a mosaic's tiles. */
export function tileField(): Field {
  return messageType("MosaicLayout").field("tiles")!;
}

/** The normal form of the tile that an arranged one stands for; a widget alone in a layout without positions. */
export function normalTile(canonical: Json, { id, widget }: ArrangedTile): Json {
  const index = /^\/mosaicLayout\/tiles\/(\d+)\/widget$/.exec(id)?.[1];
  if (index === undefined) return { widget: normalMessage(widget as JsonObject, messageType("Widget")) };
  const tiles = getMember(getMember(canonical, "mosaicLayout"), "tiles") as readonly Json[];
  return normalElement(tiles[Number(index)]!, tileField());
}

/**
 * A dashboard in normal form without its widgets, rows and columns.
 *
 * @param name whether the name stays
 */
export function withoutWidgets(normal: Json, name: boolean): Json {
  if (!isObject(normal)) return {};
  const out: Record<string, Json> = {};
  for (const key of Object.keys(normal)) {
    const value = normal[key]!;
    if (key === "name" && !name) continue;
    setMember(
      out,
      key,
      LAYOUT_LISTS.has(key) && isObject(value) ? without(value, LAYOUT_LISTS.get(key)!) : value,
    );
  }
  return out;
}

/** The list of widgets, or of what contains them, by layout. */
const LAYOUT_LISTS = new Map(
  dashboardType()
    .oneofs.flatMap(({ members }) => members)
    .map((layout) => [
      layout,
      dashboardType()
        .field(layout)!
        .message!.fields.find((f) => f.repeated)!.name,
    ]),
);

function without(layout: JsonObject, list: string): JsonObject {
  const { [list]: _, ...rest } = layout;
  return rest;
}

/** Number and weights of the rows or columns of a layout. */
export function lineChanges(before: Json, after: Json, { layout }: Arrangement): readonly Change[] {
  if (layout !== "row" && layout !== "column") return [];
  const pointer = layout === "row" ? "/rowLayout/rows" : "/columnLayout/columns";
  const [, member, list] = pointer.split("/") as [string, string, string];
  const weights = (value: Json) => {
    const lines = getMember(getMember(value, member), list);
    return (isArray(lines) ? lines : []).map((line) => String(getMember(line, "weight") ?? "1"));
  };
  const [a, b] = [weights(before), weights(after)];
  if (a.length !== b.length) return [{ path: pointer, text: `${list} ${a.length} → ${b.length}` }];
  return b.flatMap((weight, i) =>
    weight === a[i]
      ? []
      : [{ path: `${pointer}/${i}/weight`, text: `${layout} ${i + 1}: weight ${a[i]} → ${weight}` }],
  );
}
