import type { Dashboard } from "../../../dashboard";
import { type Node, nodeAt, pathOf } from "../../../document/node";
import { type Change, editDocument, type TextEdit } from "../../../edit/edit";
import type { ArrangedTile, Arrangement } from "../../../grid/arrangement";
import { arrange } from "../../../grid/arrangement";
import type { Gesture } from "../../../grid/moves/gesture";
import { previewGesture } from "../../../grid/moves/preview";
import { MAX_TILES } from "../../../grid/picture";
import { memberProperty } from "../../../schema/canonical";
import { rangeOfTile } from "../../reading/picture";
import { applyGesture } from "../gestures";
import { NamingStyle } from "../gestures/spelling";

/** Another way to write or to lay out a dashboard, offered where it applies. One file each. */
export interface Refactoring {
  /** Stable kebab-case name. */
  readonly id: string;
  /** Whether the service stores the same afterwards, as `normalForm` has it. */
  readonly keepsMeaning: boolean;
  /** Offers at a selection. Called at every move of the cursor, so edits are computed lazily. */
  offers(place: RefactoringTarget): RefactoringOffer[];
}

export interface RefactoringOffer {
  /** What the result will be, in a few words. */
  readonly title: string;
  /** Part of the kind behind `refactor.`. */
  readonly kind: "rewrite" | "extract" | "move";
  /** Why it cannot be made, as a sentence; shown where refactorings are asked for. */
  readonly refused?: string;
  /** None when it turns out that it cannot be made. */
  edits(): readonly TextEdit[];
}

/** A selection in a dashboard, and what it contains. */
export class RefactoringTarget {
  readonly naming: NamingStyle;
  private arranged: Arrangement | undefined;
  private touched: readonly ArrangedTile[] | undefined;

  /** A selection by its offsets; both the same for a caret. */
  constructor(
    readonly dashboard: Dashboard,
    readonly from: number,
    readonly to: number,
  ) {
    this.naming = new NamingStyle(dashboard);
  }

  get arrangement(): Arrangement {
    this.arranged ??= arrange(this.dashboard.canonical.value);
    return this.arranged;
  }

  /** The tiles that the selection lies in or reaches into, in the order of the file. */
  get tiles(): readonly ArrangedTile[] {
    this.touched ??= this.arrangement.tiles.filter(({ id }) => {
      const span = rangeOfTile(this.dashboard.canonical, id);
      if (!span) return false;
      const end = span.offset + span.length;
      // A selection that only touches a tile is about its neighbor.
      if (this.from === this.to) return this.from >= span.offset && this.from <= end;
      return this.from < end && this.to > span.offset;
    });
    return this.touched;
  }

  /** The tile that the selection lies in; undefined outside of tiles and with several. */
  get tile(): ArrangedTile | undefined {
    return this.tiles.length === 1 ? this.tiles[0] : undefined;
  }

  /** The innermost value at the start of the selection. */
  get node(): Node | undefined {
    return nodeAt(this.dashboard.document.root, this.from);
  }

  /** Whether what is asked about is the dashboard: the selection is in its layout or at its top, and in no tile. */
  get isAtDashboard(): boolean {
    const { node } = this;
    if (!node || this.tiles.length > 0) return false;
    const { root } = this.dashboard.document;
    if (node === root || node.parent === root) return true;
    const { layout } = this.arrangement;
    const path = pathOf(node);
    return path[0] === memberProperty(root, `${layout}Layout`)?.key;
  }

  /** An offer to apply a gesture; none if it is rejected. */
  byGesture(title: string, kind: RefactoringOffer["kind"], gesture: Gesture): RefactoringOffer[] {
    const { arrangement } = this;
    if (arrangement.tiles.length > MAX_TILES || !previewGesture(arrangement, gesture).ok) return [];
    return [
      {
        title,
        kind,
        edits: () => {
          const result = applyGesture(this.dashboard, gesture);
          return result.ok ? result.edits : [];
        },
      },
    ];
  }

  /** An offer to make changes of the value. */
  byChanges(
    title: string,
    kind: RefactoringOffer["kind"],
    changes: () => readonly Change[],
  ): RefactoringOffer {
    return {
      title,
      kind,
      edits: () => {
        const result = editDocument(this.dashboard.document, changes());
        return result.ok ? result.edits : [];
      },
    };
  }
}
