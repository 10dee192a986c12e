import { Exit, processIo } from "./io";
import { main } from "./program";

const io = processIo();
main(process.argv.slice(2), io).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    io.err(`mosaic: ${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = Exit.failed;
  },
);
