/**
 * A small test runner inside VS Code's extension host. The specs call `test`; VS Code calls `run` (which run.mjs bundles
 * with every `*.spec.ts` beside this file).
 */
import { writeFileSync } from "node:fs";
import { findSourceMap } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { leaveNothingOpen } from "./support";

const TEST_TIMEOUT_MS = 90_000;

interface Test {
  readonly name: string;
  readonly body: () => Promise<void> | void;
  readonly timeoutMs: number;
  /** Where it was registered. */
  readonly origin: Error;
}

const tests: Test[] = [];

/**
 * Registers a test. Tests run one after the other, each starting without open editors; a failed one does not stop the rest.
 *
 * @param name a sentence that says what holds
 * @param body fails by throwing or rejecting
 * @param timeoutMs after which the test counts as failed
 */
export function test(name: string, body: Test["body"], timeoutMs = TEST_TIMEOUT_MS): void {
  if (tests.some((other) => other.name === name)) throw new Error(`Two tests are called "${name}".`);
  tests.push({ name, body, timeoutMs, origin: new Error(name) });
}

/**
 * Runs every registered test whose name contains `MOSAIC_TEST_GREP` and writes `{ passed, failed, failures }` into the
 * file that `MOSAIC_TEST_RESULTS` names; a failure is `{ file, name, error }`.
 *
 * @returns when all passed; rejects when one failed or when there was none, which VS Code turns into its exit code
 */
export async function run(): Promise<void> {
  const grep = process.env["MOSAIC_TEST_GREP"] ?? "";
  const chosen = tests.filter(({ name }) => name.includes(grep));
  let passed = 0;
  const failures: { file: string; name: string; error: string }[] = [];
  for (const one of chosen) {
    await leaveNothingOpen();
    const started = Date.now();
    const error = await failure(one);
    const time = `${Date.now() - started} ms`;
    if (error === undefined) {
      passed++;
      console.log(`  ok   ${one.name} (${time})`);
    } else {
      console.log(`  FAIL ${one.name} (${time})\n${indent(error)}`);
      failures.push({ file: specOf(one), name: one.name, error });
      await picture(one.name);
    }
  }
  const failed = chosen.length - passed;
  const results = process.env["MOSAIC_TEST_RESULTS"];
  if (results !== undefined) writeFileSync(results, JSON.stringify({ passed, failed, failures }));
  if (chosen.length === 0) throw new Error("There was no test to run.");
  if (failed > 0) throw new Error(`${failed} of ${chosen.length} tests failed.`);
}

/** What a test failed with, or nothing. */
async function failure({ body, timeoutMs }: Test): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`It took more than ${timeoutMs / 1000} s.`);
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  try {
    await Promise.race([Promise.resolve().then(body), late]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? ownStack(error.stack ?? error.message) : String(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The file that a test stands in. */
function specOf({ origin }: Test): string {
  return /test\/editor\/[\w-]+\.spec\.ts/.exec(ownStack(origin.stack ?? ""))?.[0] ?? "";
}

/** The stack with places in the specs rather than in the bundle, without the lines of this runner. */
function ownStack(stack: string): string {
  return stack
    .replace(/\(?(\/[^()\s]+|[A-Z]:\\[^()\s]+):(\d+):(\d+)\)?/g, (text, path, line, column) => {
      const entry = findSourceMap(path)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (entry === undefined || !("originalSource" in entry)) return text;
      const { originalSource, originalLine, originalColumn } = entry;
      const source = originalSource.startsWith("file:") ? fileURLToPath(originalSource) : originalSource;
      return `(${relative(`${__dirname}/../..`, source)}:${originalLine + 1}:${originalColumn + 1})`;
    })
    .replace(/\n.*test\/editor\/index\.ts.*/g, "");
}

/** Asks the host for a screenshot after a failed test; not possible in a desktop VS Code. */
async function picture(name: string): Promise<void> {
  if (process.env["MOSAIC_TEST_HOST"] !== "browser") return;
  console.log(`[picture] ${name}`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

function indent(text: string): string {
  return text.replace(/^/gm, "       ");
}
