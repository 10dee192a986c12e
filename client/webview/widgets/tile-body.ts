import { isGroup } from "../../../core/grid/kinds";
import type { PictureTile } from "../../../core/grid/picture";
import { element, fileText } from "../dom";
import { drawSketch } from "../sketches";

/** What stands below the head of a tile. Stays in its tile for as long as the tile is in the picture. */
export class TileBody {
  readonly root = element("div", "tile-content");
  private drawn = "";

  /** Draws the content; touches nothing when it looks the same as before. */
  update(tile: PictureTile): void {
    const signature = JSON.stringify([tile.kind, tile.title, tile.subtitle, tile.sketch]);
    if (signature === this.drawn) return;
    this.drawn = signature;
    this.root.replaceChildren(...below(tile));
  }
}

function below(tile: PictureTile): Node[] {
  const out: Node[] = [];
  if (isGroup(tile.kind) || tile.kind === "blank") return out;
  const hasWords = tile.sketch.kind === "text" && tile.sketch.blocks.length > 0;
  if (tile.subtitle && !hasWords) {
    const subtitle = fileText("div", "tile-subtitle", tile.subtitle);
    // The tile's own label says it already.
    subtitle.setAttribute("aria-hidden", "true");
    subtitle.title = tile.subtitle;
    out.push(subtitle);
  }
  const sketch = drawSketch(tile.sketch, `${tile.kind} ${tile.title}`);
  if (sketch) out.push(element("div", "tile-body", {}, sketch));
  return out;
}
