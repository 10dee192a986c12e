import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type CodeAction,
  type CompletionList,
  InsertTextFormat,
  type SignatureHelp,
  type TextEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { runPush } from "../../cli/deploy/push";
import type { Io } from "../../cli/io";
import { runValidate } from "../../cli/validate";
import { newFileText } from "../../core/forms";
import { formatAddress } from "../../core/query/address";
import {
  type DashboardsResult,
  type EditResult,
  type PictureResult,
  type QueryAtResult,
  Requests,
} from "../../server/protocol";
import { LspPair } from "./client";

// The table of docs/forms.md, cell by cell: each row is tried in each form, and what comes out is what the table says.

const root = path.resolve(__dirname, "../..");
const table = await readTable();

async function readTable(): Promise<{ forms: string[]; rows: string[][] }> {
  const text = await readFile(path.join(root, "docs/forms.md"), "utf8");
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
  const [head, , ...rows] = text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map(cells);
  return { forms: head!.slice(1), rows };
}

const DASHBOARD = {
  displayName: "Shop",
  etag: "9f1c",
  dashboardFilters: [{ labelKey: "zone", filterType: "RESOURCE_LABEL", templateVariable: "zone" }, null],
  mosaicLayout: {
    columns: 12,
    tiles: [
      {
        xPos: 0,
        yPos: 0,
        width: 6,
        height: 4,
        widget: {
          title: "Requests",
          xyChart: {
            dataSets: [
              {
                plotType: "line",
                timeSeriesQuery: {
                  prometheusQuery: "sum(rate(run_googleapis_com:request_count{${zone}}[5m]))",
                },
              },
            ],
          },
        },
      },
    ],
  },
};

const json = JSON.stringify(DASHBOARD, null, 2);
const resource = (value: string) =>
  `resource "google_monitoring_dashboard" "shop" {\n  dashboard_json = ${value}\n}\n`;
const escaped = (text: string) => text.replaceAll("${", () => "$${");

/** A service that nobody serves. */
const CONFIG = JSON.stringify({
  profiles: { none: { project: "shop", endpoint: "http://127.0.0.1:9", credentials: "none" } },
});

/** How the dashboard is written in each form, by how the table's column starts. */
const FORMS: Readonly<Record<string, { name: string; text: string }>> = {
  JSON: { name: "shop.dashboard.json", text: json },
  YAML: {
    name: "shop.dashboard.yaml",
    text: newFileText("shop.dashboard.yaml", DASHBOARD),
  },
  Template: { name: "shop.json.tpl", text: escaped(json).replace('"Shop"', '"Shop ${env}"') },
  "Terraform heredoc": {
    name: "main.tf",
    text: resource(`<<EOF\n${escaped(json).replace('"Shop"', '"Shop ${var.env}"')}\nEOF`),
  },
  "Terraform `jsonencode": {
    name: "main.tf",
    text: resource(
      `jsonencode(${escaped(json)
        .replace('"Shop"', '"Shop ${var.env}"')
        .replace(/"(\w+)": /g, "$1 = ")})`,
    ),
  },
};

interface Open {
  readonly pair: LspPair;
  readonly uri: string;
  readonly text: string;
  readonly document: TextDocument;
  /** Asks about a document. */
  ask<T>(method: string, params?: object): Promise<T>;
  /** The position `inner` characters into a piece of the text. */
  at(piece: string, inner?: number): { line: number; character: number };
  readonly address: string | undefined;
  readonly folder: string;
  readonly name: string;
}

type Probe = (open: Open) => Promise<string>;
const yes = (works: unknown) => (works ? "yes" : "no");

const printed: string[] = [];
const io = (cwd: string): Io => ({
  cwd,
  env: {},
  color: false,
  stdin: async () => "",
  out: (text) => void printed.push(text),
  err: (text) => void printed.push(text),
});

async function edited({ ask, address }: Open, gesture: object): Promise<boolean> {
  const picture = await ask<PictureResult>(Requests.picture, { address });
  const answer = await ask<EditResult>(Requests.edit, { address, gesture, known: picture!.version });
  return answer !== null && "edits" in answer && answer.edits.length > 0;
}

const TILE = "/mosaicLayout/tiles/0/widget";

const PROBES: Readonly<Record<string, Probe>> = {
  "`mosaic validate`, by name and in folders": async ({ folder, name, text }) => {
    const named = await runValidate([name], io(folder));
    if (named !== 1 || !printed.join("").includes("unknown-enum-value")) return "no";
    // A file whose name does not say that it is a dashboard.
    const other = name.replace(/^[^.]+(?:\.dashboard)?/, "boards/shop");
    await mkdir(path.join(folder, "boards"));
    await writeFile(path.join(folder, other), text);
    if ((await runValidate(["boards"], io(folder))) === 1) return "yes";
    await writeFile(path.join(folder, ".mosaic/config.json"), '{ "dashboards": ["boards/*"] }');
    return (await runValidate(["boards"], io(folder))) === 1 ? "by name and by configuration" : "by name";
  },
  "`--fix`": async ({ folder, name }) => {
    await runValidate(["--fix", name], io(folder));
    const text = await readFile(path.join(folder, name), "utf8");
    const isTokenFixed = /\bLINE\b/.test(text) && !/\bline\b/.test(text);
    if (!isTokenFixed) return "no";
    return text.includes("null") ? "single values and names" : "yes";
  },
  "Findings in the editor": async ({ pair, uri }) =>
    yes((await pair.diagnostics(uri)).some(({ code }) => code === "unknown-enum-value")),
  "Hover, signature help": async ({ ask, at }) => {
    const hover = await ask<object | null>("textDocument/hover", { position: at("plotType", 2) });
    const signature = await ask<SignatureHelp | null>("textDocument/signatureHelp", {
      position: at("rate(", 5),
    });
    return yes(hover && signature && signature.signatures.length > 0);
  },
  Completion: async ({ ask, at, text, name, document, pair, uri }) => {
    const values = await ask<CompletionList>("textDocument/completion", { position: at("line", 1) });
    if (!values.items.some(({ label }) => label === "STACKED_AREA")) return "no";
    if (name.endsWith(".yaml")) {
      // On a new line, whose indentation says what it belongs to.
      const { line, character } = at("title: Requests");
      const start = document.offsetAt({ line: line + 1, character: 0 });
      await pair.change(uri, `${text.slice(0, start)}${" ".repeat(character)}\n${text.slice(start)}`);
      const position = { line: line + 1, character };
      const members = await ask<CompletionList>("textDocument/completion", { position });
      return members.items.some(({ label }) => label === "visibilityCondition")
        ? "yes, by indentation"
        : "no";
    }
    // At the end of the line with the title, where another member can stand.
    const line = text.slice(text.indexOf('"Requests"'));
    const members = await ask<CompletionList>("textDocument/completion", {
      position: at('"Requests"', line.indexOf("\n") + 1),
    });
    const snippets = members.items.some(
      ({ insertTextFormat }) => insertTextFormat === InsertTextFormat.Snippet,
    );
    return members.items.length === 0 ? "no" : snippets ? "yes" : "yes, without snippets";
  },
  "Quick fixes": async ({ ask, at, pair, uri }) => {
    const diagnostics = await pair.diagnostics(uri);
    const fixesAt = async (piece: string) =>
      ask<CodeAction[]>("textDocument/codeAction", {
        range: { start: at(piece, 1), end: at(piece, 1) },
        context: { diagnostics, only: ["quickfix"] },
      });
    const [token, structure] = [await fixesAt("line"), await fixesAt("etag")];
    return token.length === 0 ? "no" : structure.length === 0 ? "single values and names" : "yes";
  },
  "Go to, find and rename template variables": async ({ ask, at, uri }) => {
    const position = at("${zone}", 3);
    const links = await ask<unknown[]>("textDocument/definition", { position });
    const found = await ask<unknown[]>("textDocument/references", {
      position,
      context: { includeDeclaration: true },
    });
    const renamed = await ask<{ changes: Record<string, TextEdit[]> }>("textDocument/rename", {
      position,
      newName: "region",
    });
    return yes(links.length === 1 && found.length === 2 && renamed.changes[uri]?.length === 2);
  },
  Refactorings: async ({ ask, at }) => {
    const range = { start: at("prometheusQuery", 2), end: at("prometheusQuery", 2) };
    const context = { diagnostics: [], only: ["refactor"] };
    return yes((await ask<CodeAction[]>("textDocument/codeAction", { range, context })).length > 0);
  },
  Preview: async ({ ask, address }) => {
    const picture = await ask<PictureResult>(Requests.picture, { address });
    return yes(picture?.picture?.tiles.some(({ title }) => title === "Requests"));
  },
  "Move, resize and rename in the preview": async (open) => {
    const gestures = [
      { type: "move", tiles: [TILE], dx: 3, dy: 2 },
      { type: "resize", tiles: [TILE], edge: "e", dx: 2, dy: 0 },
      { type: "title", tile: TILE, title: "Other" },
    ];
    for (const gesture of gestures) if (!(await edited(open, gesture))) return "no";
    return "yes";
  },
  "Other changes in the preview": async (open) =>
    yes(
      (await edited(open, { type: "remove", tiles: [TILE] })) &&
        (await edited(open, { type: "duplicate", tiles: [TILE] })),
    ),
  "Query tabs": async ({ ask, at, pair, uri }) => {
    const found = await ask<QueryAtResult>(Requests.queryAt, { position: at("rate(", 2) });
    if (!found) return "no";
    const query = formatAddress({
      dashboard: uri,
      path: found.path,
      ...(found.address !== undefined && { address: found.address }),
    });
    const tab = `mosaic-query:/q.promql?${encodeURIComponent(query)}`;
    await pair.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: tab, languageId: "promql", version: 1, text: "rate(up[5m]" },
    });
    return yes((await pair.diagnostics(tab)).length > 0);
  },
  "Formatting, folding, symbols, inlay hints": async ({ ask, document }) => {
    const whole = { start: { line: 0, character: 0 }, end: document.positionAt(1e9) };
    const answers = [
      await ask<unknown[] | null>("textDocument/documentSymbol"),
      await ask<unknown[] | null>("textDocument/foldingRange"),
      await ask<unknown[] | null>("textDocument/inlayHint", { range: whole }),
    ];
    const counts = answers.map((answer) => answer?.length ?? 0);
    if (counts.every((count) => count === 0)) return "by Terraform's extension";
    const [symbols, folding] = counts;
    if (symbols! > 0 && folding === 0) return "symbols, inlay hints";
    return yes(symbols! > 0 && folding! > 0);
  },
  "Push, pull": async ({ folder, name, text }) => {
    const push = async () => {
      printed.length = 0;
      const code = runPush([name], io(folder));
      return code.then(
        () => printed.join(""),
        (error: Error) => error.message,
      );
    };
    if (/Terraform|template|placeholder|fills|renders/i.test(await push())) return "no";
    if (!name.endsWith(".yaml")) return "yes";
    await writeFile(path.join(folder, name), `${text}---\n${text}`);
    return /holds 2 dashboards/.test(await push()) ? "files with one document" : "yes";
  },
};

describe.each(table.forms)("%s", (form) => {
  const written = Object.entries(FORMS).find(([start]) => form.startsWith(start))?.[1];
  let folder: string;
  let open: Open;
  beforeAll(() => expect(written, "the form has an example here").toBeDefined());
  beforeEach(async () => {
    printed.length = 0;
    folder = await mkdtemp(path.join(tmpdir(), "mosaic-forms-"));
    const { name, text } = written!;
    await mkdir(path.join(folder, ".mosaic"));
    await writeFile(path.join(folder, ".mosaic/config.json"), CONFIG);
    await writeFile(path.join(folder, name), text);
    const uri = `file:///forms/${name}`;
    const pair = await LspPair.start();
    await pair.open(text, uri);
    const document = TextDocument.create(uri, "", 1, text);
    const ask = <T>(method: string, params: object = {}) =>
      pair.connection.sendRequest<T>(method, { uri, textDocument: { uri }, ...params });
    const list = await ask<DashboardsResult>(Requests.dashboards);
    const at = (piece: string, inner = 0) => {
      expect(text).toContain(piece);
      return document.positionAt(text.indexOf(piece) + inner);
    };
    open = { pair, uri, text, document, ask, at, folder, name, address: list?.[0]?.address };
  });
  afterEach(async () => {
    open.pair.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const column = table.forms.indexOf(form) + 1;
  it.each(table.rows.map((row) => [row[0]!, row[column]!]))("%s: %s", async (feature, cell) => {
    const probe = PROBES[feature];
    expect(probe, `the feature "${feature}" is tried here`).toBeDefined();
    expect(await probe!(open)).toBe(cell);
  });
});

afterAll(() => expect(table.rows.map(([feature]) => feature)).toEqual(Object.keys(PROBES)));
