import type { Log } from "../wire/log";
import { KeyedMutex } from "../wire/mutex";
import { DashboardFiles, type DashboardValue, type StoredDashboard } from "./dashboard-files";

/** The result of a change: `stored` with a value, or deleted without one. */
export interface Change {
  readonly stored: DashboardValue | undefined;
}

export interface Page {
  readonly dashboards: readonly DashboardValue[];
  /** Id of the last dashboard of the page, when others follow. */
  readonly last: string | undefined;
}

/** All dashboards of all projects, in memory and, when a folder is given, on disk. */
export class DashboardStore {
  private readonly projects = new Map<string, Map<string, DashboardValue>>();
  private readonly writes = new KeyedMutex();

  private constructor(private readonly files: DashboardFiles | undefined) {}

  /** Opens the store with the dashboards in `dir`, if given. */
  static async open(dir: string | undefined, log: Log): Promise<DashboardStore> {
    const store = new DashboardStore(dir === undefined ? undefined : new DashboardFiles(dir, log));
    for (const dashboard of (await store.files?.load()) ?? []) store.remember(dashboard);
    return store;
  }

  get(project: string, id: string): DashboardValue | undefined {
    return this.projects.get(project)?.get(id);
  }

  /** At most `size` dashboards of a project in the order of their ids, beginning after `after`. */
  list(project: string, after: string | undefined, size: number): Page {
    const dashboards = this.projects.get(project) ?? new Map<string, DashboardValue>();
    const ids = [...dashboards.keys()].sort().filter((id) => after === undefined || id > after);
    const page = ids.slice(0, size);
    return {
      dashboards: page.map((id) => dashboards.get(id)!),
      last: page.length < ids.length ? page.at(-1) : undefined,
    };
  }

  /**
   * Changes one dashboard. `decide` sees the dashboard as it is when all earlier writes to it are done, and returns the
   * new one; if it throws, nothing changes. The change is on disk before it can be read.
   */
  change<C extends Change>(
    project: string,
    id: string,
    decide: (current: DashboardValue | undefined) => C,
  ): Promise<C> {
    return this.writes.run(`${project}/${id}`, async () => {
      const change = decide(this.get(project, id));
      if (change.stored) {
        const dashboard = { project, id, value: change.stored };
        await this.files?.write(dashboard);
        this.remember(dashboard);
      } else {
        await this.files?.remove(project, id);
        this.projects.get(project)?.delete(id);
      }
      return change;
    });
  }

  private remember({ project, id, value }: StoredDashboard): void {
    let dashboards = this.projects.get(project);
    if (!dashboards) this.projects.set(project, (dashboards = new Map()));
    dashboards.set(id, value);
  }
}
