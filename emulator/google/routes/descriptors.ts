import { permissionDenied } from "../access";
import { descriptorFilter, type Filterable } from "../descriptor-filter";
import { metricDescriptors, resourceDescriptors } from "../descriptors";
import type { OutputField, OutputType } from "../field-mask";
import { readPageToken, writePageToken } from "../page-token";
import { isProject, projectNumber } from "../project";
import { invalidArgument } from "../rpc-error";
import type { GoogleCall, GoogleRoute } from "../service";

/** Also what a size of zero, a negative one or a larger one stands for. */
const MOST_PAGE_SIZE = 10_000;
const RPC = "google.monitoring.v3.MetricService";

const labels = message({ key: "string", valueType: ["STRING", "BOOL", "INT64"], description: "string" });
const stages = ["LAUNCH_STAGE_UNSPECIFIED", "EARLY_ACCESS", "ALPHA", "BETA", "GA", "DEPRECATED"];
const metricDescriptor = message({
  ...{ name: "string", type: "string", labels },
  metricKind: ["METRIC_KIND_UNSPECIFIED", "GAUGE", "DELTA", "CUMULATIVE"],
  valueType: ["VALUE_TYPE_UNSPECIFIED", "BOOL", "INT64", "DOUBLE", "STRING", "DISTRIBUTION"],
  ...{ unit: "string", description: "string", displayName: "string" },
  ...{ launchStage: stages, monitoredResourceTypes: "string" },
});
const resourceDescriptor = message({
  ...{ name: "string", type: "string", displayName: "string", description: "string" },
  ...{ labels, launchStage: stages },
});

/**
 * The lists of metrics and monitored resources, version 3.
 *
 * @param denied numbers of the projects to which nobody has access
 */
export function descriptorRoutes(denied: ReadonlySet<string>): GoogleRoute[] {
  return [
    {
      ...listing("metricDescriptors", metricDescriptor),
      rpc: `${RPC}.ListMetricDescriptors`,
      handle: async (call) => list(call, denied, "metricDescriptors", "metric", metricDescriptors()),
    },
    {
      ...listing("monitoredResourceDescriptors", resourceDescriptor),
      rpc: `${RPC}.ListMonitoredResourceDescriptors`,
      handle: async (call) =>
        list(call, denied, "monitoredResourceDescriptors", "resource", resourceDescriptors()),
    },
  ];
}

type Collection = "metricDescriptors" | "monitoredResourceDescriptors";

function listing(
  collection: Collection,
  item: OutputType,
): Pick<GoogleRoute, "httpMethod" | "path" | "parameters" | "hasBody" | "output"> {
  return {
    httpMethod: "GET",
    path: `/v3/projects/{project}/${collection}`,
    parameters: { filter: "string", pageSize: "int32", pageToken: "string" },
    hasBody: false,
    output: message({ [collection]: item, nextPageToken: "string" }),
  };
}

function list(
  { path, parameters }: GoogleCall,
  denied: ReadonlySet<string>,
  collection: Collection,
  what: "metric" | "resource",
  all: readonly Filterable[],
): Record<string, unknown> {
  const project = path["project"]!;
  if (!isProject(project)) throw invalidArgument(`"projects/${project}" does not name a project.`);
  if (denied.has(projectNumber(project))) {
    throw permissionDenied(`monitoring.${collection}.list`, `projects/${project}`);
  }
  const { filter = "", pageSize = 0, pageToken = "" } = parameters as Query;
  const size = pageSize > 0 ? Math.min(pageSize, MOST_PAGE_SIZE) : MOST_PAGE_SIZE;
  // A token leads on in the same list only.
  const scope = `projects/${projectNumber(project)}/${collection}?${filter}`;
  const after = pageToken === "" ? "" : readPageToken(pageToken, scope, Date.now());
  const fits = descriptorFilter(filter, what);
  const rest = all.filter((one) => one.type > after && fits(one));
  const page = rest.slice(0, size);
  return {
    ...(page.length > 0 && {
      [collection]: page.map((one) => ({ name: `projects/${project}/${collection}/${one.type}`, ...one })),
    }),
    ...(page.length < rest.length && {
      nextPageToken: writePageToken({ scope, after: page.at(-1)!.type }, Date.now()),
    }),
  };
}

interface Query {
  readonly filter?: string;
  readonly pageSize?: number;
  readonly pageToken?: string;
}

/** A message by its members: "string", the names of an enum's values from zero on, or a message. */
function message(members: Readonly<Record<string, "string" | readonly string[] | OutputType>>): OutputType {
  const fields = new Map<string, OutputField>();
  for (const [name, of] of Object.entries(members)) {
    const protoName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    fields.set(name, fieldOf(name, of)).set(protoName, fieldOf(name, of));
  }
  return { field: (name) => fields.get(name) };
}

function fieldOf(name: string, of: "string" | readonly string[] | OutputType): OutputField {
  if (of === "string") return { name, kind: "string" };
  if ("field" in of) return { name, kind: "message", message: of };
  return { name, kind: "enum", enum: { values: of.map((value, number) => ({ name: value, number })) } };
}
