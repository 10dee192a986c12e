import { readOverlay } from "../api/descriptors";
import { descriptorsOf } from "../api/profile";
import { isUserMetric } from "../core/catalog/names";
import type { CatalogOverlay } from "../core/catalog/overlay";
import { isServiceFailure } from "../core/sync/service";
import { cacheOverlay, catalogFolder } from "./catalog-cache";
import { failureLines, targetText } from "./deploy/report";
import { chosenFor, environmentOf, TARGET_OPTIONS } from "./deploy/target";
import { CommandLineError, Exit, type Io } from "./io";
import type { Command } from "./options/command";
import { parseOptions } from "./options/parse";
import { stoppable } from "./terminal";

/** `mosaic catalog` */
export const CATALOG: Command = {
  name: "catalog",
  summary: "download the metrics of a project for the checks",
  usage: ["mosaic catalog refresh"],
  about: `Downloads the metrics and monitored resources of a project and caches them on this machine. Afterwards,
\`mosaic validate\` checks custom metrics, if the project is that of the active profile.`,
  options: TARGET_OPTIONS,
  exitCodes: `0 cached, 2 could not run.`,
  arguments: ["refresh"],
  run: runCatalog,
};

/** Runs `mosaic catalog` and gives its exit code. */
export async function runCatalog(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseOptions(TARGET_OPTIONS, args);
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
