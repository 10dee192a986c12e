import { PRICE } from "../../api/monitoring/budget";
import { commandData, commandProperty, xml } from "../formats/escape";
import { visible } from "../io";
import type { Row, State } from "./row";

/** What was found in one dashboard of a file. */
export interface ProbedFile {
  readonly file: string;
  /** Which dashboard of the file, where it has several. */
  readonly dashboard?: string;
  readonly project: string;
  readonly rows: readonly Row[];
}

/** What the run came to. */
export interface ProbeTotal {
  readonly queries: number;
  readonly series: number;
  readonly states: Readonly<Partial<Record<State, number>>>;
  /** Whether the reads are billed. */
  readonly billed: boolean;
}

const SIGNS: Readonly<Record<State, readonly [sign: string, color: string]>> = {
  data: ["✓", "0"],
  partial: ["~", "33"],
  nothing: ["-", "33"],
  rejected: ["✗", "31"],
  failed: ["✗", "31"],
  stopped: ["!", "33"],
  skipped: ["·", "90"],
};

/** The lines of one file, for people. @param now for ages, in milliseconds */
export function textOf({ file, dashboard, project, rows }: ProbedFile, now: number, color: boolean): string {
  const paint = (code: string, text: string) =>
    color && code !== "0" ? `\u001b[${code}m${text}\u001b[0m` : text;
  const lines = rows.flatMap((row) => {
    const [sign, code] = SIGNS[row.state];
    const facts = [
      row.value,
      row.series > 0 ? `${row.series} series` : undefined,
      row.newest && `newest ${ageOf(now - Date.parse(row.newest))}`,
      row.ms === undefined || row.state === "skipped" ? undefined : `${row.ms} ms`,
      row.approximate && "approximate",
    ].filter((fact) => fact !== undefined && fact !== "");
    const head = `  ${paint(code, `${sign} ${row.state.padEnd(8)}`)}  ${visible(nameOf(row))}`;
    const line = [head, facts.join(", "), row.sparkline ?? ""].filter((part) => part !== "").join("  ");
    const { line: at, character } = row.position;
    const where = `${visible(file)}:${at + 1}:${character + 1}`;
    const notes = row.notes.map(
      (note, i) => `      ${i === 0 && row.state !== "skipped" ? `${where}: ` : ""}${visible(note)}`,
    );
    const values = row.values && row.values.length > 0 ? [`      values: ${listed(row.values)}`] : [];
    return [line, ...notes, ...values];
  });
  const which = dashboard === undefined ? "" : `${visible(dashboard)}, `;
  return `${visible(file)}: ${which}project ${visible(project)}\n${lines.map((line) => `${line}\n`).join("")}`;
}

function nameOf({ title, widget, dataSet }: Row): string {
  return `${title === "" ? widget : JSON.stringify(title)}${dataSet > 1 ? `, data set ${dataSet}` : ""}`;
}

function listed(values: readonly string[]): string {
  const shown = values.slice(0, 10).map(visible).join(", ");
  return values.length > 10 ? `${shown} and ${values.length - 10} more` : shown;
}

function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} d ago`;
}

/** The last lines of a run. */
export function totalText({ queries, series, states, billed }: ProbeTotal): string {
  const counts = Object.entries(states).map(([state, count]) => `${count} ${state}`);
  const data = counts.length > 0 ? counts.join(", ") : "nothing to check";
  const price = billed ? ` ${PRICE}` : "";
  return `${data}\n${plural(queries, "query", "queries")} returned ${plural(series, "time series", "time series")}.${price}\n`;
}

export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Annotations of GitHub's workflows, one a line. @param strict whether queries without data are errors */
export function githubOf(files: readonly ProbedFile[], strict: boolean): string {
  return files
    .flatMap(({ file, rows }) =>
      rows.flatMap((row) => {
        const level = levelOf(row, strict);
        if (level === undefined) return [];
        const { line, character } = row.position;
        const place = `file=${commandProperty(file)},line=${line + 1},col=${character + 1},title=${commandProperty(`${nameOf(row)}: ${row.state}`)}`;
        return [`::${level} ${place}::${commandData(messageOf(row))}\n`];
      }),
    )
    .join("");
}

function levelOf({ state }: Row, strict: boolean): "error" | "warning" | "notice" | undefined {
  if (state === "rejected") return "error";
  if (state === "nothing") return strict ? "error" : "notice";
  return state === "failed" || state === "stopped" || state === "partial" ? "warning" : undefined;
}

function messageOf({ notes, values, state }: Row): string {
  const words = notes.length > 0 ? notes.join(" ") : `The query has no data (${state}).`;
  return values && values.length > 0 ? `${words} Values: ${values.slice(0, 10).join(", ")}` : words;
}

/** A report that most pipelines can show: one suite a file, one case a data set. */
export function junitOf(files: readonly ProbedFile[], strict: boolean): string {
  const suites = files.map(({ file, project, rows }) => {
    const cases = rows.map((row) => {
      const time = ((row.ms ?? 0) / 1000).toFixed(3);
      const open = `    <testcase classname="${xml(file)}" name="${xml(`${nameOf(row)} [${row.dataSet}]`)}" time="${time}"`;
      const level = levelOf(row, strict);
      const message = xml(messageOf(row));
      if (level === "error") return `${open}><failure type="${row.state}" message="${message}"/></testcase>`;
      if (row.state === "failed") return `${open}><error type="failed" message="${message}"/></testcase>`;
      if (row.state === "skipped" || row.state === "stopped")
        return `${open}><skipped message="${message}"/></testcase>`;
      return level === undefined ? `${open}/>` : `${open}><system-out>${message}</system-out></testcase>`;
    });
    const count = (wanted: (row: Row) => boolean) => rows.filter(wanted).length;
    const failures = count((row) => levelOf(row, strict) === "error");
    const errors = count(({ state }) => state === "failed");
    const skipped = count(({ state }) => state === "skipped" || state === "stopped");
    return [
      `  <testsuite name="${xml(file)}" hostname="${xml(project)}" tests="${rows.length}" failures="${failures}" errors="${errors}" skipped="${skipped}">`,
      ...cases,
      "  </testsuite>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mosaic probe">\n${suites.join("\n")}\n</testsuites>\n`;
}
