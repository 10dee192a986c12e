import { realpath } from "node:fs/promises";
import path from "node:path";
import { undefinedIfMissing } from "../disk/links";
import { readRegularFile } from "../disk/read";
import { writeFileSafely } from "../disk/write";
import { Wrong } from "./wrong";

/** Larger than any dashboard, in bytes. */
const LARGEST = 16 * 1024 * 1024;

const DASHBOARD_NAME = /\.(?:json|jsonc|ya?ml|tf|tofu)$/i;
/** Folders with files of other tools, and Mosaic's own configuration and state. */
const CLOSED = new Set([".git", ".mosaic", "node_modules"]);

/** Keep a byte order mark, so that an edit does not remove it. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The folders that a server was started with. Nothing outside of them is read or written, through links neither. */
export class Roots {
  /** Pictures that this server has written. */
  private readonly pictures = new Set<string>();

  /** @param folders absolute real paths */
  constructor(private readonly folders: readonly string[]) {}

  /**
   * The real path of a file below a root, which need not exist.
   *
   * @param name absolute, or relative to a root
   * @throws Wrong when it is outside
   */
  async resolve(name: string): Promise<string> {
    if (name.trim() === "" || name.includes("\0")) throw new Wrong("Specify a file.");
    let free: string | undefined;
    for (const root of this.folders) {
      const real = await realFile(path.resolve(root, name));
      if (!real || !this.folders.some((folder) => isBelow(folder, real.file))) continue;
      if (real.exists) return real.file;
      free ??= real.file;
    }
    if (free !== undefined) return free;
    throw new Wrong(
      `${JSON.stringify(name)} is outside of the folders of this server (${this.folders.join(", ")}). Only the user can add a folder.`,
    );
  }

  /** The path of a file for a reader: relative to its root if there is only one. */
  shown(file: string): string {
    const [root, ...others] = this.folders;
    const name = others.length === 0 && root !== undefined ? path.relative(root, file) : file;
    return name.replaceAll(path.sep, "/");
  }

  /** The text of a file. @throws Wrong when it is not a dashboard file, or cannot be read */
  async read(file: string): Promise<string> {
    this.refuseOther(file);
    try {
      return decoder.decode(await readRegularFile(file, LARGEST));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR")
        throw new Wrong(
          `The file ${this.shown(file)} does not exist. To make it, use edit_dashboard with the action "create".`,
        );
      throw new Wrong(
        `${this.shown(file)} cannot be read: ${error instanceof TypeError ? "it is not UTF-8 text" : message}.`,
      );
    }
  }

  /**
   * Writes a file.
   *
   * @param before the text that the new one was made from; undefined for a file that must not exist yet
   * @throws Wrong when the file has another text by now
   */
  async write(file: string, text: string, before: string | undefined): Promise<void> {
    this.refuseOther(file);
    this.refuseHidden(file);
    if (before !== undefined && (await this.read(file)) !== before)
      throw new Wrong(`${this.shown(file)} has changed in the meantime. Nothing was written; call again.`);
    const root = this.folders.find((folder) => isBelow(folder, file))!;
    if (!(await writeFileSafely(file, text, { root, isNew: before === undefined })))
      throw new Wrong(`The file ${this.shown(file)} exists already. Choose another name, or edit it.`);
  }

  /**
   * Writes a picture.
   *
   * @throws Wrong when the file exists and is no picture of this server, such as a page of the user
   */
  async writePicture(file: string, data: string | Uint8Array): Promise<void> {
    this.refuseClosed(file);
    this.refuseHidden(file);
    const root = this.folders.find((folder) => isBelow(folder, file))!;
    if (!(await writeFileSafely(file, data, { root, isNew: !this.pictures.has(file) })))
      throw new Wrong(
        `The file ${this.shown(file)} exists already, and this server did not write it. Choose another name.`,
      );
    this.pictures.add(file);
  }

  /** Throws for files in hidden folders, such as workflows and settings of editors, which can run programs. */
  private refuseHidden(file: string): void {
    const root = this.folders.find((folder) => isBelow(folder, file)) ?? "";
    const hidden = path
      .relative(root, file)
      .split(path.sep)
      .find((part) => part.startsWith("."));
    if (hidden !== undefined)
      throw new Wrong(`Nothing is written in ${hidden}, because its name starts with a period.`);
  }

  private refuseOther(file: string): void {
    this.refuseClosed(file);
    if (!DASHBOARD_NAME.test(file))
      throw new Wrong(
        `${this.shown(file)} is not a dashboard file. Dashboards are .json, .yaml and .tf files.`,
      );
  }

  private refuseClosed(file: string): void {
    const root = this.folders.find((folder) => isBelow(folder, file)) ?? "";
    const closed = path
      .relative(root, file)
      .split(path.sep)
      .find((part) => CLOSED.has(part.toLowerCase()));
    if (closed !== undefined) throw new Wrong(`Files in ${closed} are not read or written here.`);
  }
}

/** Resolves the links of the part of a path that exists; undefined when it cannot be resolved. */
async function realFile(
  file: string,
): Promise<{ readonly file: string; readonly exists: boolean } | undefined> {
  const rest: string[] = [];
  for (let at = file; ; at = path.dirname(at)) {
    let real: string | undefined;
    try {
      real = await realpath(at).catch(undefinedIfMissing);
    } catch {
      return undefined;
    }
    if (real !== undefined) return { file: path.join(real, ...rest), exists: rest.length === 0 };
    if (path.dirname(at) === at) return undefined;
    rest.unshift(path.basename(at));
  }
}

function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== "" && !/^\.\.(?:[\\/]|$)/.test(relative) && !path.isAbsolute(relative);
}
