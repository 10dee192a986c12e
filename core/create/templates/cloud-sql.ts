import { evenLines, type Page } from "../page";
import { chart, legendOf, pinnedFilter, queryOf, type Series, scorecard, type Threshold } from "../parts";

const BY_DATABASE = "resource.label.database_id";

function series(name: string, aligner: string, reducer: string): Series {
  return {
    metric: `cloudsql.googleapis.com/database/${name}`,
    resource: "cloudsql_database",
    aligner,
    reducer,
  };
}

function byDatabase(title: string, axis: string, one: Series, thresholds: readonly Threshold[] = []) {
  const plot = { query: queryOf({ ...one, by: [BY_DATABASE] }), legend: legendOf(BY_DATABASE)! };
  return chart(title, axis, [plot], thresholds);
}

const worst = (name: string) => series(name, "ALIGN_MEAN", "REDUCE_MAX");
const NEARLY_FULL: readonly Threshold[] = [{ label: "90 %", value: 0.9 }];

/** Cloud SQL instances of any engine: CPU, memory, disk, connections, input and output, replication. */
export const cloudSql: Page = {
  title: "Cloud SQL instances",
  filters: [pinnedFilter("database_id"), pinnedFilter("region")],
  top: [
    [
      scorecard("Highest CPU utilization", queryOf(worst("cpu/utilization")), 0.8, 0.95),
      scorecard("Highest memory utilization", queryOf(worst("memory/utilization")), 0.9, 0.95),
      scorecard("Fullest disk", queryOf(worst("disk/utilization")), 0.8, 0.9),
      scorecard(
        "Longest replica lag",
        queryOf(series("replication/replica_lag", "ALIGN_MAX", "REDUCE_MAX")),
        10,
        60,
      ),
    ],
  ],
  sections: [
    {
      title: "Resources",
      lines: evenLines([
        byDatabase("CPU utilization by instance", "Utilization", worst("cpu/utilization"), NEARLY_FULL),
        byDatabase("Memory utilization by instance", "Utilization", worst("memory/utilization"), NEARLY_FULL),
        byDatabase("Disk utilization by instance", "Utilization", worst("disk/utilization"), NEARLY_FULL),
      ]),
    },
    {
      title: "Load",
      lines: evenLines([
        byDatabase(
          "Disk reads by instance",
          "Operations per second",
          series("disk/read_ops_count", "ALIGN_RATE", "REDUCE_SUM"),
        ),
        byDatabase(
          "Disk writes by instance",
          "Operations per second",
          series("disk/write_ops_count", "ALIGN_RATE", "REDUCE_SUM"),
        ),
        byDatabase(
          "Connections by instance",
          "Connections",
          series("network/connections", "ALIGN_MEAN", "REDUCE_SUM"),
        ),
        byDatabase(
          "Received by instance",
          "Bytes per second",
          series("network/received_bytes_count", "ALIGN_RATE", "REDUCE_SUM"),
        ),
        byDatabase(
          "Sent by instance",
          "Bytes per second",
          series("network/sent_bytes_count", "ALIGN_RATE", "REDUCE_SUM"),
        ),
        byDatabase("Disk used by instance", "Bytes", series("disk/bytes_used", "ALIGN_MEAN", "REDUCE_SUM")),
      ]),
    },
    {
      title: "Replication",
      collapsed: false,
      lines: [
        [
          byDatabase(
            "Replica lag by instance",
            "Lag",
            series("replication/replica_lag", "ALIGN_MAX", "REDUCE_MAX"),
          ),
          byDatabase(
            "Network lag by instance",
            "Lag",
            series("replication/network_lag", "ALIGN_MAX", "REDUCE_MAX"),
          ),
        ],
      ],
    },
  ],
};
