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
  rule("promql-empty", "The PromQL query holds nothing to run.", "# only a comment", rate),
  rule(
    "promql-syntax",
    "The query does not follow the grammar of PromQL.",
    "shop_orders_total{city=Bern}",
    'shop_orders_total{city="Bern"}',
  ),
  rule("promql-bracket", "A bracket of the query has no partner.", "sum(rate(shop_orders_total[5m])", rate),
  rule(
    "promql-string",
    "A text in the query is not closed.",
    'shop_orders_total{city="Bern}',
    'shop_orders_total{city="Bern"}',
  ),
  rule(
    "promql-unknown-function",
    "PromQL has no function of this name.",
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
    "A number, a text, an instant vector or a range stands where another of them is wanted.",
    "rate(shop_orders_total)",
    "rate(shop_orders_total[5m])",
  ),
  rule(
    "promql-range",
    "A range does not follow a metric directly.",
    "rate(sum(shop_orders_total)[5m])",
    "rate(sum(shop_orders_total)[5m:])",
  ),
  rule(
    "promql-duration",
    "A length of time is not written as PromQL reads it.",
    "rate(shop_orders_total[5min])",
    "rate(shop_orders_total[5m])",
  ),
  rule(
    "promql-modifier",
    "`offset` or `@` does not follow a metric, or stands twice.",
    "sum(shop_orders_total) offset 1w",
    "sum(shop_orders_total offset 1w)",
  ),
  rule(
    "promql-escape",
    "A text holds an escape that PromQL does not know.",
    'shop_orders_total{path=~"/\\d+"}',
    'shop_orders_total{path=~"/\\\\d+"}',
  ),
  rule(
    "promql-regex",
    "A regular expression is not one that RE2 can read.",
    'shop_orders_total{city=~"(Bern"}',
    'shop_orders_total{city=~"(Bern)"}',
  ),
  rule(
    "promql-metric-name",
    "A Cloud Monitoring metric type stands where PromQL wants a name.",
    "compute.googleapis.com/instance/uptime",
    "compute_googleapis_com:instance_uptime",
  ),
  rule(
    "promql-unknown-metric",
    "The catalogue does not have this metric, although it covers the service.",
    "compute_googleapis_com:instance_up_time",
    "compute_googleapis_com:instance_uptime",
  ),
];
