import type { Box } from "../../../../core/grid/geometry";
import { EDGES, type Edge } from "../../../../core/grid/moves/resize";
import { createElement, setStyle } from "../../shared/dom";

/** The frame around the tile that can be resized, with a handle at every edge and corner. For the pointer only. */
export class Handles {
  readonly root = createElement("div", "handles", { "aria-hidden": "true" });

  constructor() {
    for (const edge of EDGES) {
      const handle = createElement("div", `handle handle-${edge}`);
      handle.dataset["edge"] = edge;
      this.root.append(handle);
    }
    this.root.hidden = true;
  }

  /** Around this box; undefined: nowhere. */
  show(box: Box | undefined): void {
    if (this.root.hidden !== (box === undefined)) this.root.hidden = box === undefined;
    if (!box) return;
    for (const side of ["left", "top", "width", "height"] as const) {
      setStyle(this.root, side, `${box[side]}px`);
    }
  }

  /** The edge that an element is the handle of. */
  edgeOf(target: EventTarget | null): Edge | undefined {
    const node = target instanceof Element ? target.closest<HTMLElement>(".handle") : null;
    return EDGES.find((edge) => edge === node?.dataset["edge"]);
  }
}
