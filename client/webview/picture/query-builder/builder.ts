import { isQueryModel, type QueryChange, type QueryModel } from "../../../../core/query-builder/model/model";
import { createElement } from "../../shared/dom";
import { setText, textButton } from "./controls";
import { Notes } from "./notes";
import { PartSection } from "./part-section";
import { PickSection } from "./pick-section";
import type { BuilderPort } from "./port";
import { StepSection } from "./step-section";

let builders = 0;

/** The query builder: a Monitoring query as rows and choices. Each change goes to the text, and the rows follow the text. */
export class QueryBuilder {
  readonly root: HTMLElement;
  private readonly id = `query-${++builders}`;
  private readonly sentence: HTMLElement;
  private readonly parts: PartSection[] = [];
  /** Disables everything in it at once. */
  private readonly form = createElement("fieldset", "query-fieldset");
  private readonly partsRoot = createElement("div", "query-parts");
  private readonly secondary: StepSection;
  private readonly secondaryRoot: HTMLElement;
  private readonly addSecondary: HTMLButtonElement;
  private readonly pick: PickSection;
  private readonly addPick: HTMLButtonElement;
  private readonly ratio: HTMLButtonElement;
  private readonly ratioWords = createElement("span", "");
  private readonly notes: Notes;
  private model: QueryModel | undefined;
  private queue: Promise<void> = Promise.resolve();
  private refreshes = 0;
  private loading: Promise<void> | undefined;
  private isAnew = false;
  private isGone = false;

  constructor(
    private readonly port: BuilderPort,
    private pointer: string,
  ) {
    const { id } = this;
    const change = (one: QueryChange) => this.change(one);
    this.sentence = createElement("p", "query-sentence", { id: `${id}-sentence` });
    this.notes = new Notes(`${id}-refused`);
    this.notes.root.setAttribute("role", "alert");
    this.secondary = new StepSection(`${id}-second`, 0, "secondaryAggregation", change);
    const second = { part: 0, step: "secondaryAggregation" } as const;
    this.secondaryRoot = createElement(
      "section",
      "query-part",
      { "aria-label": "Second aggregation" },
      createElement(
        "div",
        "query-part-head",
        {},
        createElement("h3", "query-heading", {}, "Second aggregation"),
        textButton("Remove", () => change({ type: "removeStep", ...second })),
      ),
      this.secondary.root,
    );
    this.addSecondary = textButton(
      "Aggregate the results again",
      () => {
        const fitting = this.model?.secondary.aligners.find(({ value }) => value !== "ALIGN_NONE");
        change({
          type: "step",
          ...second,
          member: "perSeriesAligner",
          value: fitting?.value ?? "ALIGN_MEAN",
        });
      },
      "add",
    );
    this.pick = new PickSection(`${id}-pick`, change);
    this.addPick = textButton(
      "Show only the top series",
      () => change({ type: "pick", count: 5, direction: "TOP", method: "METHOD_MEAN" }),
      "add",
    );
    this.ratio = textButton("", () => change({ type: "ratio", on: this.model?.kind !== "ratio" }), "add");
    this.ratio.append(this.ratioWords);
    this.root = createElement(
      "div",
      "query-builder",
      { role: "group", "aria-label": "Query builder", "aria-describedby": this.sentence.id },
      this.sentence,
      this.notes.root,
      this.form,
    );
    this.form.append(
      this.partsRoot,
      this.secondaryRoot,
      this.pick.root,
      createElement("div", "query-actions", {}, this.addSecondary, this.addPick, this.ratio),
    );
    void this.refresh();
  }

  /** The text may have changed. @param pointer of the query, if it is another one now */
  update(pointer = this.pointer): void {
    this.pointer = pointer;
    void this.refresh();
  }

  /** Whether nothing can be changed. */
  set locked(locked: boolean) {
    this.form.disabled = locked;
  }

  /** The keyboard to the metric. */
  focus(): void {
    this.parts[0]?.focus();
  }

  dispose(): void {
    this.isGone = true;
    for (const part of this.parts) part.dispose();
    this.secondary.dispose();
  }

  /** Changes are made one after the other, each on the text that the one before it has left. */
  private change(change: QueryChange): void {
    this.queue = this.queue.then(async () => {
      const { model } = this;
      if (!model || this.isGone) return;
      this.root.setAttribute("aria-busy", "true");
      const result = await this.port.change(model.pointer, model.seen, change).catch((error: unknown) => ({
        ok: false as const,
        reason: error instanceof Error ? error.message : String(error),
      }));
      this.notes.set(result.ok ? [] : [{ severity: "error", message: result.reason }]);
      await this.refresh(!result.ok);
      this.root.removeAttribute("aria-busy");
      if (result.ok && this.model)
        this.port.announce([result.also, this.model.sentence].filter(Boolean).join(" "));
      if (result.ok && result.also)
        this.notes.set([{ severity: "information", message: `${result.also} Undo brings it back.` }]);
    });
  }

  /**
   * Shows the query as it is now. Resolves when no newer question is open.
   *
   * @param anew also where something else was typed
   */
  private async refresh(anew = false): Promise<void> {
    this.isAnew ||= anew;
    this.loading = this.load(++this.refreshes);
    for (let seen: Promise<void> | undefined; seen !== this.loading; ) {
      seen = this.loading;
      await seen;
    }
  }

  private async load(refresh: number): Promise<void> {
    let model: QueryModel | null;
    try {
      model = await this.port.model(this.pointer);
    } catch {
      return;
    }
    if (refresh !== this.refreshes || this.isGone) return;
    if (!model || !isQueryModel(model)) {
      this.model = undefined;
      this.root.classList.add("is-gone");
      return;
    }
    this.root.classList.remove("is-gone");
    const focused = this.isAnew ? document.activeElement?.id : undefined;
    if (this.isAnew) for (const part of this.parts.splice(0)) part.dispose();
    this.isAnew = false;
    this.show(model);
    if (focused) document.getElementById(focused)?.focus();
  }

  private show(model: QueryModel): void {
    this.model = model;
    this.pointer = model.pointer;
    setText(this.sentence, model.sentence || "Choose a metric.");
    this.sentence.classList.toggle("is-empty", model.sentence === "");
    while (this.parts.length > model.parts.length) this.parts.pop()!.dispose();
    model.parts.forEach((part, i) => {
      this.parts[i] ??= new PartSection(`${this.id}-${i}`, i, {
        port: this.port,
        pointer: () => this.pointer,
        change: (change) => this.change(change),
      });
      this.parts[i].set(part);
    });
    const roots = this.parts.map(({ root }) => root);
    if (
      roots.length !== this.partsRoot.children.length ||
      roots.some((root) => root.parentNode !== this.partsRoot)
    )
      this.partsRoot.replaceChildren(...roots);
    this.secondary.set(model.secondary);
    this.secondaryRoot.hidden = !model.secondary.isSet;
    this.addSecondary.hidden = model.secondary.isSet;
    this.pick.set(model.pick);
    this.addPick.hidden = model.pick.isSet;
    const isRatio = model.kind === "ratio";
    setText(this.ratioWords, isRatio ? "Keep only the numerator" : "Divide by another query");
  }
}
