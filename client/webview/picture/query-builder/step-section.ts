import type {
  GroupField,
  QueryChange,
  StepModel,
  StepName,
} from "../../../../core/query-builder/model/model";
import { periodWords } from "../../../../core/query-builder/model/words";
import { createElement } from "../../shared/dom";
import { Combobox, matching, type Option } from "./combobox";
import { iconButton, labeled, Select, setText } from "./controls";

const PERIODS = ["60s", "300s", "600s", "900s", "1800s", "3600s", "21600s", "86400s"];
const AUTOMATIC = "automatic";
const OWNERS = {
  metric: "Metric labels",
  resource: "Resource labels",
  metadata: "Metadata",
  "": "Others",
} as const;

/** An aggregation: aligner with period, reducer, and labels to group by. */
export class StepSection {
  readonly root: HTMLElement;
  private readonly aligner: Select;
  private readonly period: Combobox;
  private readonly reducer: Select;
  private readonly alignerText: HTMLElement;
  private readonly reducerText: HTMLElement;
  private readonly chips = createElement("ul", "query-chips", { "aria-label": "Group by" });
  private readonly group: Combobox;
  private readonly grouping: HTMLElement;
  private model: StepModel | undefined;

  constructor(id: string, part: number, step: StepName, change: (change: QueryChange) => void) {
    const set = (member: Extract<QueryChange, { type: "step" }>["member"]) => (value: string) =>
      change({ type: "step", part, step, member, value });
    this.alignerText = createElement("p", "query-explanation", { id: `${id}-aligner-text` });
    this.reducerText = createElement("p", "query-explanation", { id: `${id}-reducer-text` });
    this.aligner = new Select(
      `${id}-aligner`,
      "Each series becomes",
      set("perSeriesAligner"),
      this.alignerText.id,
    );
    this.reducer = new Select(
      `${id}-reducer`,
      "All series become",
      set("crossSeriesReducer"),
      this.reducerText.id,
    );
    this.period = new Combobox({
      id: `${id}-period`,
      label: "Period",
      placeholder: AUTOMATIC,
      options: periodOptions,
      accepts: (typed) => periodOf(typed) !== undefined,
      shown: periodText,
      commit: (typed) => set("alignmentPeriod")(periodOf(typed) ?? typed),
    });
    this.group = new Combobox({
      id: `${id}-group`,
      label: "Add a label to group by",
      placeholder: "Add a label",
      options: (typed) => groupOptions(this.model?.groupChoices ?? [], typed),
      accepts: (typed) =>
        /^(?:(?:metric|resource)\.labels?|metadata\.(?:system|user)_labels)\.\S+$/.test(typed),
      commit: (field) => this.setFields([...this.fields(), field]),
      clears: true,
    });
    this.setFields = (fields) => change({ type: "groupBy", part, step, fields });
    this.grouping = createElement(
      "div",
      "query-field",
      {},
      createElement("label", "query-caption", { for: `${id}-group` }, "Group by"),
      createElement("div", "query-chip-line", {}, this.chips, this.group.input),
    );
    this.root = createElement(
      "div",
      "query-step",
      {},
      createElement(
        "div",
        "query-pair",
        {},
        labeled("Each series becomes", `${id}-aligner`, this.aligner.root),
        labeled("Per", `${id}-period`, this.period.input),
      ),
      this.alignerText,
      labeled("Series are combined by", `${id}-reducer`, this.reducer.root),
      this.reducerText,
      this.grouping,
    );
  }

  private readonly setFields: (fields: readonly string[]) => void;

  set(model: StepModel): void {
    const old = this.model?.groupBy;
    this.model = model;
    this.aligner.set(model.aligners, model.aligner);
    this.reducer.set(model.reducers, model.reducer);
    this.period.set(model.period);
    for (const [select, text, value] of [
      [this.aligner, this.alignerText, model.aligner],
      [this.reducer, this.reducerText, model.reducer],
    ] as const) {
      const described = select.describe(value);
      setText(
        text,
        described.isMisfit ? `Does not apply to these series. ${described.text}` : described.text,
      );
      text.classList.toggle("is-misfit", described.isMisfit);
    }
    if (JSON.stringify(old) !== JSON.stringify(model.groupBy)) this.setChips(model.groupBy);
  }

  dispose(): void {
    this.period.dispose();
    this.group.dispose();
  }

  private fields(): string[] {
    return (this.model?.groupBy ?? []).map(({ field }) => field);
  }

  private setChips(fields: readonly GroupField[]): void {
    const focused = [...this.chips.querySelectorAll("button")].indexOf(
      document.activeElement as HTMLButtonElement,
    );
    this.chips.hidden = fields.length === 0;
    this.chips.replaceChildren(
      ...fields.map(({ field, label }, i) => {
        const remove = iconButton("close", `Do not group by ${label}`, () =>
          this.setFields(this.fields().filter((_, other) => other !== i)),
        );
        return createElement(
          "li",
          "query-chip",
          { title: field },
          createElement("span", "query-chip-label", { dir: "auto" }, label),
          remove,
        );
      }),
    );
    if (focused < 0) return;
    const buttons = this.chips.querySelectorAll("button");
    (buttons[Math.min(focused, buttons.length - 1)] ?? this.group.input).focus();
  }
}

function groupOptions(fields: readonly GroupField[], typed: string): readonly Option[] {
  return matching(
    fields.map(({ field, label, owner }) => ({ value: field, label, group: OWNERS[owner] })),
    typed,
  );
}

function periodText(period: string): string {
  const words = periodWords(period);
  return words ? `${words.count} ${words.unit}` : period;
}

function periodOptions(typed: string): readonly Option[] {
  const all = PERIODS.map((value) => ({ value, label: periodText(value), detail: value }));
  return matching([...all, { value: "", label: AUTOMATIC, detail: "chosen when the chart is drawn" }], typed);
}

/** A period as it is written in the text; undefined for what is none. */
function periodOf(typed: string): string | undefined {
  if (typed === "" || typed === AUTOMATIC) return "";
  const match =
    /^(\d{1,7}(?:\.\d+)?)\s*(?:(s)(?:ec(?:onds?)?)?|(m)(?:in(?:utes?)?)?|(h)(?:ours?)?|(d)(?:ays?)?|(w)(?:eeks?)?)?$/i.exec(
      typed,
    );
  if (!match) return undefined;
  const unit = match.slice(2).find(Boolean) ?? "s";
  return match[1]!.includes(".") ? `${match[1]}s` : `${match[1]}${unit.toLowerCase()}`;
}
