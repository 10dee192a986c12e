import type { PictureTile } from "../../../../core/grid/picture";
import { createElement } from "../../shared/dom";
import { type IconName, icon } from "../../shared/icons";
import type { Content } from "../widgets/content";
import { plainContent } from "../widgets/content";
import type { LiveDataSet, LiveWish } from "./messages";

export type SendWish = (wish: LiveWish) => void;

/** Why a tile without time series keeps its sample data. */
export const SAMPLE_REASONS: Readonly<Partial<Record<PictureTile["kind"], string>>> = {
  logsPanel: "Live data covers time series only; log entries are read from another service",
  errorReportingPanel: "Live data covers time series only; errors are read from another service",
  incidentList: "Live data covers time series only; incidents are not read",
  alertChart: "The query of an alerting policy is not in the dashboard, so it is not read",
};

/** The state that a tile without any plot shows: the one that needs the user first. */
const ORDER = ["refused", "failed", "stopped", "nothing", "sample", "loading"] as const;

const HEADS: Readonly<Record<(typeof ORDER)[number], readonly [name: IconName | undefined, words: string]>> =
  {
    refused: ["error", "This query is rejected"],
    failed: ["warning", "Not read"],
    stopped: ["warning", "Not read"],
    nothing: [undefined, "No data"],
    sample: [undefined, "Not shown"],
    loading: [undefined, "Loading…"],
  };

/** In place of a drawing: what became of the queries, and what can be done about it. */
export function stateContent(tile: PictureTile, sets: readonly LiveDataSet[], send: SendWish): Content {
  const state = ORDER.find((one) => sets.some((set) => set.state === one)) ?? "loading";
  const set = sets.find((one) => one.state === state);
  const [sign, words] = HEADS[state];
  const panel = createElement("div", `live-state live-state-${state}`);
  if (sign) panel.append(icon(sign));
  panel.append(createElement("p", "live-state-head", {}, words));
  if (set && set.words !== "") {
    const more = createElement("p", "live-state-words", { dir: "auto" }, set.words);
    more.title = set.words;
    panel.append(more);
  }
  if (set) {
    const buttons = actionsOf(tile, set, send);
    if (buttons.length > 0) panel.append(createElement("div", "live-state-actions", {}, ...buttons));
  }
  return plainContent(createElement("div", "drawing", {}, panel));
}

function actionsOf(tile: PictureTile, set: LiveDataSet, send: SendWish): HTMLElement[] {
  const { pointer, state, explains } = set;
  const toText = action("Go to Text", () => send({ kind: "query", tile: tile.id, pointer }));
  if (state === "nothing")
    return [...(explains ? [action("Find Out Why", () => send({ kind: "why", pointer }))] : []), toText];
  return state === "refused" ? [toText] : [];
}

function action(words: string, act: () => void): HTMLButtonElement {
  const button = createElement("button", "live-button", { type: "button", "data-own-pointer": "" }, words);
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    act();
  });
  return button;
}

interface Remark {
  readonly words: string;
  readonly title: string;
  readonly isBad?: boolean;
}

/** Over a drawing: what has to be known about the data, and that newer is on its way. */
export function marksOf(tile: PictureTile, sets: readonly LiveDataSet[]): readonly Node[] {
  const out: Node[] = [];
  if (sets.some(({ state }) => state === "loading"))
    out.push(createElement("div", "live-progress", { "aria-hidden": "true" }));
  const remarks = remarksOf(tile, sets);
  if (remarks.length === 0) return out;
  const line = createElement("div", "live-marks");
  for (const { words, title, isBad } of remarks) {
    const mark = createElement("span", `live-mark${isBad ? " is-bad" : ""}`, { title }, words);
    line.append(mark);
  }
  return [...out, line];
}

function remarksOf(tile: PictureTile, sets: readonly LiveDataSet[]): Remark[] {
  const out: Remark[] = [];
  const lines = (list: readonly string[]) => [...new Set(list)].join("\n");
  const drawn = sets.filter(({ plot }) => plot !== undefined);
  if (drawn.length === 0) return out;
  const bad = sets.filter(({ state }) => state === "refused" || state === "failed" || state === "stopped");
  if (bad.length > 0) {
    const isOld = bad.some(({ plot }) => plot !== undefined);
    const words = isOld ? "Not refreshed" : `${bad.length} of ${sets.length} queries failed`;
    out.push({ words, title: lines(bad.map(({ words }) => words)), isBad: true });
  }
  const missing = sets.filter(({ state }) => state === "sample" || state === "nothing");
  if (missing.length > 0)
    out.push({
      words: `${missing.length} of ${sets.length} queries without data`,
      title: lines(missing.map(({ words }) => words || "No time series matches.")),
    });
  const partial = drawn.flatMap((set) => set.partial);
  if (partial.length > 0) out.push({ words: "Partial", title: lines(partial), isBad: true });
  const most = Math.max(...drawn.map(({ found, plot }) => found - (plot?.series.length ?? 0)));
  const first = drawn[0]!;
  if (tile.sketch.kind === "scorecard" && first.found > 1)
    out.push({
      words: `1 of ${first.found} series`,
      title: "A scorecard shows one time series. Add a reducer to the query.",
      isBad: true,
    });
  else if (most > 0) {
    const { found, plot } = drawn.find((set) => set.found - (set.plot?.series.length ?? 0) === most)!;
    out.push({
      words: `${plot!.series.length} of ${found} series`,
      title: "The query returns more time series than are drawn.",
    });
  }
  const stale = drawn.flatMap((set) => set.stale || []);
  if (stale.length > 0) out.push({ words: "Old", title: lines(stale) });
  const approximate = drawn.flatMap((set) => set.approximate);
  if (approximate.length > 0) out.push({ words: "Approximate", title: lines(approximate) });
  return out;
}

/** What a screen reader hears of the state of a tile. */
export function spokenState(tile: PictureTile, sets: readonly LiveDataSet[]): string {
  if (sets.every(({ plot }) => plot === undefined)) {
    const state = ORDER.find((one) => sets.some((set) => set.state === one)) ?? "loading";
    const words = sets.find((one) => one.state === state)?.words ?? "";
    return [HEADS[state][1], words].filter(Boolean).join(": ");
  }
  return remarksOf(tile, sets)
    .map(({ words }) => words)
    .join(", ");
}
