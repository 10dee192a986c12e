import type { Box } from "../../../../core/grid/geometry";
import type { TileKind } from "../../../../core/grid/kinds";
import { createElement, setStyle } from "../../shared/dom";
import { icon } from "../../shared/icons";

interface Ghost {
  readonly root: HTMLElement;
  kind: TileKind | undefined;
}

/** Outlines of where tiles would come to lie, above the tiles and out of the pointer's way. */
export class GhostLayer {
  readonly root = createElement("div", "ghosts", { "aria-hidden": "true" });
  private readonly ghosts: Ghost[] = [];

  /** Shows these and no others. Elements are kept for the next time. */
  show(outlines: readonly { readonly kind: TileKind; readonly box: Box }[]): void {
    for (const [at, { kind, box }] of outlines.entries()) {
      const ghost = this.at(at);
      if (ghost.kind !== kind) {
        ghost.kind = kind;
        ghost.root.replaceChildren(icon(kind));
      }
      for (const side of ["left", "top", "width", "height"] as const) {
        setStyle(ghost.root, side, `${box[side]}px`);
      }
      if (ghost.root.hidden) ghost.root.hidden = false;
    }
    for (const { root } of this.ghosts.slice(outlines.length)) if (!root.hidden) root.hidden = true;
  }

  private at(index: number): Ghost {
    let ghost = this.ghosts[index];
    if (!ghost) {
      ghost = { root: createElement("div", "ghost"), kind: undefined };
      this.ghosts.push(ghost);
      this.root.append(ghost.root);
    }
    return ghost;
  }
}
