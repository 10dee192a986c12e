/** Fields of a log entry that queries compare most. */
export const fields: Readonly<Record<string, string>> = {
  severity:
    "How grave the entry is, from `DEFAULT` to `EMERGENCY`; `severity>=ERROR` takes all graver ones, too.",
  logName: "Full name of the log: `projects/PROJECT/logs/LOG`, with `/` in LOG written as `%2F`.",
  "resource.type": "Monitored resource type that wrote the entry.",
  "resource.labels": "Labels of the monitored resource: `resource.labels.cluster_name`.",
  textPayload: "The entry, when it is plain text.",
  jsonPayload: "The entry, when it is structured: `jsonPayload.message`.",
  protoPayload: "The entry of an audit log: `protoPayload.methodName`.",
  "httpRequest.status": "Status code of the answer.",
  "httpRequest.requestUrl": "Address that was asked for.",
  "httpRequest.requestMethod": "Method of the request.",
  "httpRequest.latency": "Time that the answer took.",
  labels: "Labels of the entry itself.",
  operation: "Operation that the entry belongs to: `operation.producer`, `operation.id`.",
  trace: "Trace that the entry belongs to.",
  spanId: "Span that the entry belongs to.",
  timestamp: "When it happened.",
  receiveTimestamp: "When the entry arrived.",
  insertId: "Identifier of the entry.",
  sourceLocation: "Place in the source code: `sourceLocation.file`.",
};

export const functions: Readonly<Record<string, string>> = {
  log_id: "Entries of a log by its identifier, in any project.",
  sample: "A fixed share of the entries: `sample(insertId, 0.1)`.",
  source: "Entries from below a project, folder or organisation.",
  ip_in_net: 'Whether an address belongs to a network: `ip_in_net(field, "10.0.0.0/8")`.',
  SEARCH: "Entries that hold these words in any field.",
  regexp_extract: "The part of a field that a regular expression matches.",
  cast: "A field as another type.",
};

export const operators = ["=", "!=", ">", "<", ">=", "<=", ":", "=~", "!~"];

/** From the least grave to the gravest. */
export const severities = [
  "DEFAULT",
  "DEBUG",
  "INFO",
  "NOTICE",
  "WARNING",
  "ERROR",
  "CRITICAL",
  "ALERT",
  "EMERGENCY",
];
