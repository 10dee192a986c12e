import type { SeriesBudget } from "../../api/monitoring/budget";
import { assemble, type LiveResult } from "../../core/live/assemble";
import type { LiveAnswer, LiveRequest } from "../../core/live/model";
import type { PlannedDataSet, PlannedRequest } from "../../core/live/plan";
import type { LivePlanResult } from "../../server/protocol";
import type {
  LiveControl,
  LiveDataSet,
  LiveInterval,
  LiveRange,
  LiveRefresh,
  LiveTile,
  LiveWish,
} from "../webview/picture/messages";
import { type ControlValues, readControlValues } from "./control-values";
import { errorOf, identityOf, keysOf } from "./identity";
import type { Connection, PlanQuery, SessionPorts } from "./session-ports";
import { wireDataSet } from "./wire";

type Plan = NonNullable<LivePlanResult>;

/** How long the text has to rest before a changed query is sent, in milliseconds: half a query would be asked, and billed. */
export const REST_MS = 800;

/** How long changes are collected before a plan is made of them, in milliseconds. */
const REPLAN_MS = 60;

/**
 * The live data of one view: decides when which queries are sent. Sends nothing while it is off, while the view is hidden, for tiles
 * out of sight, and beyond a limit until the user says so. An edit asks again only for queries that changed, because the time range
 * stays the same until the next refresh.
 */
export class LiveSession {
  private connection: Connection | undefined;
  private isOn = false;
  private asking = false;
  private visible = true;
  private problem = "";
  private paused = "";
  private range: LiveRange = { seconds: 3600 };
  private zoom: LiveInterval | undefined;
  private refresh: LiveRefresh = 0;
  private interval: LiveInterval | undefined;
  private readonly values = new Map<string, readonly string[]>();
  private readonly options = new Map<string, ControlValues>();
  private sight: ReadonlySet<string> = new Set();
  private plan: Plan | undefined;
  private budget: SeriesBudget | undefined;
  private read = 0;
  /** Answers of the present plan that are not kept, such as failures. */
  private readonly passing = new Map<string, LiveAnswer>();
  private readonly running = new Map<string, AbortController>();
  /** The last data of a query, whatever its range was. */
  private readonly last = new Map<string, LiveDataSet>();
  private readonly whys = new Map<string, string>();
  /** What was posted of each tile. */
  private posted = new Map<string, string>();
  private planning: AbortController | undefined;
  /** Stops the timers that were set by the last change of the text. */
  private replan: (() => void) | undefined;
  private rest: (() => void) | undefined;
  private timer: (() => void) | undefined;
  /** What is read beside the tiles: values of controls, reasons. */
  private side = new AbortController();
  private readonly ids = new WeakMap<object, number>();
  private lastId = 0;
  private disposed = false;

  constructor(private readonly ports: SessionPorts) {}

  /** The page is there and shows nothing of live data. */
  ready(): void {
    this.posted = new Map();
    this.postState();
    if (this.isOn) this.postTiles();
  }

  setVisible(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    if (!visible) this.stopAll();
    else if (this.isOn) void this.pass(this.isDue());
  }

  /** The text may have changed. */
  changed(): void {
    if (!this.isOn) return;
    this.forgetTimers();
    // Tiles may have other places now, so what is known of them is sent at once; what is not known waits.
    this.replan = this.ports.later(REPLAN_MS, () => void this.pass(false));
    this.rest = this.ports.later(REST_MS, () => {
      this.rest = undefined;
      this.send();
    });
  }

  /** The profile or the user's consent may have changed: what was read belongs to another project. */
  disconnect(): void {
    if (this.isOn) this.turnOff();
  }

  async receive(wish: LiveWish): Promise<void> {
    switch (wish.kind) {
      case "switch":
        return wish.on ? this.turnOn() : this.turnOff();
      case "sight":
        this.sight = new Set(wish.tiles);
        if (this.isOn && this.plan) this.send();
        return;
      case "values":
        return this.readValues(wish.key);
      case "why":
        return this.explain(wish.pointer);
      case "query":
        return this.ports.reveal(wish.tile, wish.pointer);
      default:
        if (this.isOn) this.take(wish);
    }
  }

  dispose(): void {
    this.disposed = true;
    this.stopAll();
    this.forgetTimers();
  }

  private forgetTimers(): void {
    this.replan?.();
    this.rest?.();
    this.replan = undefined;
    this.rest = undefined;
  }

  /** @param connection one that needs no question, or undefined to ask */
  async turnOn(connection?: Connection): Promise<void> {
    if (this.isOn || this.asking) return;
    this.asking = true;
    this.problem = "";
    this.postState();
    try {
      this.connection = connection ?? (await this.ports.connect());
    } catch (error) {
      this.ports.failed(error);
      this.problem = "Live data could not be turned on. See the *Mosaic* output channel for details.";
    }
    this.asking = false;
    if (this.disposed) return;
    this.isOn = this.connection !== undefined;
    if (this.isOn) this.newCheck();
    this.postState();
    if (this.isOn) await this.pass(true);
  }

  private turnOff(): void {
    this.stopAll();
    this.isOn = false;
    this.connection = undefined;
    this.plan = undefined;
    this.paused = "";
    this.problem = "";
    this.passing.clear();
    this.last.clear();
    this.options.clear();
    this.whys.clear();
    this.posted = new Map();
    this.postState();
  }

  /** What the user changes while it is on; each begins a new check. */
  private take(wish: Exclude<LiveWish, { kind: "switch" | "sight" | "values" | "why" | "query" }>): void {
    let isFresh = true;
    switch (wish.kind) {
      case "range":
        this.range = wish.range;
        this.zoom = undefined;
        break;
      case "zoom":
        this.zoom = wish.interval ?? undefined;
        break;
      case "refresh":
        this.refresh = wish.seconds;
        this.postState();
        if (!this.isDue()) {
          this.schedule();
          return;
        }
        break;
      case "choose":
        if (wish.values === null) this.values.delete(wish.key);
        else this.values.set(wish.key, wish.values);
        isFresh = false;
        break;
      case "continue":
        this.connection?.answers.hour.allowMore();
        isFresh = false;
        break;
      case "now":
        break;
    }
    this.newCheck();
    void this.pass(isFresh);
  }

  private newCheck(): void {
    this.paused = "";
    this.budget = this.connection?.budget();
    this.passing.clear();
  }

  private isDue(): boolean {
    const { interval, refresh, ports } = this;
    const isPast = this.zoom !== undefined || !("seconds" in this.range);
    return refresh > 0 && !isPast && ports.now() - (interval?.end ?? 0) >= refresh * 1000;
  }

  /** The next automatic refresh. */
  private schedule(): void {
    this.timer?.();
    this.timer = undefined;
    const isPast = this.zoom !== undefined || !("seconds" in this.range);
    if (this.refresh === 0 || isPast || !this.isOn || !this.visible || this.paused !== "") return;
    const wait = Math.max(1000, (this.interval?.end ?? 0) + this.refresh * 1000 - this.ports.now());
    this.timer = this.ports.later(wait, () => {
      this.newCheck();
      void this.pass(true);
    });
  }

  private query(): PlanQuery | undefined {
    const { interval, zoom } = this;
    return interval && { interval, zoomed: zoom !== undefined, values: Object.fromEntries(this.values) };
  }

  /** Makes a plan of the text as it is now, and asks for what is missing. @param isFresh up to now, instead of the same range */
  private async pass(isFresh: boolean): Promise<void> {
    if (!this.isOn || !this.visible || this.disposed) return;
    this.replan?.();
    this.replan = undefined;
    if (isFresh || !this.interval) {
      const end = this.ports.now();
      this.interval =
        this.zoom ?? ("seconds" in this.range ? { start: end - this.range.seconds * 1000, end } : this.range);
    }
    this.planning?.abort();
    const planning = new AbortController();
    this.planning = planning;
    try {
      const plan = await this.ports.plan(this.query()!, planning.signal);
      if (planning.signal.aborted || !this.isOn) return;
      // Without a plan the text is not valid at the moment: what is drawn stays.
      if (plan) this.plan = plan;
    } catch (error) {
      if (!planning.signal.aborted) this.ports.failed(error);
    } finally {
      if (this.planning === planning) this.planning = undefined;
    }
    if (!this.isOn) return;
    this.schedule();
    this.send();
  }

  /** Asks for what tiles in sight need and is not there. */
  private send(): void {
    const { plan, connection, budget } = this;
    if (!plan || !connection || !budget) return;
    const wanted = new Map(this.wanted(plan).map((one) => [one.key, one]));
    const planned = new Set(plan.plan.requests.map(({ key }) => key));
    for (const [key, controller] of this.running) if (!planned.has(key)) controller.abort();
    for (const key of this.passing.keys()) if (!planned.has(key)) this.passing.delete(key);
    for (const [key, { request, places }] of wanted) {
      if (this.answerTo(key) || this.running.has(key)) continue;
      const error = places.map((place) => errorOf(plan, place.pointer)).find((one) => one !== undefined);
      if (error !== undefined)
        this.passing.set(key, { kind: "refused", message: `Not sent: ${error}`, status: undefined });
      else if (this.paused === "" && this.visible && !this.rest)
        void this.ask(key, request, connection, budget);
    }
    this.postState();
    this.postTiles();
  }

  private wanted({ plan }: Plan): PlannedRequest[] {
    const sets = plan.dataSets
      .filter(({ tile }) => this.sight.has(tile))
      .flatMap(({ source, shifted }) => [...keysOf(source), ...(shifted ? keysOf(shifted.source) : [])]);
    const keys = new Set(sets);
    return plan.requests.filter(({ key }) => keys.has(key));
  }

  private async ask(
    key: string,
    request: LiveRequest,
    { answers }: Connection,
    budget: SeriesBudget,
  ): Promise<void> {
    const controller = new AbortController();
    this.running.set(key, controller);
    try {
      const { answer, read } = await answers.ask(key, request, budget, controller.signal);
      this.read += read;
      if (answer.kind !== "series" && answer.kind !== "refused") this.passing.set(key, answer);
      if (answer.kind === "stopped") this.paused = `${answer.message} Nothing more is read.`;
    } catch (error) {
      if (!controller.signal.aborted) this.ports.failed(error);
    } finally {
      if (this.running.get(key) === controller) this.running.delete(key);
    }
    if (!this.isOn || this.disposed || controller.signal.aborted) return;
    this.postState();
    this.postTiles();
  }

  private answerTo(key: string): LiveAnswer | undefined {
    return this.connection?.answers.get(key) ?? this.passing.get(key);
  }

  private stopAll(): void {
    this.timer?.();
    this.timer = undefined;
    this.planning?.abort();
    for (const controller of this.running.values()) controller.abort();
    this.running.clear();
    this.side.abort();
    this.side = new AbortController();
  }

  /** Sends the tiles that look different from what was sent. */
  private postTiles(): void {
    const { plan } = this;
    if (!plan) return;
    const byTile = new Map<string, PlannedDataSet[]>();
    for (const dataSet of plan.plan.dataSets) {
      const list = byTile.get(dataSet.tile);
      if (list) list.push(dataSet);
      else byTile.set(dataSet.tile, [dataSet]);
    }
    const requests = new Map(plan.plan.requests.map(({ key, request }) => [key, request]));
    const tiles: LiveTile[] = [];
    const all = [...this.posted.keys()].some((id) => !byTile.has(id)) || this.posted.size === 0;
    const posted = new Map<string, string>();
    for (const [id, dataSets] of byTile) {
      const signature = JSON.stringify(dataSets.map((one) => this.signatureOf(one, requests)));
      posted.set(id, signature);
      if (all || this.posted.get(id) !== signature)
        tiles.push({ id, sets: dataSets.map((one) => this.dataSet(one, requests)) });
    }
    this.posted = posted;
    if (tiles.length > 0 || all) this.ports.post({ kind: "tiles", tiles, all });
  }

  /** Differs when a data set looks different. */
  private signatureOf(dataSet: PlannedDataSet, requests: ReadonlyMap<string, LiveRequest>): unknown {
    const { source, shifted, places, ...rest } = dataSet;
    const keys = [...keysOf(source), ...(shifted ? keysOf(shifted.source) : [])];
    const answers = keys.map((key) => {
      const answer = this.answerTo(key);
      return answer ? this.idOf(answer) : 0;
    });
    const why = this.whys.get(identityOf(dataSet, requests));
    return [rest, source, shifted?.seconds, answers, places[0]?.pointer, why];
  }

  private idOf(answer: object): number {
    let id = this.ids.get(answer);
    if (id === undefined) this.ids.set(answer, (id = ++this.lastId));
    return id;
  }

  private dataSet(planned: PlannedDataSet, requests: ReadonlyMap<string, LiveRequest>): LiveDataSet {
    const answers = new Map<string, LiveAnswer>();
    for (const key of requests.keys()) {
      const answer = this.answerTo(key);
      if (answer) answers.set(key, answer);
    }
    const result = this.withError(planned, assemble(planned, answers));
    const identity = identityOf(planned, requests);
    const set = wireDataSet(planned, result, this.last.get(identity), this.whys.get(identity));
    if (set.state === "data") this.last.set(identity, set);
    return set;
  }

  /** A query that is wrong itself is rejected, in the words of its finding. */
  private withError({ pointer }: PlannedDataSet, result: LiveResult): LiveResult {
    if (result.kind !== "sample" || !result.broken) return result;
    const error = (this.plan && errorOf(this.plan, pointer)) ?? result.because;
    return { kind: "refused", message: `Not sent: ${error}` };
  }

  /** The values that the project has for a control. */
  private async readValues(key: string): Promise<void> {
    const { connection, budget, plan } = this;
    const control = plan?.controls.find((one) => one.key === key);
    if (!connection || !budget || !control || this.options.get(key)?.loading) return;
    if (control.sources.length === 0) {
      this.options.set(key, { options: control.listed, loading: false, note: control.note });
      this.postState();
      return;
    }
    this.options.set(key, { loading: true, note: "" });
    this.postState();
    const { signal } = this.side;
    try {
      const { read, ...values } = await readControlValues(control, connection.answers, budget, signal);
      if (this.connection !== connection) return;
      this.read += read;
      this.options.set(key, values);
    } catch (error) {
      if (signal.aborted) {
        this.options.delete(key);
        return;
      }
      this.ports.failed(error);
      this.options.set(key, { options: [], loading: false, note: "The values could not be read." });
    }
    this.postState();
  }

  private async explain(pointer: string): Promise<void> {
    const { connection, plan } = this;
    const query = this.query();
    const dataSet = plan?.plan.dataSets.find(({ places }) => places.some((one) => one.pointer === pointer));
    if (!connection || !plan || !query || !dataSet || !this.budget) return;
    const requests = new Map(plan.plan.requests.map(({ key, request }) => [key, request]));
    const identity = identityOf(dataSet, requests);
    const { signal } = this.side;
    this.whys.set(identity, "Looking for the reason…");
    this.postTiles();
    try {
      const bounded = { ...connection, budget: () => this.budget! };
      const before = this.budget.used;
      this.whys.set(identity, await this.ports.explain(pointer, dataSet, query, bounded, signal));
      this.read += this.budget.used - before;
    } catch (error) {
      if (signal.aborted) this.whys.delete(identity);
      else {
        this.ports.failed(error);
        this.whys.set(identity, "The reason could not be found.");
      }
    }
    if (!this.isOn) return;
    this.postState();
    this.postTiles();
  }

  private postState(): void {
    const { connection, interval, options, plan } = this;
    const controls = (plan?.controls ?? []).map((one): LiveControl => {
      const { id, key, kind, name, detail, note } = one;
      const own = this.values.get(key);
      const known = options.get(key);
      return {
        ...{ id, key, kind, name, detail },
        values: own ?? one.values,
        chosen: own !== undefined,
        ...(known?.options && { options: known.options }),
        loading: known?.loading ?? false,
        note: known?.note ?? note,
      };
    });
    this.ports.post({
      kind: "state",
      state: {
        on: this.isOn,
        asking: this.asking,
        project: connection?.project ?? "",
        range: this.zoom ?? this.range,
        zoomed: this.zoom !== undefined,
        ...(interval && { interval }),
        refresh: this.refresh,
        pending: this.running.size,
        read: this.read,
        paused: this.paused,
        problem: this.problem,
        controls,
      },
    });
  }
}
