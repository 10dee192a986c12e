/** The server in one file: a program where there is Node, else the script of a web worker. */
import { startServer } from "./server";

// Handed over rather than imported there: what is imported on demand is bundled as functions, which start slower.
void (typeof process === "object" && process.versions?.node
  ? import("./node").then(({ runProgram }) => runProgram(startServer))
  : import("./worker").then(({ runWorker }) => runWorker(startServer)));
