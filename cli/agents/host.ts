import path from "node:path";
import { matchesGlob } from "../../core/config/glob";
import { settingsFor } from "../../core/config/severity";
import { isTerraformName } from "../../core/terraform/dashboards";
import type { Host, Remote, Ruling } from "../../mcp/index";
import { cachedCatalogs } from "../catalog-cache";
import { configFor, relativePath } from "../config";
import type { Io } from "../io";
import { pngAssets } from "../render/assets";
import { Templates } from "../templates";

declare const MOSAIC_VERSION: string;

/** What `mosaic mcp` gives its server. @param roots real paths */
export function hostFor(roots: readonly string[], io: Io, remote: Remote | undefined): Host {
  const catalogOf = cachedCatalogs(io.env);
  const rulingOf = async (file: string | undefined, text: string): Promise<Ruling> => {
    // Read each time: a server lives long, and configurations change.
    const { root, config } = await configFor(file === undefined ? io.cwd : path.dirname(file), io);
    const templates = new Templates(io.cwd);
    return {
      settings: settingsFor(config, file === undefined ? "" : relativePath(root, file), matchesGlob),
      catalog: await catalogOf(config),
      template: file === undefined ? undefined : templates.of(file, text),
      others: file !== undefined && isTerraformName(file) ? templates.beside(file) : [],
    };
  };
  return {
    version: MOSAIC_VERSION,
    roots,
    rulingOf,
    pngAssets: (fonts) => pngAssets(io.program, fonts),
    ...(remote && { remote }),
  };
}
