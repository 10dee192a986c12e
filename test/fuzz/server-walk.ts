import { isDeepStrictEqual } from "node:util";
import { LspProcess, type ServerCommand } from "../bench/lsp-process";
import { specimens } from "../property/specimens";
import { edited } from "../property/text-walk";
import { Chance, mutated } from "./target";

const TEXTS: readonly string[] = specimens.map(({ text }) => text).filter((text) => text.length < 30_000);
const DOCUMENTS = 6;
const LONGEST = 40_000;
/** Requests that may be refused with a reason. */
const REFUSABLE = new Set(["textDocument/rename"]);

/** What one walk has met. */
export interface Met {
  readonly edits: number;
  readonly requests: number;
  /** How often findings were compared with those of a fresh server. */
  readonly compared: number;
  /** Longest time until an answer, in milliseconds, and to which request. */
  readonly slowest: { readonly ms: number; readonly method: string };
}

type Position = { readonly line: number; readonly character: number };

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length - 1, character: before.at(-1)!.length };
}

/**
 * Edits dashboards in a server at random, with every kind of request in between. Every answer has to come, without an error, and the
 * findings have to be those that another server has, which reads the same text for the first time.
 */
export class ServerWalk {
  private readonly open = new Map<string, string>();
  private readonly waiting = new Set<Promise<void>>();
  private failure: Error | undefined;
  private readonly met = { edits: 0, requests: 0, compared: 0, slowest: { ms: 0, method: "" } };

  private constructor(
    readonly server: LspProcess,
    private readonly fresh: LspProcess,
  ) {}

  static async start(command: ServerCommand): Promise<ServerWalk> {
    const [server, fresh] = [new LspProcess(command), new LspProcess(command)];
    await Promise.all([server.initialize(), fresh.initialize()]);
    return new ServerWalk(server, fresh);
  }

  stop(): void {
    this.server.stop();
    this.fresh.stop();
  }

  /**
   * @param edits how many edits are made
   * @returns what the walk has met since the start of the servers
   * @throws the first thing that went wrong
   */
  async run(seed: number, edits: number): Promise<Met> {
    const chance = new Chance(seed);
    for (let done = 0; done < edits && !this.failure; ) {
      const uri = `file:///walk/${chance.below(DOCUMENTS)}.${chance.is(0.8) ? "dashboard.json" : chance.of(["tf", "dashboard.yaml"])}`;
      const text = this.open.get(uri);
      if (text === undefined) {
        const first = textFor(uri, chance);
        this.open.set(uri, first);
        this.server.open(uri, first);
      } else if (chance.is(0.01)) {
        this.open.delete(uri);
        this.server.close(uri);
        continue;
      } else {
        this.edit(uri, text, chance);
        done++;
      }
      for (let n = chance.below(4); n > 0; n--) this.ask(uri, chance);
      while (this.waiting.size > 20) await Promise.race(this.waiting);
      if (chance.is(0.02)) await this.compare(uri);
    }
    for (const uri of this.open.keys()) await this.compare(uri);
    await Promise.all(this.waiting);
    for (const uri of this.open.keys()) this.server.close(uri);
    this.open.clear();
    if (this.failure) throw this.failure;
    return this.met;
  }

  private edit(uri: string, text: string, chance: Chance): void {
    this.met.edits++;
    if (text.length > LONGEST || chance.is(0.02)) {
      const next = textFor(uri, chance);
      this.open.set(uri, next);
      this.server.change(uri, [{ text: next }]);
      return;
    }
    const next = uri.endsWith(".json") && chance.is(0.9) ? edited(text, chance.next) : mutated(text, chance);
    let start = 0;
    while (start < next.length && next[start] === text[start]) start++;
    // A range must not end between the halves of a line end or a surrogate pair.
    while (start > 0 && /[\r\ud800-\udbff]/.test(text[start - 1]!)) start--;
    const range = { start: positionAt(text, start), end: positionAt(text, text.length) };
    this.open.set(uri, next);
    this.server.change(uri, [{ range, text: next.slice(start) }]);
  }

  private ask(uri: string, chance: Chance): void {
    const [method, params] = requestOn(uri, this.open.get(uri) ?? "", chance);
    this.met.requests++;
    const start = performance.now();
    const answer = this.server.request(method, params).then(
      () => {
        const ms = performance.now() - start;
        if (ms > this.met.slowest.ms) this.met.slowest = { ms, method };
      },
      (error: Error) => {
        if (!REFUSABLE.has(method) || error.message.includes("ended"))
          this.failure ??= new Error(`${method}: ${error.message}\n${this.open.get(uri)}`);
      },
    );
    this.waiting.add(answer);
    void answer.finally(() => this.waiting.delete(answer));
  }

  private async compare(uri: string): Promise<void> {
    const text = this.open.get(uri);
    if (text === undefined || this.failure) return;
    this.met.compared++;
    this.fresh.open(uri, text);
    const [found, expected] = await Promise.all([this.server.diagnostics(uri), this.fresh.diagnostics(uri)]);
    this.fresh.close(uri);
    if (!isDeepStrictEqual(found, expected))
      throw new Error(
        `${uri}: the findings are not those of a fresh server\n${JSON.stringify({ text, found, expected }, null, 1)}`,
      );
  }
}

function textFor(uri: string, chance: Chance): string {
  const text = chance.of(TEXTS);
  if (!uri.endsWith(".tf")) return text;
  return `resource "google_monitoring_dashboard" "a" {\n  dashboard_json = <<EOT\n${text}\nEOT\n}\n`;
}

/** One of all kinds of requests. */
function requestOn(uri: string, text: string, chance: Chance): [method: string, params: object] {
  const textDocument = { uri };
  const somewhere = () => positionAt(text, chance.below(text.length + 1));
  const position = somewhere();
  const range = chance.is(0.5)
    ? { start: position, end: position }
    : { start: { line: 0, character: 0 }, end: position };
  const options = { tabSize: 1 + chance.below(8), insertSpaces: chance.is(0.5) };
  const known = chance.below(9);
  const tile = chance.of(["/mosaicLayout/tiles/0/widget", "/gridLayout/widgets/1", "", "/x"]);
  const kind = chance.of(["blank", "xyChart", "collapsibleGroup"]);
  const diagnostics: unknown[] = [];
  const at = { textDocument, position };
  return chance.of<[string, object]>([
    ["textDocument/diagnostic", { textDocument }],
    ["textDocument/completion", at],
    ["textDocument/hover", at],
    ["textDocument/signatureHelp", at],
    ["textDocument/definition", at],
    ["textDocument/references", { ...at, context: { includeDeclaration: true } }],
    ["textDocument/documentHighlight", at],
    ["textDocument/prepareRename", at],
    ["textDocument/rename", { ...at, newName: chance.of(["zone", "a b", "", "x-1"]) }],
    ["textDocument/documentSymbol", { textDocument }],
    ["textDocument/foldingRange", { textDocument }],
    ["textDocument/selectionRange", { textDocument, positions: [position, somewhere()] }],
    ["textDocument/formatting", { textDocument, options }],
    ["textDocument/rangeFormatting", { textDocument, options, range }],
    ["textDocument/documentColor", { textDocument }],
    ["textDocument/documentLink", { textDocument }],
    ["textDocument/inlayHint", { textDocument, range }],
    ["textDocument/semanticTokens/full", { textDocument }],
    ["textDocument/codeAction", { textDocument, range, context: { diagnostics } }],
    ["textDocument/codeAction", { textDocument, range, context: { diagnostics, only: ["source.fixAll"] } }],
    ["workspace/symbol", { query: chance.of(["", "lat", "\\"]) }],
    ["mosaic/picture", { uri, known }],
    ["mosaic/findings", { uri }],
    ["mosaic/tileAt", { uri, position }],
    ["mosaic/queryAt", { uri, position }],
    ["mosaic/reveal", { uri, tile }],
    ["mosaic/edit", { uri, known, gesture: { type: "insert", kind } }],
    ["mosaic/edit", { uri, known, gesture: { type: chance.of(["remove", "nonsense"]), tiles: [tile] } }],
    ["mosaic/rule", { id: chance.of(["syntax", "nothing", "toString"]) }],
    ["mosaic/catalogue", { folder: "file:///walk", overlay: null }],
  ]);
}
