import type { DashboardResource, DashboardService } from "../core/sync/service";
import { AnswerTooLarge, Pages } from "./answer";
import { ServiceError } from "./errors";
import type { HttpClient } from "./http";
import { segment } from "./segment";

export interface CallOptions {
  /** Stops the call, down to the socket. */
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  readonly pageSize?: number;
  readonly pageBytes?: number;
}

export interface SaveOptions extends CallOptions {
  readonly validateOnly?: boolean;
}

/** Default page size. */
const USUAL_PAGE = 100;
/** A page has no more dashboards than this, however small they are. */
const LARGEST_PAGE = 200;

/** How often a create is sent if each lookup shows that the previous one had no effect. */
const CREATE_ATTEMPTS = 3;

/** The dashboards of one project over HTTP. */
export class DashboardsClient implements DashboardService {
  private readonly parent: string;

  /** @param project id or number of the project, as the profile names it */
  constructor(
    private readonly http: HttpClient,
    project: string,
  ) {
    this.parent = `/v1/projects/${segment(project)}/dashboards`;
  }

  async get(id: string, options: CallOptions = {}): Promise<DashboardResource | undefined> {
    try {
      return resource(
        await this.http.request({ method: "GET", path: this.path(id), signal: options.signal }),
      );
    } catch (error) {
      if (error instanceof ServiceError && error.kind === "not-found") return undefined;
      throw error;
    }
  }

  async *list(options: ListOptions = {}): AsyncGenerator<DashboardResource> {
    const pages = new Pages("dashboards");
    let { pageSize = USUAL_PAGE } = options;
    let pageToken: string | undefined;
    for (;;) {
      let page: { dashboards?: unknown; nextPageToken?: unknown };
      try {
        page = (await this.http.request({
          method: "GET",
          path: this.parent,
          query: { pageSize, pageToken },
          signal: options.signal,
        })) as typeof page;
      } catch (error) {
        // Many large dashboards can exceed the size limit, so retry with smaller pages.
        if (!(error instanceof AnswerTooLarge) || pageSize === 1) throw error;
        pageSize = Math.ceil(pageSize / 4);
        continue;
      }
      const dashboards = Array.isArray(page.dashboards) ? page.dashboards.map(resource) : [];
      if (options.pageBytes !== undefined) pageSize = fitting(dashboards, options.pageBytes) ?? pageSize;
      yield* dashboards;
      pageToken = pages.next(page.nextPageToken);
      if (pageToken === undefined) return;
    }
  }

  async create(value: DashboardResource, options: SaveOptions = {}): Promise<DashboardResource> {
    const id = value.name?.split("/").pop();
    if (!id) throw new TypeError("A create request needs a name, so that a lost response can be checked.");
    const { etag: _, ...body } = value;
    let lost = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return resource(
          await this.http.request({ method: "POST", path: this.parent, body, ...save(options) }),
        );
      } catch (error) {
        if (!(error instanceof ServiceError) || options.validateOnly) throw error;
        // An earlier create may have been carried out after the lookup; then it causes this conflict.
        if (!error.outcomeUnknown) throw lost ? error.afterLostAnswer() : error;
        lost = true;
        if (error.kind === "cancelled" || attempt >= CREATE_ATTEMPTS) throw error;
        if (await this.lookUp(id, error, options)) {
          throw new ServiceError("exists", `The response was lost, and the dashboard "${id}" now exists.`, {
            action: "Compare it with the file. The request probably succeeded.",
            outcomeUnknown: true,
            cause: error,
          });
        }
      }
    }
  }

  /**
   * Whether a create without a response was carried out. If that cannot be determined either, reports the first failure.
   */
  private async lookUp(id: string, failure: ServiceError, options: SaveOptions): Promise<boolean> {
    try {
      return (await this.get(id, { signal: options.signal })) !== undefined;
    } catch {
      throw failure;
    }
  }

  async patch(id: string, value: DashboardResource, options: SaveOptions = {}): Promise<DashboardResource> {
    return resource(
      await this.http.request({ method: "PATCH", path: this.path(id), body: value, ...save(options) }),
    );
  }

  /** Deletes the dashboard; one that does not exist rejects with kind "not-found". */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.http.request({ method: "DELETE", path: this.path(id), signal: options.signal });
  }

  private path(id: string): string {
    return `${this.parent}/${segment(id)}`;
  }
}

/** How many dashboards of this size fit into a page; undefined without dashboards. */
function fitting(dashboards: readonly DashboardResource[], pageBytes: number): number | undefined {
  if (dashboards.length === 0) return undefined;
  const bytes = dashboards.reduce((sum, dashboard) => sum + JSON.stringify(dashboard).length, 0);
  return Math.max(1, Math.min(LARGEST_PAGE, Math.floor((pageBytes * dashboards.length) / bytes)));
}

function save(options: SaveOptions) {
  return { query: { validateOnly: options.validateOnly ? true : undefined }, signal: options.signal };
}

function resource(value: unknown): DashboardResource {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ServiceError("unexpected", "The response of the service is not a dashboard.");
  }
  return value as DashboardResource;
}
