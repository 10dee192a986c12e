import { randomBytes, randomUUID } from "node:crypto";
import { check } from "../../../core/check";
import { readDocument } from "../../../core/document/reader";
import { canonicalize } from "../../../core/schema/canonical";
import { dashboardType } from "../../../core/schema/messages";
import { syntaxProblem } from "../../wire/json-syntax";
import { permissionDenied } from "../access";
import type { DashboardValue } from "../dashboard-files";
import type { DashboardStore } from "../dashboard-store";
import type { OutputType } from "../field-mask";
import { normalize } from "../normalize";
import { readPageToken, writePageToken } from "../page-token";
import { isProject, projectNumber } from "../project";
import { type RefusalOptions, refusalOf } from "../refusals";
import { badRequest, invalidArgument, notFound, RpcError } from "../rpc-error";
import type { GoogleCall, GoogleRoute } from "../service";

export interface DashboardRoutesOptions extends RefusalOptions {
  readonly store: DashboardStore;
  /** Numbers of the denied projects. */
  readonly denied: ReadonlySet<string>;
}

const DEFAULT_PAGE_SIZE = 1000;
const RPC = "google.monitoring.dashboard.v1.DashboardsService";
const COLLECTION = "/v1/projects/{project}/dashboards";
const ITEM = `${COLLECTION}/{id}`;

const listResponse: OutputType = {
  field(name) {
    if (name === "dashboards") return { name, kind: "message", message: dashboardType() };
    if (name === "nextPageToken" || name === "next_page_token")
      return { name: "nextPageToken", kind: "string" };
    return undefined;
  },
};
const empty: OutputType = { field: () => undefined };

/** The five methods of `projects.dashboards`, version 1. */
export function dashboardRoutes(options: DashboardRoutesOptions): GoogleRoute[] {
  const service = new DashboardMethods(options);
  const output = dashboardType();
  return [
    {
      httpMethod: "POST",
      path: COLLECTION,
      rpc: `${RPC}.CreateDashboard`,
      parameters: { validateOnly: "bool" },
      hasBody: true,
      output,
      handle: (call) => service.create(call),
    },
    {
      httpMethod: "GET",
      path: COLLECTION,
      rpc: `${RPC}.ListDashboards`,
      parameters: { pageSize: "int32", pageToken: "string" },
      hasBody: false,
      output: listResponse,
      handle: async (call) => service.list(call),
    },
    {
      httpMethod: "GET",
      path: ITEM,
      rpc: `${RPC}.GetDashboard`,
      parameters: {},
      hasBody: false,
      output,
      handle: async (call) => service.get(call),
    },
    {
      httpMethod: "PATCH",
      path: ITEM,
      rpc: `${RPC}.UpdateDashboard`,
      parameters: { validateOnly: "bool" },
      hasBody: true,
      output,
      handle: (call) => service.patch(call),
    },
    {
      httpMethod: "DELETE",
      path: ITEM,
      rpc: `${RPC}.DeleteDashboard`,
      parameters: {},
      hasBody: false,
      output: empty,
      handle: (call) => service.remove(call),
    },
  ];
}

class DashboardMethods {
  constructor(private readonly options: DashboardRoutesOptions) {}

  async create(call: GoogleCall): Promise<DashboardValue> {
    const project = this.project(call, "create");
    const sent = this.read(call.body);
    if (sent["etag"]) throw invalidArgument("Create Dashboard should not specify an etag.");
    const id = sent["name"] ? ownId(String(sent["name"]), project) : randomUUID();
    const decide = (current: DashboardValue | undefined) => {
      if (current) throw new RpcError("ALREADY_EXISTS", "Requested entity already exists");
      return { stored: stamped(sent, project, id) };
    };
    return this.write(call, project, id, decide);
  }

  get(call: GoogleCall): DashboardValue {
    const project = this.project(call, "get");
    const found = this.options.store.get(project, call.path["id"]!);
    if (!found) throw notFound();
    return found;
  }

  list(call: GoogleCall): Record<string, unknown> {
    const project = this.project(call, "list");
    const { pageSize = 0, pageToken = "" } = call.parameters as { pageSize?: number; pageToken?: string };
    if (pageSize < 0)
      throw invalidArgument(`Field page_size has an invalid value of "${pageSize}": must be positive.`);
    const scope = `projects/${project}/dashboards`;
    const after = pageToken === "" ? undefined : readPageToken(pageToken, scope, Date.now());
    const { dashboards, last } = this.options.store.list(project, after, pageSize || DEFAULT_PAGE_SIZE);
    return {
      ...(dashboards.length > 0 && { dashboards }),
      ...(last !== undefined && { nextPageToken: writePageToken({ scope, after: last }, Date.now()) }),
    };
  }

  async patch(call: GoogleCall): Promise<DashboardValue> {
    const project = this.project(call, "update");
    const id = call.path["id"]!;
    const sent = this.read(call.body);
    if (!sent["etag"]) throw invalidArgument("Update Dashboard should specify a non empty etag.");
    const decide = (current: DashboardValue | undefined) => {
      if (!current) throw notFound();
      if (current["etag"] !== sent["etag"]) {
        throw new RpcError(
          "ABORTED",
          "The etag does not match the stored dashboard: it was changed meanwhile.",
        );
      }
      return { stored: stamped(sent, project, id) };
    };
    return this.write(call, project, id, decide);
  }

  async remove(call: GoogleCall): Promise<Record<string, never>> {
    const project = this.project(call, "delete");
    await this.options.store.change(project, call.path["id"]!, (current) => {
      if (!current) throw notFound();
      return { stored: undefined };
    });
    return {};
  }

  /** With `validateOnly`, runs everything like a real write, but stores nothing. */
  private async write(
    call: GoogleCall,
    project: string,
    id: string,
    decide: (current: DashboardValue | undefined) => { stored: DashboardValue },
  ): Promise<DashboardValue> {
    const { store } = this.options;
    if (call.parameters["validateOnly"] === true) return decide(store.get(project, id)).stored;
    return (await store.change(project, id, decide)).stored;
  }

  /** Number of the project in the path. @throws RpcError when it cannot be one or is not open to the caller. */
  private project(call: GoogleCall, permission: string): string {
    const segment = call.path["project"]!;
    if (!isProject(segment)) throw invalidArgument(`"projects/${segment}" does not name a project.`);
    const number = projectNumber(segment);
    if (this.options.denied.has(number)) {
      throw permissionDenied(`monitoring.dashboards.${permission}`, `projects/${segment}`);
    }
    return number;
  }

  /** The dashboard of a body in its stored form. @throws RpcError 400 if the service would reject it. */
  private read(body: string): Readonly<Record<string, unknown>> {
    // Without a body the message is empty.
    const text = body === "" ? "{}" : body;
    const syntax = syntaxProblem(text);
    if (syntax) throw badRequest([{ description: `Invalid JSON payload received. ${syntax}` }]);
    const document = readDocument(text);
    const canonical = canonicalize(document);
    const refusal = refusalOf(document, canonical, check(document, canonical), this.options);
    if (refusal) throw refusal;
    return normalize(canonical.value);
  }
}

/** The id in the `name` of a new dashboard. @throws RpcError 400 when the name has another form or project. */
function ownId(name: string, project: string): string {
  const [, nameProject = "", id = ""] = /^projects\/([^/]+)\/dashboards\/([^/]+)$/.exec(name) ?? [];
  if (!isProject(nameProject) || id === "") {
    throw invalidArgument(
      `${name} is not a valid resource path for a Dashboard. Dashboard resource must be of the format ` +
        "'projects/{project_id_or_number}/dashboards/{dashboard_id}'",
    );
  }
  if (projectNumber(nameProject) !== project) {
    throw invalidArgument(`${name} is not in the project that the dashboard is created in.`);
  }
  return id;
}

/** A dashboard as it is stored from now on: with its full name, by project number, and with a new etag. */
function stamped(value: DashboardValue, project: string, id: string): DashboardValue {
  const name = `projects/${project}/dashboards/${id}`;
  const etag = randomBytes(16).toString("base64");
  return Object.fromEntries(Object.entries({ ...value, name, etag }).sort(([a], [b]) => (a < b ? -1 : 1)));
}
