import { evenLines, type Page } from "../page";
import { chart, legendOf, pinnedFilter, queryOf, type Series, scorecard, table } from "../parts";

const BY_INSTANCE = "metric.label.instance_name";
const BY_ZONE = "resource.label.zone";

function series(name: string, aligner: string, reducer: string): Series {
  return {
    metric: `compute.googleapis.com/instance/${name}`,
    resource: "gce_instance",
    aligner,
    reducer,
  };
}

const rate = (name: string) => series(name, "ALIGN_RATE", "REDUCE_SUM");
const cpu = series("cpu/utilization", "ALIGN_MEAN", "REDUCE_MEAN");
const uptime = series("uptime_total", "ALIGN_MAX", "REDUCE_COUNT");
const dropped: Series = {
  metric: "compute.googleapis.com/firewall/dropped_packets_count",
  resource: "gce_instance",
  aligner: "ALIGN_RATE",
  reducer: "REDUCE_SUM",
};

function byZone(title: string, axis: string, one: Series) {
  return chart(title, axis, [{ query: queryOf({ ...one, by: [BY_ZONE] }), legend: legendOf(BY_ZONE)! }]);
}

/** A fleet of Compute Engine instances: how many run where, CPU, disks, network. Needs no agent. */
export const vmFleet: Page = {
  title: "VM fleet",
  filters: [pinnedFilter("zone"), pinnedFilter("instance_id")],
  top: [
    [
      scorecard("Running instances", queryOf(uptime)),
      scorecard("Mean CPU utilization", queryOf(cpu), 0.7, 0.9),
      scorecard(
        "Highest CPU utilization",
        queryOf(series("cpu/utilization", "ALIGN_MEAN", "REDUCE_MAX")),
        0.8,
        0.95,
      ),
      scorecard("Dropped packets", queryOf(dropped)),
    ],
  ],
  sections: [
    {
      title: "CPU",
      lines: [
        [
          chart(
            "CPU utilization across instances",
            "Utilization",
            [50, 95, 99].map((percentile) => ({
              query: queryOf(series("cpu/utilization", "ALIGN_MEAN", `REDUCE_PERCENTILE_${percentile}`)),
              legend: `p${percentile}`,
            })),
            [{ label: "80 %", value: 0.8 }],
          ),
          byZone("Mean CPU utilization by zone", "Utilization", cpu),
        ],
        [
          table("CPU utilization by instance", queryOf({ ...cpu, by: [BY_INSTANCE, BY_ZONE] })),
          byZone("Running instances by zone", "Instances", uptime),
        ],
      ],
    },
    {
      title: "Disks",
      lines: [
        [
          chart("Disk throughput", "Bytes per second", [
            { query: queryOf(rate("disk/read_bytes_count")), legend: "read" },
            { query: queryOf(rate("disk/write_bytes_count")), legend: "written" },
          ]),
          chart("Disk operations", "Operations per second", [
            { query: queryOf(rate("disk/read_ops_count")), legend: "reads" },
            { query: queryOf(rate("disk/write_ops_count")), legend: "writes" },
          ]),
        ],
      ],
    },
    {
      title: "Network",
      lines: evenLines([
        byZone("Received by zone", "Bytes per second", rate("network/received_bytes_count")),
        byZone("Sent by zone", "Bytes per second", rate("network/sent_bytes_count")),
        byZone("Packets dropped by firewalls by zone", "Packets per second", dropped),
      ]),
    },
  ],
};
