import { describe, expect, it } from "vitest";
import { checkFilter } from "./check";

const found = (type: string, resource?: string): string[] =>
  checkFilter(`metric.type="${type}"${resource ? ` resource.type="${resource}"` : ""}`, { variables: [] })
    .filter((finding) => finding.severity !== "hint")
    .map((finding) => `${finding.severity} ${finding.code}`);

describe("metrics that exist are never called unknown", () => {
  it.each(
    `agent.googleapis.com/processes/count_by_state agent.googleapis.com/mssql/transaction_rate
    kubernetes.io/container/accelerator/duty_cycle kubernetes.io/node_pool/interruption_count kubernetes.io/pod/volume/utilization
    kubernetes.io/jobset/uptime kubernetes.io/anthos/container_memory_usage_bytes container.googleapis.com/container/uptime
    istio.io/service/server/request_count knative.dev/serving/revision/request_count knative.dev/eventing/broker/event_count
    appengine.googleapis.com/flex/instance/cpu/utilization appengine.googleapis.com/memcache/hit_ratio
    networking.googleapis.com/vm_flow/rtt networking.googleapis.com/pod_flow/egress_bytes_count
    compute.googleapis.com/guest/system/problem_count compute.googleapis.com/firewall/dropped_packets_count
    loadbalancing.googleapis.com/https/internal/request_count loadbalancing.googleapis.com/https/external/regional/total_latencies
    router.googleapis.com/nat/dropped_sent_packets_count vpn.googleapis.com/tunnel_established
    run.googleapis.com/container/startup_latencies run.googleapis.com/job/completed_task_attempt_count
    cloudsql.googleapis.com/database/replication/replica_lag spanner.googleapis.com/instance/cpu/smoothed_utilization
    alloydb.googleapis.com/instance/cpu/average_utilization memorystore.googleapis.com/instance/memory/average_utilization
    serviceruntime.googleapis.com/quota/rate/net_usage compute.googleapis.com/quota/cpus_per_vm_family/usage
    aiplatform.googleapis.com/publisher/online_serving/token_count monitoring.googleapis.com/collection/attribution/write_sample_count
    aws.googleapis.com/EC2/CPUUtilization/Average cloudvolumesgcp-api.netapp.com/cloudvolume/volume_usage
    custom.googleapis.com/opencensus/grpc.io/client/roundtrip_latency workload.googleapis.com/jvm.memory.heap.used
    external.googleapis.com/prometheus/up logging.googleapis.com/user/team/failed-logins
    prometheus.googleapis.com/go_gc_duration_seconds/summary prometheus.googleapis.com/DCGM_FI_DEV_GPU_UTIL/gauge
    prometheus.googleapis.com/orders/unknown:counter prometheus.googleapis.com/job:orders:rate5m/gauge
    brandnew.googleapis.com/anything/at_all example.com/thing`.split(/\s+/),
  )("%s", (type) => {
    expect(found(type)).toEqual([]);
  });
});

describe("services that are misspelt", () => {
  it.each([
    ["compute.google.com/instance/cpu/utilization", "compute.googleapis.com/instance/cpu/utilization"],
    ["compute.googleapis/instance/cpu/utilization", "compute.googleapis.com/instance/cpu/utilization"],
    ["pubsb.googleapis.com/topic/send_request_count", "pubsub.googleapis.com/topic/send_request_count"],
    ["kubernetes.com/container/uptime", "kubernetes.io/container/uptime"],
  ])("%s", (type, meant) => {
    const [finding] = checkFilter(`metric.type="${type}"`, { variables: [] });
    expect(finding).toMatchObject({ severity: "warning", code: "filter-unknown-metric" });
    expect(finding!.fixes?.[0]?.text).toBe(meant);
  });

  it.each(["computer.googleapis.com/instance/cpu/made_up", "custom.google.com/shop/orders"])(
    "%s is left alone: no near service has that metric",
    (type) => expect(found(type)).toEqual([]),
  );
});

describe("resource types that only logs have", () => {
  it.each(["gke_cluster", "gce_route", "http_load_balancer", "cloud_scheduler_job", "audited_resource"])(
    "%s carries metrics made from logs",
    (resource) => {
      expect(found("logging.googleapis.com/user/failures", resource)).toEqual([]);
      expect(found("logging.googleapis.com/log_entry_count", resource)).toEqual([]);
    },
  );

  it("fit no other metric", () => {
    expect(found("compute.googleapis.com/instance/cpu/utilization", "gke_cluster")).toEqual([
      "warning filter-metric-resource",
    ]);
  });

  it("are not offered another name", () => {
    expect(found("custom.googleapis.com/a", "aws_elb_load_balancer")).toEqual([
      "information filter-unknown-resource",
    ]);
    expect(found("custom.googleapis.com/a", "gce_instanc")).toEqual(["warning filter-unknown-resource"]);
  });
});

it("offers the resource type first that has the labels of the filter", () => {
  const text =
    'metric.type="monitoring.googleapis.com/uptime_check/check_passed" resource.labels.host="shop.example"';
  const [hint] = checkFilter(text, { variables: [] });
  expect(hint).toMatchObject({ code: "filter-no-resource-type" });
  expect(hint!.fixes?.[0]?.text).toBe(' resource.type="uptime_url"');
});
