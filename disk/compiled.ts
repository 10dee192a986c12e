import { createHash, randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { wrap } from "node:module";
import path from "node:path";
import { Script } from "node:vm";

/** Length of the checksum at the start of a cache file. V8 itself does not check whether the rest is damaged. */
const CHECKSUM = 32;

/**
 * A CommonJS file whose compiled code is kept between starts. Most of the time that a large bundle takes to load goes into
 * parsing it, which V8 skips if it gets what it compiled last time.
 */
export class CompiledFile {
  private readonly cache: string;
  private readonly script: Script;
  /** Whether code from an earlier start is used. */
  readonly isReused: boolean;

  /**
   * Reads and compiles the file.
   *
   * @param folder where the compiled code is kept; only this user may be able to write there, because it is run
   */
  constructor(
    readonly file: string,
    folder: string,
  ) {
    const { size, mtimeMs } = statSync(file);
    // V8 compares nothing of the source but its length.
    const identity = [file, size, mtimeMs, process.versions.v8, process.arch].join("\n");
    this.cache = path.join(folder, `${this.prefix}${sha256(identity).toString("hex").slice(0, 16)}.bin`);
    const cachedData = readCache(this.cache);
    this.script = new Script(wrap(readFileSync(file, "utf8")), {
      filename: file,
      ...(cachedData && { cachedData }),
    });
    this.isReused = this.script.cachedDataRejected === false;
  }

  /** Runs the file as a module of the one that `require` belongs to, and returns what it exports. */
  run(require: (name: string) => unknown): unknown {
    const module = { exports: {} };
    const load = this.script.runInThisContext() as (...names: unknown[]) => void;
    load.call(module.exports, module.exports, require, module, this.file, path.dirname(this.file));
    return module.exports;
  }

  /**
   * Keeps the code of all functions that have run so far, instead of that of earlier versions. A failure is no error: the next
   * start compiles again.
   */
  async save(): Promise<void> {
    const folder = path.dirname(this.cache);
    const beside = `${this.cache}.${randomBytes(8).toString("hex")}`;
    try {
      const code = this.script.createCachedData();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        if (name.startsWith(this.prefix)) await rm(path.join(folder, name), { force: true });
      }
      const file = await open(beside, "wx", 0o600);
      try {
        await file.writeFile(Buffer.concat([sha256(code), code]));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, this.cache);
    } catch {
      await rm(beside, { force: true }).catch(() => {});
    }
  }

  private get prefix(): string {
    return `${path.basename(this.file)}-`;
  }
}

/** Undefined if there is none, or if it is damaged. */
function readCache(file: string): Buffer | undefined {
  let data: Buffer;
  try {
    data = readFileSync(file);
  } catch {
    return undefined;
  }
  const code = data.subarray(CHECKSUM);
  return sha256(code).equals(data.subarray(0, CHECKSUM)) ? code : undefined;
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
