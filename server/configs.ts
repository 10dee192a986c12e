import { type Config, type RuleSettings, readConfig } from "../core/config/config";
import { CONFIG_PATH } from "../core/config/config-path";
import { matchesGlob } from "../core/config/glob";
import { settingsFor } from "../core/config/severity";
import { decodedUri } from "../core/uri";
import type { Runtime } from "./runtime";

/** A configuration file and the folder it applies to. */
export interface ConfigFile {
  /** URI of the folder that holds `.mosaic`, with a slash at the end. */
  readonly root: string;
  /** URI of the file itself. */
  readonly uri: string;
  readonly text: string;
  readonly config: Config;
}

/**
 * Finds the `.mosaic/config.json` of each document, in its folder and its parents up to the workspace folder, and caches
 * it until it changes. Folders above the workspace are not searched, because anyone may have written them; for a document
 * outside of the workspace, only its own folder is.
 */
export class Configs {
  private readonly byFolder = new Map<string, Promise<ConfigFile | undefined>>();
  private workspace: readonly string[] = [];

  constructor(private readonly runtime: Runtime) {}

  /** The configuration of a document; undefined without one. */
  async of(documentUri: string): Promise<ConfigFile | undefined> {
    const folder = parentOf(documentUri);
    return folder === undefined ? undefined : this.below(folder);
  }

  /** Severities that the configuration gives the findings of a document. */
  async settingsOf(documentUri: string): Promise<RuleSettings> {
    const file = await this.of(documentUri);
    if (!file) return {};
    return settingsFor(file.config, decodedUri(documentUri.slice(file.root.length)), matchesGlob);
  }

  /** Sets the workspace folders; URIs with a slash at the end. */
  set folders(folders: readonly string[]) {
    this.workspace = folders;
    this.reset();
  }

  /** Clears the cache, because a configuration was created, changed or deleted. */
  reset(): void {
    this.byFolder.clear();
  }

  private below(folder: string): Promise<ConfigFile | undefined> {
    let found = this.byFolder.get(folder);
    if (!found) this.byFolder.set(folder, (found = this.find(folder)));
    return found;
  }

  private async find(folder: string): Promise<ConfigFile | undefined> {
    const uri = `${folder}${CONFIG_PATH}`;
    const text = await this.runtime.readText(uri);
    if (text !== undefined) return { root: folder, uri, text, config: readConfig(text).config };
    const parent = parentOf(folder.slice(0, -1));
    const isInside = parent !== undefined && this.workspace.some((top) => parent.startsWith(top));
    return isInside ? this.below(parent) : undefined;
  }
}

/** URI of the folder that holds a file or folder, with a slash at the end; undefined at the top. */
function parentOf(uri: string): string | undefined {
  const start = uri.indexOf("/", uri.indexOf("://") + 3);
  const end = uri.lastIndexOf("/");
  return start < 0 || end < start || !uri.includes("://") ? undefined : uri.slice(0, end + 1);
}
