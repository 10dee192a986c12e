import { kindName, type TileKind } from "../../../grid/kinds";
import { singleLine, truncateText } from "../../../grid/shorten";

interface Named {
  readonly title: string;
  readonly kind: TileKind;
}

/** What a tile is called in the title of an action: by its title, else by its kind. */
export function tileName({ title, kind }: Named): string {
  const line = singleLine(title, 80);
  return line ? `"${truncateText(line, 40)}"` : `the ${kindName(kind)}`;
}

/** The same for several: `"CPU" and 2 more`. */
export function tileNames(tiles: readonly Named[]): string {
  return tiles.length === 1 ? tileName(tiles[0]!) : `${tiles.length} tiles`;
}
