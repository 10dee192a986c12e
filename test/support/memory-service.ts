import type {
  DashboardResource,
  DashboardService,
  FailureKind,
  ServiceFailure,
} from "../../core/sync/service";
import type { TextFiles } from "../../core/sync/state";

/** A failure of the service. */
export class Failure extends Error implements ServiceFailure {
  readonly action = "do something";
  readonly violations = [];
  readonly status = undefined;
  constructor(
    readonly kind: FailureKind,
    readonly outcomeUnknown = false,
  ) {
    super(kind);
  }
}

/** An in-memory service with etags, names and paging like the real one. Tests can make it fail. */
export class MemoryService implements DashboardService {
  readonly stored = new Map<string, DashboardResource>();
  readonly calls: string[] = [];
  /** Runs before the next save; may throw. */
  before: ((id: string) => void) | undefined;
  /** Runs after the next save; may throw. */
  after: (() => void) | undefined;
  private version = 0;

  set(id: string, value: object): DashboardResource {
    const saved = { ...value, name: `projects/99/dashboards/${id}`, etag: `e${++this.version}` };
    this.stored.set(id, saved);
    return saved;
  }
  async get(id: string) {
    this.calls.push("get");
    return this.stored.get(id);
  }
  async create(value: DashboardResource, options = {}) {
    return this.save(value.name!.split("/").pop()!, value, "create", options);
  }
  async patch(id: string, value: DashboardResource, options = {}) {
    return this.save(id, value, "patch", options);
  }
  async delete(id: string) {
    this.calls.push("delete");
    const { before, after } = this;
    this.before = undefined;
    before?.(id);
    if (!this.stored.delete(id)) throw new Failure("not-found");
    this.after = undefined;
    after?.();
  }
  async *list() {
    yield* this.stored.values();
  }
  private save(id: string, value: DashboardResource, how: string, options: { validateOnly?: boolean }) {
    this.calls.push(options.validateOnly ? `${how}?` : how);
    const { before, after } = this;
    this.before = undefined;
    before?.(id);
    const old = this.stored.get(id);
    if (how === "create" && old) throw new Failure("exists");
    if (how === "patch" && !old) throw new Failure("not-found");
    if (how === "patch" && value.etag !== old!.etag) throw new Failure("changed");
    if (value["displayName"] === "bad") throw new Failure("refused");
    if (options.validateOnly) return value;
    this.after = undefined;
    const saved = this.set(id, value);
    after?.();
    return saved;
  }
}

/** A folder in memory. */
export function memoryFiles(): TextFiles & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    read: async (path) => texts.get(path),
    write: async (path, text) => void texts.set(path, text),
    list: async (folder) =>
      [...texts.keys()].filter((p) => p.startsWith(`${folder}/`)).map((p) => p.slice(folder.length + 1)),
  };
}
