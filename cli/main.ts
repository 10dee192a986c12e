import { isMainThread } from "node:worker_threads";
import { runCheckThread } from "./check-thread";
import { Exit, processIo } from "./io";
import { main } from "./program";

/** The bundle that this file is part of. */
declare const __filename: string;

function run(): void {
  const io = { ...processIo(), program: __filename };
  main(process.argv.slice(2), io).then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      io.err(`mosaic: ${error instanceof Error ? error.stack : error}\n`);
      process.exitCode = Exit.failed;
    },
  );
}

if (isMainThread) run();
else runCheckThread();
