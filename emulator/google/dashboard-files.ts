import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../core/shape";
import type { Log } from "../wire/log";

/** A dashboard as the service returns it, with `name` and `etag`. */
export type DashboardValue = Readonly<Record<string, unknown>>;

export interface StoredDashboard {
  /** Project number. */
  readonly project: string;
  readonly id: string;
  readonly value: DashboardValue;
}

/**
 * Dashboards on disk, one JSON file each: `<dir>/<project number>/<dashboard id>.json`.
 *
 * Files are written to a temporary name, synced and renamed, so that a crash leaves the old or the new dashboard.
 */
export class DashboardFiles {
  private writes = 0;

  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /** All readable dashboards. Deletes leftover temporary files and ignores other files. */
  async load(): Promise<StoredDashboard[]> {
    await mkdir(this.folder, { recursive: true });
    const found: StoredDashboard[] = [];
    for (const project of await readdir(this.folder, { withFileTypes: true })) {
      if (!project.isDirectory() || !/^[0-9]+$/.test(project.name)) continue;
      const folder = join(this.folder, project.name);
      for (const file of (await readdir(folder)).sort()) {
        if (isTemporary(file)) await rm(join(folder, file), { force: true });
        else if (file.endsWith(".json")) {
          const dashboard = await this.read(project.name, file);
          if (dashboard) found.push(dashboard);
        }
      }
    }
    return found;
  }

  async write({ project, id, value }: StoredDashboard): Promise<void> {
    const folder = join(this.folder, project);
    await mkdir(folder, { recursive: true });
    const target = join(folder, fileName(id));
    const temporary = join(folder, `.${process.pid}-${++this.writes}${TEMPORARY}`);
    try {
      const handle = await open(temporary, "wx");
      try {
        await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder);
  }

  async remove(project: string, id: string): Promise<void> {
    const folder = join(this.folder, project);
    await rm(join(folder, fileName(id)), { force: true });
    await syncFolder(folder);
  }

  private async read(project: string, file: string): Promise<StoredDashboard | undefined> {
    const path = join(this.folder, project, file);
    try {
      const value: unknown = JSON.parse(await readFile(path, "utf8"));
      if (isObject(value) && typeof value["name"] === "string" && typeof value["etag"] === "string") {
        const id = /^projects\/([0-9]+)\/dashboards\/([^/]+)$/.exec(value["name"]);
        if (id && id[1] === project && fileName(id[2]!) === file) return { project, id: id[2]!, value };
      }
      this.log(`ignored ${path}: not a stored dashboard`);
    } catch (error) {
      this.log(`ignored ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return undefined;
  }
}

const TEMPORARY = ".tmp";

function isTemporary(file: string): boolean {
  return file.startsWith(".") && file.endsWith(TEMPORARY);
}

/** Names that Windows keeps for devices, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * File name of a dashboard id. Ids that are plain file names everywhere keep their name; of others the harmless
 * characters are kept and a hash tells them apart, also where upper and lower case are the same.
 */
function fileName(id: string): string {
  if (/^[a-z0-9_-]{1,100}$/.test(id) && !DEVICE.test(id)) return `${id}.json`;
  const hash = createHash("sha256").update(id).digest("hex").slice(0, 12);
  return `${id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 80)}~${hash}.json`;
}

/** A rename is durable after its folder is synced. Windows cannot open folders and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
