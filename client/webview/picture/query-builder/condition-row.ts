import type {
  LabelChoice,
  QueryChange,
  QueryNote,
  Row,
  RowOperator,
  ValueHit,
} from "../../../../core/query-builder/model/model";
import { OPERATORS } from "../../../../core/query-builder/model/words";
import { createElement } from "../../shared/dom";
import { Combobox, matching, type Option } from "./combobox";
import { iconButton, relabel, Select, setText } from "./controls";
import { Notes } from "./notes";

/** What a row needs to know of its filter. */
export interface RowPorts {
  labels(): readonly LabelChoice[];
  values(label: string): Promise<readonly ValueHit[]>;
  change(change: QueryChange): void;
  /** Number of the filter in the query. */
  readonly part: number;
}

const LIST_OPERATORS: readonly RowOperator[] = ["is", "is-not", "one-of", "not-one-of"];
/** A label that can be written by hand. */
const WRITTEN =
  /^(?:(?:metric|resource)\.labels?\.\S+|metadata\.(?:system|user)_labels\.\S+|project|group\.id|\$\{[\w-]+\})$/;

export const isLabel = (typed: string): boolean => WRITTEN.test(typed);

/** Labels to choose from, by their owner. */
export function labelOptions(labels: readonly LabelChoice[], typed: string): readonly Option[] {
  const groups = {
    metric: "Metric labels",
    resource: "Resource labels",
    variable: "Template variables",
    metadata: "Metadata",
  };
  const all = labels.map(
    ({ text, owner, detail }): Option => ({
      value: text,
      label: shortLabel(text),
      group: groups[owner],
      ...(owner === "variable" && { detail }),
    }),
  );
  return matching(all, typed);
}

/** A label without what it belongs to, where that is said beside it. */
export function shortLabel(label: string): string {
  const key = /^(?:metric\.labels?|resource\.labels?|metadata\.(?:system|user)_labels)\.(.+)$/.exec(
    label,
  )?.[1];
  return key?.replace(/^"(.*)"$/, "$1") ?? label;
}

/** A condition: label, operator and values. */
export class ConditionRow {
  readonly root: HTMLElement;
  private readonly label: Combobox;
  private readonly operator: Select;
  private readonly values = createElement("div", "query-values");
  private readonly remove: HTMLButtonElement;
  private readonly notes: Notes;
  private fields: ValueField[] = [];
  private more: Combobox | undefined;
  private written = "";

  constructor(
    private readonly ports: RowPorts,
    private readonly id: string,
    private readonly index: number,
  ) {
    const { part } = ports;
    this.notes = new Notes(`${id}-notes`);
    this.label = new Combobox({
      id: `${id}-label`,
      label: "Label",
      describedBy: `${id}-notes`,
      options: (typed) =>
        labelOptions(
          ports.labels().filter(({ owner }) => owner !== "variable"),
          typed,
        ),
      accepts: isLabel,
      shown: shortLabel,
      commit: (label) => ports.change({ type: "label", part, row: index, label }),
    });
    this.operator = new Select(`${id}-operator`, "Operator", (operator) =>
      ports.change({ type: "operator", part, row: index, operator: operator as RowOperator }),
    );
    this.remove = iconButton("delete", "Remove the condition", () =>
      ports.change({ type: "remove", part, row: index }),
    );
    this.root = createElement(
      "li",
      "query-row",
      {},
      createElement(
        "div",
        "query-row-line",
        {},
        this.label.input,
        this.operator.root,
        this.values,
        this.remove,
      ),
      this.notes.root,
    );
  }

  set(row: Extract<Row, { kind: "condition" }>, notes: readonly QueryNote[]): void {
    this.written = row.label;
    this.label.set(row.label);
    const name = shortLabel(row.label);
    this.operator.set(operatorChoices(row), row.operator);
    for (const option of this.operator.root.options)
      option.disabled = row.values.length > 1 && !["one-of", "not-one-of"].includes(option.value);
    relabel(this.remove, `Remove the condition on ${name}`);
    this.label.input.setAttribute("aria-label", `Label of condition ${this.index + 1}`);
    this.operator.root.setAttribute("aria-label", `Operator of ${name}`);
    this.setValues(row, name);
    this.notes.set(notes);
  }

  focus(): void {
    this.remove.focus();
  }

  dispose(): void {
    for (const field of this.fields) field.dispose();
    this.label.dispose();
    this.more?.dispose();
  }

  private setValues(row: Extract<Row, { kind: "condition" }>, name: string): void {
    const { part, change } = this.ports;
    while (this.fields.length > row.values.length) this.fields.pop()!.dispose();
    row.values.forEach(({ text }, index) => {
      let field = this.fields[index];
      if (!field) {
        field = new ValueField(
          `${this.id}-value-${index}`,
          (typed) => this.options(typed),
          (value) => change({ type: "value", part, row: this.index, index, text: value }),
          () => change({ type: "removeValue", part, row: this.index, index }),
        );
        this.fields.push(field);
      }
      field.set(text, name, index, row.values.length);
    });
    if (row.isList && !this.more) {
      this.more = new Combobox({
        id: `${this.id}-more`,
        label: `Add a value of ${name}`,
        placeholder: "Add a value",
        options: (typed) => this.options(typed),
        accepts: (typed) => typed !== "",
        commit: (text) => change({ type: "addValue", part, row: this.index, text }),
        clears: true,
      });
      this.more.input.classList.add("is-adding");
    } else if (!row.isList) {
      this.more?.dispose();
      this.more = undefined;
    }
    const wanted = [...this.fields.map(({ root }) => root), ...(this.more ? [this.more.input] : [])];
    const isSame =
      wanted.length === this.values.children.length &&
      wanted.every((node, i) => this.values.children[i] === node);
    if (!isSame) this.values.replaceChildren(...wanted);
  }

  private async options(typed: string): Promise<readonly Option[]> {
    return valueOptions(await this.ports.values(this.written), typed);
  }
}

export function valueOptions(values: readonly ValueHit[], typed: string): readonly Option[] {
  return matching(
    values.map(({ value, detail }) => ({ value, label: value, group: detail })),
    typed,
  );
}

function operatorChoices(row: Extract<Row, { kind: "condition" }>) {
  return Object.entries(OPERATORS)
    .filter(([value]) => value !== "has" || row.operator === "has")
    .map(([value, label]) => ({ value, label, description: "" }));
}

/** Whether an operator takes several values. */
export const takesList = (operator: RowOperator): boolean => LIST_OPERATORS.includes(operator);

/** One value, which can be removed while there are others. */
class ValueField {
  readonly root: HTMLElement;
  private readonly box: Combobox;
  private readonly remove: HTMLButtonElement;

  constructor(
    id: string,
    options: (typed: string) => Promise<readonly Option[]>,
    commit: (value: string) => void,
    remove: () => void,
  ) {
    this.box = new Combobox({ id, label: "Value", options, commit, accepts: () => true });
    this.remove = iconButton("close", "Remove the value", remove);
    this.root = createElement("div", "query-value", {}, this.box.input, this.remove);
  }

  set(text: string, name: string, index: number, count: number): void {
    this.box.set(text);
    this.box.input.setAttribute(
      "aria-label",
      count > 1 ? `Value ${index + 1} of ${name}` : `Value of ${name}`,
    );
    relabel(this.remove, `Remove the value ${text}`);
    this.remove.hidden = count < 2;
  }

  dispose(): void {
    this.box.dispose();
  }
}

/** A row that is no condition: a variable, a selector with arguments, or text. */
export class OtherRow {
  readonly root: HTMLElement;
  private readonly words = createElement("span", "query-row-words", { dir: "auto" });
  private readonly detail = createElement("span", "query-row-detail", { dir: "auto" });
  private readonly inputs: HTMLInputElement[] = [];
  private readonly line: HTMLElement;
  private readonly remove: HTMLButtonElement;
  private readonly notes: Notes;

  constructor(
    private readonly ports: RowPorts,
    private readonly id: string,
    private readonly index: number,
  ) {
    const { part } = ports;
    this.notes = new Notes(`${id}-notes`);
    this.remove = iconButton("delete", "Remove", () => ports.change({ type: "remove", part, row: index }));
    this.line = createElement("div", "query-row-line", {}, this.words, this.detail, this.remove);
    this.root = createElement("li", "query-row", {}, this.line, this.notes.root);
  }

  set(row: Exclude<Row, { kind: "condition" }>, notes: readonly QueryNote[]): void {
    const { part, change } = this.ports;
    const isText = row.kind === "text";
    setText(this.words, row.kind === "variable" ? `\${${row.name}}` : isText ? "" : row.name);
    setText(
      this.detail,
      row.kind === "variable" ? row.detail : row.kind === "selector" ? row.description : "",
    );
    this.words.hidden = isText;
    this.detail.hidden = isText;
    const values = isText ? [row.text] : row.kind === "selector" ? row.values.map(({ text }) => text) : [];
    while (this.inputs.length > values.length) this.inputs.pop()!.remove();
    values.forEach((text, index) => {
      let input = this.inputs[index];
      if (!input) {
        input = this.input(index, (value) =>
          change(
            this.isText
              ? { type: "rowText", part, row: this.index, text: value }
              : { type: "value", part, row: this.index, index, text: value },
          ),
        );
        this.inputs.push(input);
        this.line.insertBefore(input, this.remove);
      }
      input.setAttribute(
        "aria-label",
        isText ? "Condition as text" : `Argument ${index + 1} of ${row.kind === "selector" ? row.name : ""}`,
      );
      input.defaultValue = text;
      if (document.activeElement !== input) input.value = text;
    });
    this.isText = isText;
    relabel(
      this.remove,
      row.kind === "variable" ? `Remove the variable ${row.name}` : "Remove this part of the filter",
    );
    this.notes.set(notes);
  }

  private isText = false;

  focus(): void {
    this.remove.focus();
  }

  dispose(): void {}

  private input(index: number, commit: (value: string) => void): HTMLInputElement {
    const input = createElement("input", "query-input query-code", {
      type: "text",
      id: `${this.id}-text-${index}`,
      spellcheck: "false",
      autocomplete: "off",
      dir: "auto",
    });
    const finish = () => {
      if (input.value !== input.defaultValue) commit(input.value);
    };
    input.addEventListener("blur", finish);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") finish();
      else if (event.key === "Escape" && input.value !== input.defaultValue) input.value = input.defaultValue;
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return input;
  }
}
