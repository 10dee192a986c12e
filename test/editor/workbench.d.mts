/** Types of the workbench driver; each method is described in workbench.mjs. */
import type { Frame, Page } from "playwright-core";

export interface WorkbenchOptions {
  /** Folder to open; the caller's to copy first when it may be changed. */
  readonly workspace: string;
  /** An extension under development, built. */
  readonly extensionPath?: string;
  /** Instead: an extension's folder, installed as packaged, or a `.vsix`. */
  readonly installed?: string;
  /** With the folder in `installed`: the extension runs in the browser and not beside the files. */
  readonly inBrowser?: boolean;
  /** Folders of other extensions to install. */
  readonly beside?: readonly string[];
  readonly version?: string;
  readonly openFile?: string;
  readonly theme?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly trust?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  readonly log?: (line: string) => void;
}

export declare class Workbench {
  page: Page;
  close(): Promise<void>;
  runCommand(title: string): Promise<void>;
  openFile(path: string): Promise<void>;
  goTo(line: number, column?: number): Promise<void>;
  waitForText(text: string, timeout?: number): Promise<void>;
  problems(timeout?: number): Promise<string[]>;
  explorer(): Promise<string[]>;
  webview(text?: string | RegExp): Promise<Frame>;
  screenshot(path: string): Promise<string>;
}

export declare function openWorkbench(options: WorkbenchOptions): Promise<Workbench>;
export declare function openAddress(
  address: string,
  size?: { readonly width: number; readonly height: number },
): Promise<Workbench>;
