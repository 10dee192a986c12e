import { Exit, processIo } from "./io";
import { main } from "./program";

// A closed pipe, as in `mosaic validate | head`, is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) =>
  process.exit(error.code === "EPIPE" ? Exit.ok : Exit.failed),
);

main(process.argv.slice(2), processIo()).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.stderr.write(`mosaic: ${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = Exit.failed;
  },
);
