import type { CatalogOverlay, MetricDescriptor, ResourceDescriptor } from "../core/catalog/overlay";
import type { LaunchStage, MetricKind, ValueType } from "../core/catalog/types";
import { durationSeconds } from "../core/schema/duration";
import { isObject } from "../core/shape";
import { Pages } from "./answer";
import { ACTIONS, ServiceError } from "./errors";
import type { HttpClient, HttpRequest } from "./http";
import { segment } from "./segment";

export interface ListOptions {
  /** A Monitoring filter, such as `metric.type = starts_with("custom.googleapis.com/")`; everything by default. */
  readonly filter?: string;
  /** Most descriptors in one answer; 1000 by default. */
  readonly pageSize?: number;
  /** Stops between and during calls, down to the socket. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_PAGE_SIZE = 1000;

/** The metrics and monitored resources that one project knows, over HTTP (version 3 of the Monitoring API). */
export class DescriptorsClient {
  private readonly parent: string;

  /** @param project id or number of the project, as the profile names it */
  constructor(
    private readonly http: HttpClient,
    project: string,
  ) {
    this.parent = `/v3/projects/${segment(project)}`;
  }

  /** Pages of metric types, public and the project's own. Rejects with a `ServiceError`. */
  metrics(options: ListOptions = {}): AsyncGenerator<readonly MetricDescriptor[]> {
    const fields =
      "type,metricKind,valueType,unit,launchStage,monitoredResourceTypes,labels(key),description,metadata(samplePeriod)";
    return this.pages("metricDescriptors", fields, readMetric, options);
  }

  /** Pages of monitored resource types. Rejects with a `ServiceError`. */
  resources(options: ListOptions = {}): AsyncGenerator<readonly ResourceDescriptor[]> {
    return this.pages("monitoredResourceDescriptors", "type,labels(key)", readResource, options);
  }

  private async *pages<T>(
    collection: string,
    fields: string,
    read: (value: Members) => T | undefined,
    { filter, pageSize = DEFAULT_PAGE_SIZE, signal }: ListOptions,
  ): AsyncGenerator<readonly T[]> {
    const guard = new Pages(collection);
    let pageToken: string | undefined;
    do {
      const page = await this.page({
        method: "GET",
        path: `${this.parent}/${collection}`,
        // Only what the catalog holds: a project has thousands of descriptors.
        query: { filter, pageSize, pageToken, fields: `${collection}(${fields}),nextPageToken` },
        signal,
      });
      const list = page[collection];
      yield (Array.isArray(list) ? list : []).flatMap((value) => (isObject(value) && read(value)) || []);
      pageToken = guard.next(page["nextPageToken"]);
    } while (pageToken !== undefined);
  }

  private async page(request: HttpRequest): Promise<Members> {
    let page: unknown;
    try {
      page = await this.http.request(request);
    } catch (error) {
      throw error instanceof ServiceError ? withAction(error) : error;
    }
    if (isObject(page)) return page;
    throw new ServiceError("unexpected", "The response of the service is not a list.");
  }
}

/** Reading metrics needs another role than dashboards. */
function withAction(error: ServiceError): ServiceError {
  if (error.kind !== "permission" || error.action !== ACTIONS.permission) return error;
  const { status } = error;
  return new ServiceError("permission", error.message, {
    action: "Ask for the role roles/monitoring.viewer on the project, or choose another profile.",
    status,
    cause: error,
  });
}

/** Progress of a refresh. */
export interface Progress {
  readonly metrics: number;
  readonly resources: number;
}

/**
 * All metrics and monitored resources of a project. Rejects with a `ServiceError`.
 *
 * @param onProgress called after each page
 * @param now the time of the reading
 */
export async function readOverlay(
  client: DescriptorsClient,
  project: string,
  {
    signal,
    onProgress,
    now = new Date(),
  }: {
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: Progress) => void;
    readonly now?: Date;
  } = {},
): Promise<CatalogOverlay> {
  const metrics: MetricDescriptor[] = [];
  const resources: ResourceDescriptor[] = [];
  const note = () => onProgress?.({ metrics: metrics.length, resources: resources.length });
  for await (const page of client.resources({ signal })) {
    resources.push(...page);
    note();
  }
  for await (const page of client.metrics({ signal })) {
    metrics.push(...page);
    note();
  }
  return { project, readAt: now.toISOString(), metrics, resources };
}

type Members = Readonly<Record<string, unknown>>;

/** Undefined for what has no type; other members that are of no known kind are left out. */
/** A sentence or two; what is longer is cut where it is shown. */
const LONGEST_DESCRIPTION = 400;

function readMetric(value: Members): MetricDescriptor | undefined {
  const type = text(value["type"]);
  if (!type) return undefined;
  const kind = oneOf(KINDS, value["metricKind"]);
  const valueType = oneOf(VALUE_TYPES, value["valueType"]);
  const stage = oneOf(STAGES, value["launchStage"]);
  const unit = text(value["unit"]);
  const description = text(value["description"])?.slice(0, LONGEST_DESCRIPTION);
  const { metadata } = value;
  const period = isObject(metadata) ? text(metadata["samplePeriod"]) : undefined;
  const samplePeriod = durationSeconds(period ?? "") ?? 0;
  const labels = labelKeys(value["labels"]);
  const resources = texts(value["monitoredResourceTypes"]);
  return {
    type,
    kind: kind || undefined,
    valueType: valueType || undefined,
    unit: unit || undefined,
    stage: stage || undefined,
    description: description || undefined,
    samplePeriod: samplePeriod > 0 ? samplePeriod : undefined,
    labels: labels.length > 0 ? labels : undefined,
    resources: resources.length > 0 ? resources : undefined,
  };
}

function readResource(value: Members): ResourceDescriptor | undefined {
  const type = text(value["type"]);
  if (!type) return undefined;
  const labels = labelKeys(value["labels"]);
  return { type, labels: labels.length > 0 ? labels : undefined };
}

const KINDS: readonly MetricKind[] = ["GAUGE", "DELTA", "CUMULATIVE"];
const VALUE_TYPES: readonly ValueType[] = ["BOOL", "INT64", "DOUBLE", "STRING", "DISTRIBUTION"];
const STAGES: readonly LaunchStage[] = ["GA", "BETA", "ALPHA", "EARLY_ACCESS", "DEPRECATED"];

function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((name) => name === value);
}

function labelKeys(value: unknown): string[] {
  return Array.isArray(value)
    ? texts(value.map((label: unknown) => (isObject(label) ? label["key"] : undefined)))
    : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
