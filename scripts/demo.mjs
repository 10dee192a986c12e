/**
 * `npm run demo`: Mosaic in a real VS Code in the browser, with the examples and a local stand-in for the service. Works
 * on a fresh checkout, does not change it, and needs no account. Ctrl+C stops it and removes its files.
 *
 *   --smoke      open it in a headless browser, check what a visitor would see, end with 0 or 1
 *   --no-wait    end as soon as everything has started
 *   --port N     the port of VS Code, default a free one
 *   --no-build   use dist/ as it is
 */
import { ensureInstalled } from "./setup.mjs";

const args = process.argv.slice(2);
const log = (line) => console.log(line);

try {
  await ensureInstalled({ log });
  const { build, startDemo } = await import("./demo/start.mjs");
  if (!args.includes("--no-build")) build(log);
  const port = args.includes("--port") ? Number(args[args.indexOf("--port") + 1]) : 0;
  const demo = await startDemo({ port, log });
  try {
    if (args.includes("--smoke")) {
      const { lookAt } = await import("./demo/smoke.mjs");
      await lookAt(demo, log);
    }
    log(`Mosaic demo: ${demo.url}`);
    if (!args.includes("--smoke") && !args.includes("--no-wait")) await interrupted();
  } finally {
    await demo.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Until Ctrl+C, a closed terminal or SIGTERM. A second one ends the process immediately. */
function interrupted() {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, resolve);
  });
}
