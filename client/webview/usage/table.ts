import { createElement, fileText, setAttribute } from "../shared/dom";
import { changeText, formatNumber, formatPercent } from "./labels";
import type { UsageRow, UsageView } from "./messages";

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

export interface TableEvents {
  /** Drill down into a client. */
  openClient(id: string, name: string): void;
  /** Sorting or filter has changed. */
  changed(sort: Sort, filter: string): void;
  announce(words: string): void;
}

interface Column {
  readonly id: string;
  readonly title: string;
  readonly isNumber: boolean;
  readonly text: (row: UsageRow) => string;
  readonly value: (row: UsageRow) => string | number;
  /** What is worth noticing in a cell. */
  readonly alarm?: (row: UsageRow) => boolean;
}

/** Rows drawn at once; a button brings more. */
const PAGE = 200;

const NUMBERS: readonly Column[] = [
  counted("requests", "Requests", (row) => row.requests),
  counted("status200", "2xx", (row) => row.status200),
  counted("status300", "3xx", (row) => row.status300),
  { ...counted("status429", "429", (row) => row.status429), alarm: (row) => row.status429 > 0 },
  counted("other400", "Other 4xx", (row) => row.other400),
  counted("status500", "5xx", (row) => row.status500),
  shared("errorRate", "Error rate", (row) => row.errorRate),
  shared("limitedRate", "429 rate", (row) => row.limitedRate),
];

function counted(id: string, title: string, value: (row: UsageRow) => number): Column {
  return { id, title, isNumber: true, value, text: (row) => formatNumber(value(row)) };
}

function shared(id: string, title: string, value: (row: UsageRow) => number): Column {
  return {
    id,
    title,
    isNumber: true,
    value,
    text: (row) => formatPercent(value(row)),
    alarm: (row) => value(row) >= 0.05,
  };
}

/** The table of a result: sorted by any column, filtered by any of its texts, worked with the keyboard alone. */
export class UsageTable {
  readonly root = createElement("section", "usage-table-box", { "aria-label": "Table" });
  private readonly filter = createElement("input", "filter-input", {
    type: "search",
    placeholder: "Filter rows",
    "aria-label": "Filter rows",
  });
  private readonly count = createElement("span", "filter-count");
  private readonly head = createElement("tr", "");
  private readonly body = createElement("tbody", "");
  private readonly more = createElement("button", "button more", { type: "button" });
  private readonly scroll = createElement("div", "usage-scroll", {
    role: "group",
    "aria-label": "Rows",
    tabindex: "0",
  });
  private view: UsageView | undefined;
  private columns: readonly Column[] = [];
  private sort: Sort = { column: "requests", descending: true };
  private shown = PAGE;

  constructor(private readonly events: TableEvents) {
    const table = createElement(
      "table",
      "usage-table",
      {},
      createElement("thead", "", {}, this.head),
      this.body,
    );
    this.scroll.append(table);
    this.root.append(
      createElement("div", "filter-line", {}, this.filter, this.count),
      this.scroll,
      this.more,
    );
    this.filter.addEventListener("input", () => {
      this.shown = PAGE;
      this.drawRows();
      this.events.changed(this.sort, this.filter.value);
    });
    this.more.addEventListener("click", () => {
      this.shown += PAGE;
      this.drawRows();
    });
    this.body.addEventListener("click", (event) => this.onClick(event));
  }

  show(view: UsageView, sort: Sort, filter: string): void {
    this.view = view;
    this.columns = columnsOf(view);
    this.sort = this.columns.some(({ id }) => id === sort.column)
      ? sort
      : { column: "requests", descending: true };
    this.filter.value = filter;
    this.shown = PAGE;
    this.drawHead();
    this.drawRows();
  }

  private drawHead(): void {
    const cells = this.columns.map(({ id, title, isNumber }) => {
      const arrow = createElement("span", "sort-sign", { "aria-hidden": "true" });
      const button = createElement("button", "sort-button", { type: "button" }, title, arrow);
      button.addEventListener("click", () => this.sortBy(id));
      return createElement("th", isNumber ? "is-number" : "", { scope: "col", "data-column": id }, button);
    });
    this.head.replaceChildren(...cells);
    this.markSort();
  }

  private markSort(): void {
    for (const cell of this.head.children) {
      const isSorted = (cell as HTMLElement).dataset["column"] === this.sort.column;
      const direction = this.sort.descending ? "descending" : "ascending";
      if (isSorted) setAttribute(cell, "aria-sort", direction);
      else cell.removeAttribute("aria-sort");
      cell.querySelector(".sort-sign")!.textContent = isSorted ? (this.sort.descending ? "▾" : "▴") : "";
    }
  }

  /** The same column again turns the order round; numbers start with the largest, texts with A. */
  private sortBy(column: string): void {
    const isNumber = this.columns.find(({ id }) => id === column)?.isNumber ?? false;
    const descending = this.sort.column === column ? !this.sort.descending : isNumber;
    this.sort = { column, descending };
    this.markSort();
    this.drawRows();
    this.events.changed(this.sort, this.filter.value);
    this.events.announce(
      `Sorted by ${this.columns.find(({ id }) => id === column)?.title}, ${descending ? "descending" : "ascending"}.`,
    );
  }

  private drawRows(): void {
    const { view } = this;
    if (!view) return;
    const rows = this.rows(view);
    this.body.replaceChildren(...rows.slice(0, this.shown).map((row) => this.rowOf(row)));
    const all =
      view.allRows > view.rows.length
        ? `top ${formatNumber(view.rows.length)} of ${formatNumber(view.allRows)}`
        : formatNumber(view.allRows);
    const words =
      rows.length === view.rows.length ? `${all} rows` : `${formatNumber(rows.length)} of ${all} rows`;
    if (this.count.textContent !== words) {
      this.count.textContent = words;
      if (this.filter.value !== "") this.events.announce(words);
    }
    const left = rows.length - this.shown;
    this.more.hidden = left <= 0;
    this.more.textContent = `Show ${formatNumber(Math.min(left, PAGE))} More`;
  }

  private rows(view: UsageView): UsageRow[] {
    const wanted = this.filter.value.trim().toLowerCase();
    const found = view.rows.filter(
      ({ values, detail }) =>
        wanted === "" || [...values, detail].some((value) => value.toLowerCase().includes(wanted)),
    );
    const column = this.columns.find(({ id }) => id === this.sort.column);
    if (!column) return found;
    const sign = this.sort.descending ? -1 : 1;
    return found.sort((a, b) => sign * compare(column.value(a), column.value(b)));
  }

  private rowOf(row: UsageRow): HTMLElement {
    const line = createElement("tr", "");
    line.dataset["key"] = row.key;
    for (const [at, column] of this.columns.entries()) {
      if (at === 0 && row.clientId !== "") line.append(this.clientCell(row, column.text(row)));
      else if (column.isNumber) {
        const alarm = column.alarm?.(row) ? " is-alarm" : "";
        line.append(createElement("td", `is-number${alarm}`, {}, column.text(row)));
      } else {
        const cell = fileText("td", "", column.text(row));
        cell.title = column.text(row);
        line.append(cell);
      }
    }
    return line;
  }

  /** The name of a client is a button: it leads to what the client calls. */
  private clientCell(row: UsageRow, name: string): HTMLElement {
    const button = fileText("button", "client-button", name);
    button.type = "button";
    button.title = [name, row.detail, "Show the calls of this client"].filter(Boolean).join("\n");
    button.dataset["client"] = row.clientId;
    return createElement("td", "", {}, button);
  }

  private onClick(event: MouseEvent): void {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>(".client-button") : null;
    if (button) this.events.openClient(button.dataset["client"]!, button.textContent ?? "");
  }
}

function columnsOf(view: UsageView): Column[] {
  const texts = view.groups.map(
    (title, at): Column => ({
      id: `group${at}`,
      title,
      isNumber: false,
      text: (row) => row.values[at] ?? "",
      value: (row) => (row.values[at] ?? "").toLowerCase(),
    }),
  );
  if (!view.previous) return [...texts, ...NUMBERS];
  const change: Column = {
    id: "change",
    title: "Change",
    isNumber: true,
    text: (row) => changeText(row.requests, row.before ?? 0),
    value: (row) => row.requests - (row.before ?? 0),
  };
  return [...texts, NUMBERS[0]!, change, ...NUMBERS.slice(1)];
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b, "en");
  return a < b ? -1 : a > b ? 1 : 0;
}
