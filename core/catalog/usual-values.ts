/** Usual values of a label without a documented list: for completion only, not for checks. */

const httpCodes = "200 201 204 301 302 304 400 401 403 404 409 429 499 500 502 503 504".split(" ");
const httpClasses = "1xx 2xx 3xx 4xx 5xx".split(" ");
const severities = "DEFAULT DEBUG INFO NOTICE WARNING ERROR CRITICAL ALERT EMERGENCY".split(" ");

/** Services that speak HTTP to their clients and count the answers by code. */
const overHttp =
  /^(?:run|appengine|serviceruntime|apigee|apigateway)\.googleapis\.com\/|^(?:istio\.io|knative\.dev)\//;

/** Usual values of a metric's label; empty if unknown. */
export function typicalValues(metric: string, label: string): readonly string[] {
  if (label === "severity" && metric.startsWith("logging.googleapis.com/")) return severities;
  if (!overHttp.test(metric)) return [];
  if (label === "response_code") return httpCodes;
  return label === "response_code_class" ? httpClasses : [];
}
