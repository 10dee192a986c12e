import type { LabelFacts } from "./facts";

/** Fictional sample values of common labels. */
const KINDS: readonly (readonly [pattern: RegExp, values: readonly string[]])[] = [
  [/time|date/i, ["2024-01-15 11:40", "2024-01-15 09:05", "2024-01-14 16:20", "2024-01-13 08:00"]],
  [/(?:^|_)(?:response_code_class|status_class|code_class)$/, ["2xx", "4xx", "5xx", "3xx"]],
  [/(?:^|_)(?:response_code|status_code|http_status|code)$/, ["200", "404", "500", "429", "301"]],
  [/(?:^|_)zone$/, ["europe-west1-b", "us-central1-a", "asia-east1-c", "us-east4-b"]],
  [/(?:^|_)(?:location|region)$/, ["europe-west1", "us-central1", "asia-east1", "us-east4"]],
  [/(?:^|_)(?:method|http_method|request_method)$/, ["GET", "POST", "PUT", "DELETE"]],
  [/(?:^|_)(?:severity|level)$/, ["ERROR", "WARNING", "INFO", "DEBUG"]],
  [/(?:^|_)(?:state|phase)$/, ["running", "idle", "pending", "failed"]],
  [/(?:^|_)(?:status|result|outcome)$/, ["ok", "error", "cancelled"]],
  [/(?:^|_)(?:direction)$/, ["in", "out"]],
  [/(?:^|_)(?:core|cpu)$/, ["0", "1", "2", "3"]],
  [/(?:^|_)(?:version|revision|release)$/, ["v1.4", "v1.5", "v2.0"]],
  [/(?:^|_)(?:instance_id|id|uid|uuid)$/, ["sample-1001", "sample-1002", "sample-1003", "sample-1004"]],
];

/** Sample values of a label, as many as asked for as far as they differ. */
export function sampleLabelValues(label: LabelFacts, count: number): string[] {
  const known = label.values.length > 0 ? label.values : KINDS.find(([kind]) => kind.test(label.key))?.[1];
  if (known) return known.concat(further(known, count)).slice(0, Math.max(count, 1));
  const stem = stemOf(label.key);
  return Array.from({ length: count }, (_, i) => `${stem}-${LETTERS[i % LETTERS.length]}`);
}

/** Ids count on; everything else has no more values than are known. */
function further(known: readonly string[], count: number): string[] {
  const [, stem, number] = /^(sample-)(\d+)$/.exec(known.at(-1) ?? "") ?? [];
  if (!stem) return [];
  return Array.from(
    { length: Math.max(count - known.length, 0) },
    (_, i) => `${stem}${Number(number) + i + 1}`,
  );
}

const LETTERS = "abcdefghijklm";

/** `cluster_name` → `cluster`, `pod` → `pod`, `cloud.google.com/gke-nodepool` → `gke-nodepool`. */
function stemOf(key: string): string {
  const last = key.split(/[/.]/).pop() || key;
  const stem = last.replace(/_?(?:name|id)$/i, "").replaceAll("_", "-");
  return (stem || last || "value").slice(0, 24);
}
