import type { LanguageRule } from "../language";

const rule = (id: string, summary: string, bad: string, good: string): LanguageRule => ({
  id,
  severity: "warning",
  evidence: "documented",
  summary,
  bad,
  good,
});

const rate = "sum(rate(shop_orders_total[5m]))";

/** Every kind of finding in PromQL. The service is not known to read it on saving, so the chart stays empty instead. */
export const promqlRules: readonly LanguageRule[] = [
  rule("promql-empty", "A PromQL query is empty.", "# only a comment", rate),
  rule(
    "promql-syntax",
    "The query does not follow the grammar of PromQL.",
    "shop_orders_total{city=Bern}",
    'shop_orders_total{city="Bern"}',
  ),
  rule("promql-bracket", "A query has an unmatched bracket.", "sum(rate(shop_orders_total[5m])", rate),
  rule(
    "promql-string",
    "A string in a query is not closed.",
    'shop_orders_total{city="Bern}',
    'shop_orders_total{city="Bern"}',
  ),
  rule(
    "promql-unknown-function",
    "A function is unknown in PromQL.",
    "mean(shop_queue_length)",
    "avg(shop_queue_length)",
  ),
  rule(
    "promql-arguments",
    "A function or aggregation has too few or too many arguments.",
    "topk(shop_queue_length)",
    "topk(5, shop_queue_length)",
  ),
  rule(
    "promql-type",
    "An operand or argument has the wrong type: number, string, instant vector or range.",
    "rate(shop_orders_total)",
    "rate(shop_orders_total[5m])",
  ),
  rule(
    "promql-range",
    "A range does not directly follow a metric.",
    "rate(sum(shop_orders_total)[5m])",
    "rate(sum(shop_orders_total)[5m:])",
  ),
  rule(
    "promql-duration",
    "A duration is not valid in PromQL.",
    "rate(shop_orders_total[5min])",
    "rate(shop_orders_total[5m])",
  ),
  rule(
    "promql-modifier",
    "`offset` or `@` does not follow a metric, or is repeated.",
    "sum(shop_orders_total) offset 1w",
    "sum(shop_orders_total offset 1w)",
  ),
  rule(
    "promql-escape",
    "A string contains an unknown escape.",
    'shop_orders_total{path=~"/\\d+"}',
    'shop_orders_total{path=~"/\\\\d+"}',
  ),
  rule(
    "promql-regex",
    "A regular expression is not valid RE2 syntax.",
    'shop_orders_total{city=~"(Bern"}',
    'shop_orders_total{city=~"(Bern)"}',
  ),
  rule(
    "promql-metric-name",
    "A Cloud Monitoring metric type is used as a PromQL metric name.",
    "compute.googleapis.com/instance/uptime",
    "compute_googleapis_com:instance_uptime",
  ),
  rule(
    "promql-unknown-metric",
    "The metric is not in the catalog, although the catalog covers its service.",
    "compute_googleapis_com:instance_up_time",
    "compute_googleapis_com:instance_uptime",
  ),
];
