import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { pageHtml } from "../../client/page/html";
import type { HostMessage, ViewState, WebviewMessage } from "../../client/webview/picture/messages";
import { readDocument } from "../../core/document/reader";
import { pictureOf } from "../../core/features/reading/picture";
import type { Finding } from "../../core/finding";
import type { Picture } from "../../core/grid/picture";
import { canonicalize } from "../../core/schema/canonical";
import { THEMES, type ThemeName } from "./themes";

const ROOT = path.resolve(import.meta.dirname, "../..");
const NONCE = "test-nonce-0123456789";
const TITLES = { preview: "Dashboard preview", usage: "API usage", compare: "Comparison" };

export interface OpenOptions {
  /** Which of the webviews; the preview by default. */
  readonly view?: keyof typeof TITLES;
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly state?: unknown;
  readonly forcedColors?: boolean;
  readonly reducedMotion?: boolean;
  readonly scale?: number;
  readonly touch?: boolean;
}

/** The built webview, its page and a browser to show it in. */
export class Harness {
  /** Pages that can be used again, by what only a new one could change: a new page costs four times the CPU time of a load. */
  private readonly idle = new Map<string, Page[]>();

  private constructor(
    private readonly browser: Browser,
    private readonly server: Server,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Harness> {
    const folder = await mkdtemp(path.join(tmpdir(), "mosaic-webview-"));
    const common = { absWorkingDir: ROOT, bundle: true, minify: true, outdir: folder } as const;
    const usage = "client/webview/usage/usage";
    const scripts = { preview: "client/webview/pictures.ts", usage: `${usage}.ts` };
    const styles = { preview: "client/webview/picture/preview.css", usage: `${usage}.css` };
    await esbuild.build({ ...common, format: "iife", entryPoints: scripts });
    await esbuild.build({ ...common, entryPoints: styles });
    const server = createServer((request, response) => {
      void answer(request.url ?? "/", folder).then(
        ({ type, body }) => response.writeHead(200, { "content-type": type }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { findChromium, chromiumArgs } = await import(
      pathToFileURL(path.join(ROOT, "scripts/host/chromium.mjs")).href
    );
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs() });
    return new Harness(browser, server, folder);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await new Promise((resolve) => this.server.close(resolve));
    await rm(this.folder, { recursive: true, force: true });
  }

  /** An empty page beside the webviews. */
  async blank(): Promise<Page> {
    return this.browser.newPage();
  }

  /** A fresh webview, as VS Code would open it: theme tokens on the root element, classes on the body. */
  async open(options: OpenOptions = {}): Promise<Preview> {
    const { width = 900, height = 700, scale = 1, touch = false } = options;
    const kind = `${scale} ${touch}`;
    const page =
      this.idle.get(kind)?.pop() ??
      (await this.browser.newPage({
        deviceScaleFactor: scale,
        hasTouch: touch,
        viewport: { width, height },
      }));
    await page.setViewportSize({ width, height });
    await page.emulateMedia({
      forcedColors: options.forcedColors ? "active" : "none",
      reducedMotion: options.reducedMotion === false ? "no-preference" : "reduce",
    });
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    const setup = { state: options.state ?? null, theme: THEMES[options.theme ?? "dark"] };
    const script = await page.addInitScript(fakeHost, setup);
    await page.goto(`${origin(this.server)}/${options.view ?? "preview"}.html`);
    return new Preview(page, complaints, async () => {
      await script.dispose();
      await release(page);
      this.idle.set(kind, [...(this.idle.get(kind) ?? []), page]);
    });
  }
}

/** Lets go of everything that outlives a document: listeners, keys, buttons and the pointer's place. */
async function release(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.mouse.up();
  for (const key of ["Alt", "Shift", "Control", "Meta"]) await page.keyboard.up(key);
  await page.mouse.move(0, 0);
}

/** One open webview with a fake channel: what it sent, and a way to send to it. */
export class Preview {
  private isClosed = false;

  constructor(
    readonly page: Page,
    /** Policy violations, console errors and exceptions. */
    readonly complaints: readonly string[],
    private readonly release: () => Promise<void>,
  ) {}

  async send(message: HostMessage | unknown): Promise<void> {
    await this.page.evaluate((data) => {
      window.postMessage(data, "*");
      return new Promise((resolve) => setTimeout(resolve));
    }, message);
  }

  async show(picture: Picture, more: object = {}): Promise<void> {
    await this.send({ type: "picture", document: "file:///a.dashboard.json", picture, ...more });
  }

  /** Waits until every tile in sight, or near it, is drawn: they are drawn a few at a time. */
  async drawn(): Promise<void> {
    await this.page.waitForFunction(() =>
      [...document.querySelectorAll(".tile-body[aria-busy]")].every((body) => {
        const { top, bottom, height } = body.getBoundingClientRect();
        const edge = document.querySelector(".viewport")?.getBoundingClientRect().top ?? 0;
        const near = 230;
        return height === 0 || top > innerHeight + near || bottom < edge - near;
      }),
    );
  }

  /** What the webview has sent since the last call. */
  async received(): Promise<WebviewMessage[]> {
    return this.page.evaluate(() => (window as unknown as FakeWindow).sent.splice(0));
  }

  async state(): Promise<ViewState> {
    return this.page.evaluate(() => (window as unknown as FakeWindow).state as ViewState);
  }

  /** The accessible name of what has the focus. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  }

  /** Gives the page back. Calls after the first one do nothing. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.release();
  }
}

interface FakeWindow {
  sent: WebviewMessage[];
  state: unknown;
}

/** Runs in the page before anything else. */
function fakeHost({
  state,
  theme,
}: {
  state: unknown;
  theme: { readonly kind: string; readonly tokens: Readonly<Record<string, string>> };
}): void {
  const fake = Object.assign(window as unknown as FakeWindow, {
    sent: [] as WebviewMessage[],
    state: state as unknown,
  });
  Object.assign(window, {
    acquireVsCodeApi: () => ({
      postMessage: (message: WebviewMessage) => fake.sent.push(structuredClone(message)),
      getState: () => structuredClone(fake.state),
      setState: (next: unknown) => {
        fake.state = structuredClone(next);
      },
    }),
  });
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
  });
  document.addEventListener("readystatechange", () => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(theme.tokens)) style.setProperty(`--vscode-${name}`, value);
    style.setProperty("--vscode-font-family", "system-ui, 'Segoe UI', 'Ubuntu', 'Droid Sans', sans-serif");
    style.setProperty("--vscode-font-size", "13px");
    document.body?.classList.add(...theme.kind.split(" "));
  });
}

/** The picture of a text as the server would send it. */
export function pictureFrom(text: string, findings: readonly Finding[] = [], version = 1): Picture {
  const document = readDocument(text);
  return pictureOf(document, canonicalize(document), findings, version);
}

function origin(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(url: string, folder: string): Promise<{ type: string; body: string }> {
  const view = /^\/(preview|usage|compare)\.html$/.exec(url)?.[1] as keyof typeof TITLES | undefined;
  if (view) {
    const [script, style] = await Promise.all(
      ["js", "css"].map((end) =>
        readFile(path.join(folder, `${view === "usage" ? "usage" : "preview"}.${end}`), "utf8"),
      ),
    );
    return {
      type: "text/html",
      body: pageHtml({ page: view, nonce: NONCE, script: script!, style: style!, title: TITLES[view] }),
    };
  }
  if (url === "/favicon.ico") return { type: "image/png", body: "" };
  throw new Error(`no ${url}`);
}
