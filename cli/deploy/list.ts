import { parseArgs } from "node:util";
import { isServiceFailure } from "../../core/sync/service";
import { fileOf } from "../../core/sync/state";
import { Exit, type Io, UsageError, visible } from "../io";
import { failureLines, targetText } from "./report";
import { TARGET_HELP, TARGET_OPTIONS, targetFor } from "./target";
import { stoppable } from "./terminal";

export const LIST_HELP = `mosaic list

Lists the dashboards of a project: id, file on this machine (where a push or pull has made one known), title.

${TARGET_HELP}
  --format text|json   text for people (default), json for programs

Exit code: 0 listed, 2 could not run.
`;

/** One dashboard as it stands in \`--format json\`. */
interface Listed {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  /** Relative to the folder that holds \`.mosaic\`; null when no file is known. */
  readonly file: string | null;
}

/** Runs \`mosaic list\` and gives its exit code. */
export async function runList(args: readonly string[], io: Io): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { ...TARGET_OPTIONS, format: { type: "string", default: "text" } },
  });
  const { format } = values;
  if (format !== "text" && format !== "json") {
    throw new UsageError(`--format is text or json, not ${JSON.stringify(format)}`);
  }
  const { profile, service, state } = await targetFor(io.cwd, values, io);
  const files = new Map((await state.list()).records.map((record) => [record.id, fileOf(record)]));
  const found: Listed[] = [];
  try {
    await stoppable(io, async (signal) => {
      for await (const { name = "", displayName = "" } of service.list({ signal })) {
        const id = name.split("/").pop()!;
        found.push({ id, name, displayName, file: files.get(id) || null });
      }
    });
  } catch (failure) {
    if (!isServiceFailure(failure)) throw failure;
    io.err(failureLines(targetText(profile), undefined, failure));
    return Exit.failed;
  }
  found.sort((a, b) => a.displayName.localeCompare(b.displayName) || (a.id < b.id ? -1 : 1));
  if (format === "json") io.out(`${JSON.stringify(found, null, 2)}\n`);
  else
    io.out(
      found.map(({ id, file, displayName }) => `${id}\t${file ?? "-"}\t${visible(displayName)}\n`).join(""),
    );
  return Exit.ok;
}
