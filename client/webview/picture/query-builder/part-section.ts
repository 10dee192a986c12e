import type { QueryPart, Row, RowOperator } from "../../../../core/query-builder/model/model";
import { createElement } from "../../shared/dom";
import { Combobox, matching, type Option } from "./combobox";
import {
  ConditionRow,
  isLabel,
  labelOptions,
  OtherRow,
  type RowPorts,
  shortLabel,
  valueOptions,
} from "./condition-row";
import { labeled, setText, textButton } from "./controls";
import { Notes } from "./notes";
import type { BuilderPort } from "./port";
import { StepSection } from "./step-section";
import { TextEditor } from "./text-editor";

const HEADINGS = { query: "", numerator: "Numerator", denominator: "Denominator" } as const;

/** What a part needs of the builder around it. */
export interface PartPorts extends Pick<RowPorts, "change"> {
  readonly port: BuilderPort;
  /** Pointer of the whole query. */
  pointer(): string;
}

/** One filter with its aggregation: metric, resource, conditions; or the text of the filter. */
export class PartSection {
  readonly root: HTMLElement;
  private readonly metric: Combobox;
  private readonly metricText: HTMLElement;
  private readonly resource: Combobox;
  private readonly rows = createElement("ul", "query-rows", { "aria-label": "Conditions" });
  private readonly adding: Combobox;
  private readonly draft = createElement("div", "query-draft", { hidden: "" });
  private draftValue: Combobox | undefined;
  private readonly notes: Notes;
  private readonly form: HTMLElement;
  private readonly text: TextEditor;
  private readonly textArea: HTMLElement;
  private readonly toggle: HTMLButtonElement;
  private readonly step: StepSection;
  private shown: (ConditionRow | OtherRow)[] = [];
  private kinds: string[] = [];
  private model: QueryPart | undefined;
  private isText = false;

  constructor(
    private readonly id: string,
    private readonly number: number,
    private readonly ports: PartPorts,
  ) {
    const { port, change } = ports;
    this.metricText = createElement("p", "query-explanation", { id: `${id}-metric-text` });
    this.metric = new Combobox({
      id: `${id}-metric`,
      label: "Metric",
      placeholder: "Search metrics, such as cpu utilization",
      describedBy: this.metricText.id,
      options: (typed) => this.metrics(typed),
      accepts: (typed) => /^[^\s"\\]+\/[^\s"\\]+$/.test(typed),
      commit: (metric) => change({ type: "metric", part: number, metric }),
    });
    this.resource = new Combobox({
      id: `${id}-resource`,
      label: "Resource type",
      placeholder: "any",
      options: (typed) => this.resources(typed),
      accepts: (typed) => /^[\w./-]*$/.test(typed),
      commit: (resource) => change({ type: "resource", part: number, resource }),
    });
    this.adding = new Combobox({
      id: `${id}-add`,
      label: "Add a condition on a label",
      placeholder: "Add a condition",
      options: (typed) => labelOptions(this.freeLabels(), typed),
      accepts: isLabel,
      commit: (label) => this.begin(label),
      clears: true,
    });
    this.adding.input.classList.add("is-adding");
    this.notes = new Notes(`${id}-notes`);
    this.step = new StepSection(`${id}-step`, number, "aggregation", change);
    this.form = createElement(
      "div",
      "query-form",
      {},
      labeled("Metric", `${id}-metric`, this.metric.input),
      this.metricText,
      labeled("Resource type", `${id}-resource`, this.resource.input),
      createElement(
        "div",
        "query-field",
        {},
        createElement("label", "query-caption", { for: `${id}-add` }, "Filter"),
        this.rows,
        this.draft,
        this.adding.input,
      ),
    );
    this.text = new TextEditor({
      id: `${id}-text`,
      label: "Filter as text",
      help: (text, offset) => port.help(this.filterPointer(), text, offset),
      commit: (text) => change({ type: "filter", part: number, text }),
      announce: (words) => port.announce(words),
    });
    this.textArea = createElement(
      "div",
      "query-field",
      { hidden: "" },
      createElement("label", "query-caption", { for: `${id}-text` }, "Filter"),
      this.text.root,
    );
    this.toggle = textButton("Edit as text", () => this.switch(!this.isText));
    this.root = createElement(
      "section",
      "query-part",
      {},
      createElement("div", "query-part-head", {}, createElement("h3", "query-heading", {}, ""), this.toggle),
      this.form,
      this.textArea,
      this.notes.root,
      this.step.root,
    );
  }

  set(model: QueryPart): void {
    this.model = model;
    const heading = this.root.querySelector("h3")!;
    setText(heading, HEADINGS[model.name]);
    heading.hidden = HEADINGS[model.name] === "";
    if (HEADINGS[model.name]) this.root.setAttribute("aria-label", HEADINGS[model.name]);
    const { metric } = model;
    this.metric.set(metric?.type ?? "");
    const words = metric
      ? [metric.detail, metric.known ? metric.description : "The catalog does not have this metric."]
      : [];
    setText(this.metricText, words.filter(Boolean).join(" · "));
    this.resource.set(model.resource);
    this.setRows(model.rows);
    this.text.set(model.filter);
    this.step.set(model.aggregation);
    const mustBeText = model.unreadable !== undefined;
    if (mustBeText) this.switch(true);
    this.toggle.hidden = mustBeText;
    // In the editor of the text, findings are listed as they are written.
    const own = this.isText ? [] : model.findings.filter(({ row }) => row === undefined);
    const why = mustBeText
      ? [{ severity: "information" as const, message: `${model.unreadable} It can be edited as text.` }]
      : [];
    this.notes.set([...why, ...own]);
  }

  /** The keyboard to the metric, the first thing that is chosen. */
  focus(): void {
    (this.isText ? this.text.input : this.metric.input).focus();
  }

  dispose(): void {
    for (const row of this.shown) row.dispose();
    for (const box of [this.metric, this.resource, this.adding, this.step, this.text]) box.dispose();
    this.draftValue?.dispose();
  }

  private switch(isText: boolean): void {
    if (this.isText === isText) return;
    this.isText = isText;
    setText(this.toggle, isText ? "Edit as rows" : "Edit as text");
    this.form.hidden = isText;
    this.textArea.hidden = !isText;
    if (this.model) this.text.set(this.model.filter);
    if (isText) void this.text.check();
    if (this.model) this.set(this.model);
  }

  private filterPointer(): string {
    return `${this.model?.pointer ?? ""}/filter`;
  }

  private setRows(rows: readonly Row[]): void {
    const kinds = rows.map(({ kind }) => (kind === "condition" ? kind : "other"));
    const had = this.rows.contains(document.activeElement) ? document.activeElement : undefined;
    const focused = had ? this.shown.findIndex(({ root }) => root.contains(had)) : -1;
    const isLess = rows.length < this.shown.length;
    const ports: RowPorts = {
      part: this.number,
      change: this.ports.change,
      labels: () => this.model?.labels ?? [],
      values: (label) => this.ports.port.values(this.ports.pointer(), this.number, label),
    };
    // A row that is of another kind now is made anew, and so are those behind it.
    let same = 0;
    while (same < kinds.length && same < this.kinds.length && kinds[same] === this.kinds[same]) same++;
    for (const row of this.shown.splice(same)) {
      row.dispose();
      row.root.remove();
    }
    for (let i = same; i < rows.length; i++) {
      const id = `${this.id}-row-${i}`;
      const row = kinds[i] === "condition" ? new ConditionRow(ports, id, i) : new OtherRow(ports, id, i);
      this.shown.push(row);
      this.rows.append(row.root);
    }
    this.kinds = kinds;
    rows.forEach((row, i) => {
      const notes = (this.model?.findings ?? []).filter((note) => note.row === i);
      const view = this.shown[i]!;
      if (view instanceof ConditionRow && row.kind === "condition") view.set(row, notes);
      else if (view instanceof OtherRow && row.kind !== "condition") view.set(row, notes);
    });
    this.rows.hidden = rows.length === 0;
    // The row that had the keyboard is gone: the next one gets it.
    if (focused >= 0 && isLess) (this.shown[Math.min(focused, rows.length - 1)] ?? this.adding.input).focus();
  }

  /** Labels without those of which there is a condition, and variables that the filter has. */
  private freeLabels() {
    const { labels = [], rows = [] } = this.model ?? {};
    const taken = new Set(
      rows.map((row) =>
        row.kind === "variable" ? `\${${row.name}}` : row.kind === "condition" ? shortLabel(row.label) : "",
      ),
    );
    return labels.filter(({ text }) => !taken.has(shortLabel(text)));
  }

  /** Begins a condition: it is written when it has a value. */
  private begin(label: string): void {
    const { change } = this.ports;
    const add = (value: string, operator: RowOperator = "is") =>
      change({ type: "add", part: this.number, label, operator, value });
    if (label.startsWith("${")) {
      add("");
      return;
    }
    this.draftValue?.dispose();
    const name = shortLabel(label);
    const box = new Combobox({
      id: `${this.id}-draft-value`,
      label: `Value of ${name}`,
      placeholder: "Value",
      options: async (typed) =>
        valueOptions(await this.ports.port.values(this.ports.pointer(), this.number, label), typed),
      accepts: (typed) => typed !== "",
      commit: (value) => {
        end();
        add(value);
        this.adding.input.focus();
      },
      clears: true,
    });
    this.draftValue = box;
    const end = (): void => {
      box.dispose();
      this.draft.hidden = true;
      this.draft.replaceChildren();
    };
    box.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || box.input.value !== "") return;
      event.preventDefault();
      event.stopPropagation();
      end();
      this.adding.input.focus();
    });
    box.input.addEventListener("blur", () => {
      if (box.input.value.trim() === "") end();
    });
    this.draft.replaceChildren(
      createElement("span", "query-row-words", { dir: "auto", title: label }, name),
      createElement("span", "query-row-detail", {}, "is"),
      box.input,
    );
    this.draft.hidden = false;
    box.input.focus();
    box.input.click();
  }

  private async metrics(typed: string): Promise<readonly Option[]> {
    const hits = await this.ports.port.search(typed, this.model?.resource ?? "");
    return hits.map((hit) => ({
      value: hit.type,
      label: hit.type,
      note: [hit.detail, hit.description].filter(Boolean).join(" · "),
    }));
  }

  private resources(typed: string): readonly Option[] {
    const own = (this.model?.resources ?? []).map((type): Option => ({ value: type, label: type }));
    const any: Option = { value: "", label: "any", detail: "no condition on the resource type" };
    return matching([...own, any], typed);
  }
}
