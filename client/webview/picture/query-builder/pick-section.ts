import type { PickModel, QueryChange } from "../../../../core/query-builder/model/model";
import { createElement } from "../../shared/dom";
import { Select, textButton } from "./controls";

/** The ranking that leaves only some of the series. */
export class PickSection {
  readonly root: HTMLElement;
  private readonly direction: Select;
  private readonly count: HTMLInputElement;
  private readonly method: Select;

  constructor(id: string, change: (change: QueryChange) => void) {
    const commit = () =>
      change({
        type: "pick",
        count: Math.max(1, Math.round(Number(this.count.value)) || 1),
        direction: this.direction.root.value === "BOTTOM" ? "BOTTOM" : "TOP",
        method: this.method.root.value,
      });
    this.direction = new Select(`${id}-direction`, "Which end of the ranking", commit);
    this.method = new Select(`${id}-method`, "Rank by", commit);
    this.count = createElement("input", "query-input query-count", {
      type: "number",
      id: `${id}-count`,
      min: "1",
      max: "300",
      "aria-label": "Number of series",
    });
    this.count.addEventListener("change", commit);
    const remove = textButton("Show all series", () => change({ type: "removePick" }));
    this.root = createElement(
      "section",
      "query-part",
      { "aria-label": "Ranking" },
      createElement(
        "div",
        "query-part-head",
        {},
        createElement("h3", "query-heading", {}, "Ranking"),
        remove,
      ),
      createElement(
        "div",
        "query-inline",
        {},
        "Only the",
        this.direction.root,
        this.count,
        "series by",
        this.method.root,
      ),
    );
  }

  set(model: PickModel): void {
    this.root.hidden = !model.isSet;
    this.direction.set(model.directions, model.direction);
    this.method.set(model.methods, model.method);
    this.count.defaultValue = String(model.count);
    if (document.activeElement !== this.count) this.count.value = this.count.defaultValue;
  }
}
