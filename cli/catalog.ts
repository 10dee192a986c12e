import { parseArgs } from "node:util";
import { readOverlay } from "../api/descriptors";
import { descriptorsOf } from "../api/profile";
import { isUserMetric } from "../core/catalog/names";
import type { CatalogOverlay } from "../core/catalog/overlay";
import { isServiceFailure } from "../core/sync/service";
import { cacheOverlay, catalogFolder } from "./catalog-cache";
import { failureLines, targetText } from "./deploy/report";
import { chosenFor, environmentOf, TARGET_HELP, TARGET_OPTIONS } from "./deploy/target";
import { CommandLineError, Exit, type Io } from "./io";
import { stoppable } from "./terminal";

export const CATALOG_HELP = `mosaic catalog refresh

Downloads the metrics and monitored resources of a project and caches them on this machine. Afterwards,
\`mosaic validate\` checks custom metrics, if the project is that of the active profile.

${TARGET_HELP}

Exit code: 0 cached, 2 could not run.
`;

/** Runs `mosaic catalog` and gives its exit code. */
export async function runCatalog(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: TARGET_OPTIONS,
  });
  if (positionals.length !== 1 || positionals[0] !== "refresh")
    throw new CommandLineError("missing subcommand: mosaic catalog refresh");
  const folder = catalogFolder(io.env);
  if (folder === undefined)
    throw new CommandLineError("there is no home folder for the catalog cache; set XDG_CACHE_HOME");
  const { profile, destination } = await chosenFor(io.cwd, values, io);
  const client = descriptorsOf(destination, environmentOf(destination, io));
  let overlay: CatalogOverlay;
  try {
    overlay = await stoppable(io, (signal) => readOverlay(client, profile.project, { signal }));
  } catch (failure) {
    if (!isServiceFailure(failure)) throw failure;
    io.err(failureLines(targetText(profile), undefined, failure));
    return Exit.failed;
  }
  const file = await cacheOverlay(folder, profile, overlay);
  const own = overlay.metrics.filter(({ type }) => isUserMetric(type)).length;
  io.out(
    `${targetText(profile)}: ${overlay.metrics.length} metric types, ${own} of them custom, and ${overlay.resources.length} monitored resource types\ncached in ${file}\n`,
  );
  return Exit.ok;
}
