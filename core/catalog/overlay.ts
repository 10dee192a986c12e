import { isOpenNamespace, openPrefixOf } from "./names";
import type { LaunchStage, Metric, MetricKind, Resource, ValueType } from "./types";

/** A metric type as a project's own list describes it. */
export interface MetricDescriptor {
  readonly type: string;
  readonly kind?: MetricKind | undefined;
  readonly valueType?: ValueType | undefined;
  readonly unit?: string;
  readonly stage?: LaunchStage | undefined;
  readonly description?: string;
  /** Seconds between two points. */
  readonly samplePeriod?: number;
  readonly labels?: readonly string[];
  /** Monitored resource types that it applies to. */
  readonly resources?: readonly string[];
}

/** A monitored resource type as a project's own list describes it. */
export interface ResourceDescriptor {
  readonly type: string;
  readonly labels?: readonly string[];
}

/** The metrics and resources of a project, to extend the shipped catalog. Plain JSON. */
export interface CatalogOverlay {
  /** Id or number of the project. */
  readonly project: string;
  /** When the lists were read, ISO 8601. */
  readonly readAt: string;
  readonly metrics: readonly MetricDescriptor[];
  readonly resources: readonly ResourceDescriptor[];
}

/** Project and time of an overlay, and what may be concluded from it. */
export class OverlayReading {
  /** Recent enough to report what is missing. */
  readonly fresh: boolean;
  /** Name spaces of users in which the project has metrics. */
  private readonly prefixes: ReadonlySet<string | undefined>;
  /** Where and when; the lists themselves are not held twice. */
  readonly overlay: Pick<CatalogOverlay, "project" | "readAt">;
  /** Most metrics of a project have one of a few lists of labels and resources. */
  private readonly lists = new Map<string, readonly string[]>();

  /** @param now milliseconds since 1970 */
  constructor(overlay: CatalogOverlay, now: number) {
    const { project, readAt } = overlay;
    this.overlay = { project, readAt };
    const age = now - Date.parse(overlay.readAt);
    this.fresh = age > -MAX_SKEW_MS && age < MAX_AGE_MS;
    this.prefixes = new Set(overlay.metrics.map(({ type }) => openPrefixOf(type)));
  }

  /** Whether the overlay would contain this metric type if the project had it. */
  covers(type: string): boolean {
    const prefix = openPrefixOf(type);
    return this.fresh && prefix !== undefined && this.prefixes.has(prefix);
  }

  /** A metric as it is known after the reading: an old one adds what was not known and corrects nothing. */
  metric(descriptor: MetricDescriptor, known: Metric | undefined): Metric {
    if (known && !this.fresh) return known;
    const { type, kind, valueType, unit, stage, labels = [], resources = [] } = descriptor;
    const { description, samplePeriod } = descriptor;
    // Labels of a user's metric come with the points that are written, and so can its resources.
    const isOpen = isOpenNamespace(type);
    return {
      type,
      kind: kind ?? known?.kind,
      valueType: valueType ?? known?.valueType,
      stage: stage ?? known?.stage,
      unit: unit || (known?.unit ?? ""),
      resources: this.shared(union(resources, known?.resources)),
      resourcesListed: this.fresh && !isOpen && resources.length > 0,
      labels: this.shared(union(labels, known?.labels)),
      labelsListed: this.fresh,
      lastSeen: 0,
      uses: known?.uses ?? 0,
      own: true,
      // The file may be damaged.
      description: typeof description === "string" && description ? description : undefined,
      samplePeriod: typeof samplePeriod === "number" && samplePeriod > 0 ? samplePeriod : undefined,
    };
  }

  private shared(list: readonly string[]): readonly string[] {
    const key = list.join("\n");
    const known = this.lists.get(key);
    if (!known) this.lists.set(key, list);
    return known ?? list;
  }

  /** A monitored resource type as it is known after the reading. */
  resource({ type, labels = [] }: ResourceDescriptor, known: Resource | undefined): Resource {
    if (known && !this.fresh) return known;
    const all = union(labels, known?.labels);
    return { type, labels: all, labelsListed: this.fresh && all.length > 0 };
  }
}

/** Clocks of two machines differ. */
const MAX_SKEW_MS = 24 * 60 * 60 * 1000;
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;

function union(a: readonly string[], b: readonly string[] | undefined): readonly string[] {
  return b?.length ? [...new Set([...a, ...b])] : a;
}
