import path from "node:path";
import { writeFileSafely } from "../../disk/write";
import { CommandLineError, visible } from "../io";
import { alternatives } from "../options/parse";
import { FORMATS, type Format, reportIn } from "./index";
import type { Run } from "./run";

/** A file that a format is written to. */
export interface Output {
  readonly format: Format;
  /** Absolute path. */
  readonly file: string;
}

/** Reads the values of `--output`. @throws CommandLineError */
export function readOutputs(texts: readonly string[], cwd: string): Output[] {
  const outputs = texts.map((text): Output => {
    const at = text.indexOf("=");
    const format = FORMATS.find((name) => name === text.slice(0, at));
    if (at < 0 || !format || at === text.length - 1)
      throw new CommandLineError(
        `--output must be FORMAT=FILE with ${alternatives(FORMATS)}, not ${JSON.stringify(visible(text))}`,
      );
    return { format, file: path.resolve(cwd, text.slice(at + 1)) };
  });
  const files = new Set(outputs.map(({ file }) => file));
  if (files.size < outputs.length) throw new CommandLineError("--output names the same file twice");
  return outputs;
}

/** Throws if an output would replace a file that is checked. @throws CommandLineError */
export function refuseInput(outputs: readonly Output[], file: string): void {
  if (outputs.some((output) => output.file === file))
    throw new CommandLineError(
      `--output would overwrite ${visible(file)}, which is checked; name another file`,
    );
}

export async function writeOutputs(outputs: readonly Output[], run: Run): Promise<void> {
  for (const { format, file } of outputs) await writeFileSafely(file, reportIn(format, run));
}
