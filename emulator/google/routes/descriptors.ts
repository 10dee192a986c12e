import { permissionDenied } from "../access";
import { descriptorFilter, type Filterable } from "../descriptor-filter";
import { resourceDescriptors } from "../descriptors";
import type { OutputType } from "../field-mask";
import { METRIC_KINDS, message, VALUE_TYPES } from "../output-type";
import { readPageToken, writePageToken } from "../page-token";
import { isProject, projectNumber } from "../project";
import { invalidArgument, RpcError } from "../rpc-error";
import type { SeriesStore } from "../series/store";
import type { GoogleCall, GoogleRoute } from "../service";

/** Also used for a page size that is zero, negative or larger. */
const MOST_PAGE_SIZE = 10_000;
const RPC = "google.monitoring.v3.MetricService";

const labels = message({ key: "string", valueType: ["STRING", "BOOL", "INT64"], description: "string" });
const stages = ["LAUNCH_STAGE_UNSPECIFIED", "EARLY_ACCESS", "ALPHA", "BETA", "GA", "DEPRECATED"];
const metadata = message({ launchStage: stages, samplePeriod: "string", ingestDelay: "string" });
const metricDescriptor = message({
  name: "string",
  type: "string",
  labels,
  metricKind: METRIC_KINDS,
  valueType: VALUE_TYPES,
  unit: "string",
  description: "string",
  displayName: "string",
  launchStage: stages,
  monitoredResourceTypes: "string",
  metadata,
});
const resourceDescriptor = message({
  name: "string",
  type: "string",
  displayName: "string",
  description: "string",
  labels,
  launchStage: stages,
});

/**
 * The lists of metrics and monitored resources, version 3.
 *
 * @param denied numbers of the denied projects
 * @param store whose metrics they are
 */
export function descriptorRoutes(denied: ReadonlySet<string>, store: SeriesStore): GoogleRoute[] {
  return [
    {
      ...listing("metricDescriptors", metricDescriptor),
      rpc: `${RPC}.ListMetricDescriptors`,
      handle: async (call) => list(call, denied, "metricDescriptors", "metric", listed(store, call)),
    },
    {
      httpMethod: "GET",
      path: "/v3/projects/{project}/metricDescriptors/{type=**}",
      rpc: `${RPC}.GetMetricDescriptor`,
      parameters: {},
      hasBody: false,
      output: metricDescriptor,
      handle: async ({ path }) => {
        const [project, type] = [path["project"]!, path["type"]!];
        if (denied.has(projectNumber(project)))
          throw permissionDenied("monitoring.metricDescriptors.get", `projects/${project}`);
        const found = store.metric(type);
        if (!found) throw new RpcError("NOT_FOUND", `Could not find descriptor for metric '${type}'.`);
        return { name: `projects/${project}/metricDescriptors/${type}`, ...found };
      },
    },
    {
      ...listing("monitoredResourceDescriptors", resourceDescriptor),
      rpc: `${RPC}.ListMonitoredResourceDescriptors`,
      handle: async (call) =>
        list(call, denied, "monitoredResourceDescriptors", "resource", resourceDescriptors()),
    },
  ];
}

/** With `activeOnly` those that have points. */
function listed(store: SeriesStore, { path, parameters }: GoogleCall): readonly Filterable[] {
  const all = [...store.metrics()].sort((a, b) => (a.type < b.type ? -1 : 1));
  if (parameters["activeOnly"] !== true) return all;
  return all.filter(({ type }) => store.ofMetric(type, path["project"]!).length > 0);
}

type Collection = "metricDescriptors" | "monitoredResourceDescriptors";

function listing(
  collection: Collection,
  item: OutputType,
): Pick<GoogleRoute, "httpMethod" | "path" | "parameters" | "hasBody" | "output"> {
  return {
    httpMethod: "GET",
    path: `/v3/projects/{project}/${collection}`,
    parameters: {
      filter: "string",
      pageSize: "int32",
      pageToken: "string",
      ...(collection === "metricDescriptors" && { activeOnly: "bool" as const }),
    },
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
  // A token is valid for the same list only.
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
