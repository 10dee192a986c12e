import { afterEach, describe, expect, it } from "vitest";
import {
  CancellationTokenSource,
  type Diagnostic,
  LSPErrorCodes,
  type ResponseError,
} from "vscode-languageserver/node";
import { checkText } from "../../core/check";
import { formatAddress } from "../../core/query/address";
import { specimens } from "../property/specimens";
import { CAPABILITIES, LspPair } from "./client";

/** How long a storm goes on, in milliseconds. A longer one: `STORM=60000 npx vitest run --project lsp test/lsp/storm`. */
const DURATION = Number(process.env["STORM"] ?? 2000);
/** Where it starts; `MOSAIC_SEED` tries another one. */
const SEED = Number(process.env["MOSAIC_SEED"] ?? 1);

const CONFIG = "file:///w/.mosaic/config.json";
const TEXTS = specimens.map(({ text }) => text);
const PIECES = [
  ...[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "\\",
    "null",
    "-",
    "1e999",
    "//",
    "/*",
    "\u2028",
    "\ud800",
    "\r\n",
    "\ufeff",
  ],
  ...[
    '"name":',
    '"widget":{',
    '"tiles":[',
    '"xPos":-1',
    '"__proto__":{',
    '"${zone',
    "'",
    "",
    "displayName: a",
  ],
];
const KINDS = ["blank", "xyChart", "collapsibleGroup"];

/** A generator of our own seed, so that a storm can be had again. */
function dice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    of: <T>(list: readonly T[]): T => list[below(list.length)]!,
    chance: (p: number) => next() < p,
  };
}

let pair: LspPair;
afterEach(() => pair?.stop());

describe("a storm of requests", () => {
  it.each(["pulled", "pushed"])(
    "findings %s: nothing fails, and nothing is left behind",
    { timeout: DURATION + 60_000 },
    async (how) => {
      const { below, of, chance } = dice(SEED);
      const { diagnostic: _, ...pushing } = CAPABILITIES.textDocument!;
      const capabilities = {
        ...CAPABILITIES,
        textDocument: {
          ...(how === "pulled" ? CAPABILITIES.textDocument : pushing),
          codeAction: { resolveSupport: { properties: ["edit"] } },
          rename: { prepareSupport: true },
        },
        workspace: {
          configuration: true,
          diagnostics: { refreshSupport: true },
          inlayHint: { refreshSupport: true },
          didChangeConfiguration: { dynamicRegistration: true },
          didChangeWatchedFiles: { dynamicRegistration: true },
          workspaceFolders: true,
        },
      };
      const files: Record<string, string> = {
        [CONFIG]: '{ "rules": { "empty-title": "warning" } }',
        "file:///w/closed.dashboard.json": TEXTS[0]!,
        "file:///w/broken.dashboard.json": TEXTS[0]!.slice(0, 200),
      };
      const settings: Record<string, unknown> = { workspaceFindings: true };
      pair = await LspPair.start(capabilities, undefined, files, { folders: ["file:///w"], settings });
      // An editor that refuses to do what it is asked now and then.
      for (const method of ["workspace/diagnostic/refresh", "workspace/inlayHint/refresh"]) {
        pair.connection.onRequest(method, () => {
          if (chance(0.5)) throw new Error("no");
          return null;
        });
      }
      const open = new Map<string, string>();
      const failures: string[] = [];
      const waiting = new Set<Promise<unknown>>();

      function ask(method: string, params: object): void {
        const source = new CancellationTokenSource();
        const answer = pair.connection
          .sendRequest(method, params, source.token)
          .catch((error: ResponseError) => {
            if (error.code === LSPErrorCodes.RequestCancelled) return;
            // A new name can be refused with the reason.
            if (method === "textDocument/rename" && error.message) return;
            failures.push(`${method}: ${error.message}`);
          });
        waiting.add(answer);
        void answer.finally(() => waiting.delete(answer));
        if (chance(0.15)) source.cancel();
      }

      function mangled(text: string): string {
        let out = text;
        for (let n = below(4); n >= 0; n--) {
          const at = below(out.length + 1);
          out = out.slice(0, at) + of(PIECES) + out.slice(at + (chance(0.5) ? below(40) : 0));
        }
        return chance(0.05) ? out.slice(0, below(out.length)) : out;
      }

      function somewhere(text: string) {
        const before = text.slice(0, below(text.length + 1)).split("\n");
        // Beyond the end now and then.
        return { line: before.length - 1 + below(2), character: before.at(-1)!.length + below(2) };
      }

      function request(uri: string): void {
        const textDocument = { uri };
        const text = open.get(uri) ?? TEXTS[0]!;
        const position = somewhere(text);
        const range = chance(0.5)
          ? { start: position, end: position }
          : { start: { line: 0, character: 0 }, end: position };
        const options = { tabSize: 1 + below(8), insertSpaces: chance(0.5) };
        const requests: [string, object][] = [
          ["textDocument/completion", { textDocument, position }],
          ["textDocument/hover", { textDocument, position }],
          ["textDocument/signatureHelp", { textDocument, position }],
          ["textDocument/definition", { textDocument, position }],
          [
            "textDocument/references",
            { textDocument, position, context: { includeDeclaration: chance(0.5) } },
          ],
          ["textDocument/documentHighlight", { textDocument, position }],
          ["textDocument/prepareRename", { textDocument, position }],
          ["textDocument/rename", { textDocument, position, newName: of(["zone", "a b", "", "x-1"]) }],
          ["textDocument/documentSymbol", { textDocument }],
          ["textDocument/foldingRange", { textDocument }],
          ["textDocument/selectionRange", { textDocument, positions: [position, somewhere(text)] }],
          ["textDocument/formatting", { textDocument, options }],
          ["textDocument/rangeFormatting", { textDocument, options, range }],
          ["textDocument/documentColor", { textDocument }],
          ["textDocument/documentLink", { textDocument }],
          ["textDocument/inlayHint", { textDocument, range }],
          ["textDocument/semanticTokens/full", { textDocument }],
          ["textDocument/codeAction", { textDocument, range, context: { diagnostics: [] } }],
          [
            "textDocument/codeAction",
            { textDocument, range, context: { diagnostics: [], only: ["source.fixAll"] } },
          ],
          ["workspace/symbol", { query: of(["", "lat", "\\", "日"]) }],
          ["mosaic/picture", { uri, known: below(9) }],
          ["mosaic/findings", { uri }],
          ["mosaic/tileAt", { uri, position }],
          ["mosaic/queryAt", { uri, position }],
          [
            "mosaic/reveal",
            { uri, tile: of(["/mosaicLayout/tiles/0/widget", "", "/x", "/gridLayout/widgets/1"]) },
          ],
          ["mosaic/edit", { uri, known: below(9), gesture: { type: "insert", kind: of(KINDS) } }],
          [
            "mosaic/edit",
            {
              uri,
              known: below(9),
              gesture: { type: of(["remove", "nonsense"]), tiles: ["/mosaicLayout/tiles/0/widget"] },
            },
          ],
          ["mosaic/rule", { id: of(["syntax", "nothing", "toString"]) }],
          ["mosaic/catalogue", { folder: "file:///w", overlay: null }],
          ...(how === "pulled" ? [["textDocument/diagnostic", { textDocument }] as [string, object]] : []),
        ];
        ask(...of(requests));
      }

      function queryUri(): string {
        const path = [
          "mosaicLayout",
          "tiles",
          below(3),
          "widget",
          "xyChart",
          "dataSets",
          0,
          "timeSeriesQuery",
          "prometheusQuery",
        ];
        return `mosaic-query:/a.promql?${encodeURIComponent(formatAddress({ dashboard: "file:///w/0.dashboard.json", path }))}`;
      }

      const uris = () => (chance(0.8) ? `file:///w/${below(6)}.dashboard.json` : queryUri());
      const end = Date.now() + DURATION;
      while (Date.now() < end) {
        const uri = uris();
        const text = open.get(uri);
        if (text === undefined) {
          const fresh = uri.startsWith("mosaic") ? "sum(rate(up{${zone}}[5m]))" : of(TEXTS);
          open.set(uri, await pair.open(fresh, uri).then(() => fresh));
        } else if (chance(0.05)) {
          open.delete(uri);
          await pair.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
        } else if (chance(0.4)) {
          const next = chance(0.2) ? of(TEXTS) : mangled(text);
          open.set(uri, next);
          await pair.change(uri, next);
        }
        if (chance(0.02)) {
          settings["inlayHints"] = { durations: chance(0.5) };
          await pair.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
        }
        if (chance(0.02)) {
          files[CONFIG] = of([
            '{ "rules": { "empty-title": "off" } }',
            "{",
            "[]",
            '{ "rules": { "empty-title": "warning" } }',
          ]);
          await pair.connection.sendNotification("workspace/didChangeWatchedFiles", {
            changes: [{ uri: CONFIG, type: 2 }],
          });
        }
        for (let n = below(6); n > 0; n--) request(chance(0.9) ? uri : "file:///w/never-open.dashboard.json");
        // No more under way than an editor would have.
        while (waiting.size > 30) await Promise.race(waiting);
      }
      await Promise.all(waiting);
      files[CONFIG] = "{}";
      await pair.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: CONFIG, type: 2 }],
      });

      expect(failures, `seed ${SEED}`).toEqual([]);
      expect(
        pair.log.filter((line) => line.includes("failed")),
        `seed ${SEED}`,
      ).toEqual([]);
      if (how === "pushed") await new Promise((resolve) => setTimeout(resolve, 600));
      for (const [uri, text] of open) {
        if (uri.startsWith("mosaic")) continue;
        const told = how === "pulled" ? await pair.diagnostics(uri) : lastPushed(uri);
        const codes = checkText(text).map(({ code }) => code);
        expect(
          told?.map(({ code }) => code),
          `${uri}, seed ${SEED}`,
        ).toEqual(codes);
      }
      if (how === "pushed") {
        for (const { uri } of pair.pushed) if (!open.has(uri)) expect(lastPushed(uri)).toEqual([]);
      }
    },
  );

  function lastPushed(uri: string): Diagnostic[] | undefined {
    return pair.pushed.findLast((params) => params.uri === uri)?.diagnostics;
  }
});
