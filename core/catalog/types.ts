export type MetricKind = "GAUGE" | "DELTA" | "CUMULATIVE";
export type ValueType = "BOOL" | "INT64" | "DOUBLE" | "STRING" | "DISTRIBUTION";
export type LaunchStage = "GA" | "BETA" | "ALPHA" | "EARLY_ACCESS" | "DEPRECATED";

/** What is known of one metric type. */
export interface Metric {
  readonly type: string;
  readonly kind: MetricKind | undefined;
  readonly valueType: ValueType | undefined;
  readonly stage: LaunchStage | undefined;
  /** As the lists write it, mostly UCUM; empty when unknown. */
  readonly unit: string;
  /** Monitored resource types that it applies to. */
  readonly resources: readonly string[];
  /** The resource list is complete: another resource type is a mistake. */
  readonly resourcesListed: boolean;
  /** Metric labels, without those of the resource. */
  readonly labels: readonly string[];
  /** The label list is complete: another label is a mistake. */
  readonly labelsListed: boolean;
  /** Year of the newest list that has it. */
  readonly lastSeen: number;
  /** How often published sample dashboards use it. */
  readonly uses: number;
  /** As its project describes it; untrusted text. */
  readonly description?: string;
  /** Seconds between two points. */
  readonly samplePeriod?: number;
  /** Derived from its name, not from a list. */
  readonly inferred?: true;
  /** Described by the project itself. */
  readonly own?: true;
}

/** What is known of one monitored resource type. */
export interface Resource {
  readonly type: string;
  readonly labels: readonly string[];
  /** The label list is complete. */
  readonly labelsListed: boolean;
}
