import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { optimizeLater } from "./engine";
import { listFiles, listFolder, readTextIf } from "./list-files";
import { keepMemorySmall } from "./memory";
import type { startServer } from "./server";

declare const MOSAIC_VERSION: string;

const HELP = `mosaic-language-server: Cloud Monitoring dashboards in any editor that speaks LSP

  --stdio              talk over standard input and output
  --node-ipc           talk over Node's channel to the parent process
  --socket=PORT        connect to a port on this machine
  --pipe=NAME          connect to a named pipe
  --version, --help
`;

const isOnDisk = (uri: string) => uri.startsWith("file:");

async function readText(uri: string): Promise<string | undefined> {
  if (!isOnDisk(uri)) return undefined;
  return readFile(fileURLToPath(uri), "utf8").catch(() => undefined);
}

/** Runs the command line. */
export function runProgram(start: typeof startServer): void {
  const args = process.argv.slice(2);
  if (args.includes("--version")) process.stdout.write(`${MOSAIC_VERSION}\n`);
  else if (args.includes("--help")) process.stdout.write(HELP);
  else if (!args.some((argument) => /^--(stdio|node-ipc|socket|pipe)(=|$)/.test(argument))) {
    process.stderr.write(`mosaic-language-server: specify a transport, for example --stdio\n\n${HELP}`);
    process.exitCode = 2;
  } else {
    keepMemorySmall();
    optimizeLater();
    start(createConnection(ProposedFeatures.all), {
      readText,
      readTextIf,
      canRead: isOnDisk,
      listFiles,
      listFolder,
    });
  }
}
