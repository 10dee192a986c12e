/** Entry of the server bundle: a program in Node, otherwise the script of a web worker. */
import { startServer } from "./server";

// Passed as arguments, because modules that are imported on demand are bundled as functions, which start slower.
void (typeof process === "object" && process.versions?.node
  ? import("./node").then(({ runProgram }) => runProgram(startServer))
  : import("./worker").then(({ runWorker }) => runWorker(startServer)));
