import { kindName } from "../../../../core/grid/kinds";
import type { Picture, PictureTile } from "../../../../core/grid/picture";
import type { Subject } from "./inspector";

/** What the inspector is about: the selected tiles, or the dashboard where there are none. */
export function subjectOf(picture: Picture, selected: readonly PictureTile[]): Subject {
  const [first] = selected;
  if (!first) return { tiles: [], kind: "Dashboard", icon: "treemap", title: picture.title };
  const tiles = selected.map(({ id }) => id);
  if (selected.length > 1)
    return { tiles, kind: `${selected.length} tiles`, icon: "duplicate", title: "Members in common" };
  const name = kindName(first.kind);
  const kind = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { tiles, kind, icon: first.kind, title: first.title };
}
