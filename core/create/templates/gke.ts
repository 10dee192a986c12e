import { evenLines, type Page } from "../page";
import { chart, legendOf, pinnedFilter, queryOf, type Series, scorecard, type Threshold } from "../parts";

const BY_NAMESPACE = "resource.label.namespace_name";
const BY_NODE = "resource.label.node_name";

function series(
  object: "container" | "pod" | "node",
  name: string,
  aligner: string,
  reducer: string,
): Series {
  return { metric: `kubernetes.io/${object}/${name}`, resource: `k8s_${object}`, aligner, reducer };
}

function grouped(
  title: string,
  axis: string,
  one: Series,
  by: string,
  thresholds: readonly Threshold[] = [],
) {
  return chart(title, axis, [{ query: queryOf({ ...one, by: [by] }), legend: legendOf(by)! }], thresholds);
}

const NEARLY_FULL: readonly Threshold[] = [{ label: "90 %", value: 0.9 }];
const restarts = series("container", "restart_count", "ALIGN_DELTA", "REDUCE_SUM");
const memoryOfLimit: Series = {
  ...series("container", "memory/limit_utilization", "ALIGN_MEAN", "REDUCE_MAX"),
  where: ['metric.labels.memory_type="non-evictable"'],
};
const cpuOfLimit = series("container", "cpu/limit_utilization", "ALIGN_MEAN", "REDUCE_MAX");
const nodeCpu = series("node", "cpu/allocatable_utilization", "ALIGN_MEAN", "REDUCE_MAX");
const nodeMemory: Series = {
  ...series("node", "memory/allocatable_utilization", "ALIGN_MEAN", "REDUCE_MAX"),
  where: ['metric.labels.memory_type="non-evictable"'],
};
const volumes = series("pod", "volume/utilization", "ALIGN_MEAN", "REDUCE_MAX");
const fraction = (one: Series): Series => ({ ...one, unit: "10^2.%" });

/** Workloads and nodes of Kubernetes clusters: restarts, what is used of requests and limits, traffic, volumes. */
export const gke: Page = {
  title: "GKE workloads",
  filters: [pinnedFilter("cluster_name"), pinnedFilter("namespace_name")],
  top: [
    [
      scorecard("Container restarts per minute", queryOf(restarts), 1, 5),
      scorecard("Highest CPU of limit", queryOf(fraction(cpuOfLimit)), 0.8, 0.95),
      scorecard("Highest memory of limit", queryOf(fraction(memoryOfLimit)), 0.8, 0.9),
      scorecard("Fullest volume", queryOf(fraction(volumes)), 0.8, 0.9),
    ],
  ],
  sections: [
    {
      title: "Workloads",
      lines: evenLines([
        grouped("Container restarts by namespace", "Restarts per minute", restarts, BY_NAMESPACE),
        grouped(
          "CPU used by namespace",
          "Cores",
          series("container", "cpu/core_usage_time", "ALIGN_RATE", "REDUCE_SUM"),
          BY_NAMESPACE,
        ),
        grouped(
          "Memory used by namespace",
          "Bytes",
          {
            ...series("container", "memory/used_bytes", "ALIGN_MEAN", "REDUCE_SUM"),
            where: ['metric.labels.memory_type="non-evictable"'],
          },
          BY_NAMESPACE,
        ),
        grouped(
          "Highest CPU of limit by namespace",
          "Share of limit",
          fraction(cpuOfLimit),
          BY_NAMESPACE,
          NEARLY_FULL,
        ),
        grouped(
          "Highest memory of limit by namespace",
          "Share of limit",
          fraction(memoryOfLimit),
          BY_NAMESPACE,
          NEARLY_FULL,
        ),
        grouped(
          "CPU of request by namespace",
          "Share of request",
          fraction(series("container", "cpu/request_utilization", "ALIGN_MEAN", "REDUCE_MEAN")),
          BY_NAMESPACE,
        ),
      ]),
    },
    {
      title: "Traffic and storage",
      lines: evenLines([
        grouped(
          "Received by namespace",
          "Bytes per second",
          series("pod", "network/received_bytes_count", "ALIGN_RATE", "REDUCE_SUM"),
          BY_NAMESPACE,
        ),
        grouped(
          "Sent by namespace",
          "Bytes per second",
          series("pod", "network/sent_bytes_count", "ALIGN_RATE", "REDUCE_SUM"),
          BY_NAMESPACE,
        ),
        grouped("Fullest volume by namespace", "Utilization", fraction(volumes), BY_NAMESPACE, NEARLY_FULL),
      ]),
    },
    {
      title: "Nodes",
      collapsed: false,
      lines: evenLines(
        [
          grouped("CPU by node", "Share of allocatable", fraction(nodeCpu), BY_NODE, NEARLY_FULL),
          grouped("Memory by node", "Share of allocatable", fraction(nodeMemory), BY_NODE, NEARLY_FULL),
        ],
        2,
      ),
    },
  ],
};
