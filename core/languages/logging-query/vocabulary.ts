/** Fields of a log entry that queries compare most. */
export const logFields: Readonly<Record<string, string>> = {
  severity:
    "The severity of the entry, from `DEFAULT` to `EMERGENCY`. `severity>=ERROR` includes higher severities.",
  logName: "Full name of the log: `projects/PROJECT/logs/LOG`, with `/` in LOG written as `%2F`.",
  "resource.type": "Type of the monitored resource that wrote the entry.",
  "resource.labels": "Labels of the monitored resource: `resource.labels.cluster_name`.",
  textPayload: "The payload of a plain text entry.",
  jsonPayload: "The payload of a structured entry: `jsonPayload.message`.",
  protoPayload: "The payload of an audit log entry: `protoPayload.methodName`.",
  "httpRequest.status": "Status code of the response.",
  "httpRequest.requestUrl": "Requested URL.",
  "httpRequest.requestMethod": "Method of the request.",
  "httpRequest.latency": "Latency of the response.",
  labels: "Labels of the entry itself.",
  operation: "Operation that the entry belongs to: `operation.producer`, `operation.id`.",
  trace: "Trace that the entry belongs to.",
  spanId: "Span that the entry belongs to.",
  timestamp: "Time of the event.",
  receiveTimestamp: "Time at which the entry was received.",
  insertId: "Identifier of the entry.",
  sourceLocation: "Place in the source code: `sourceLocation.file`.",
};

export const loggingFunctions: Readonly<Record<string, string>> = {
  log_id: "Entries with this log ID, in any project.",
  sample: "A fixed fraction of the entries: `sample(insertId, 0.1)`.",
  source: "Entries from a project, folder or organization and its descendants.",
  ip_in_net: 'Whether an IP address is in a subnet: `ip_in_net(field, "10.0.0.0/8")`.',
  SEARCH: "Entries that contain these words in any field.",
  regexp_extract: "The part of a field that matches a regular expression.",
  cast: "Converts a field to another type.",
};

export const loggingOperators = ["=", "!=", ">", "<", ">=", "<=", ":", "=~", "!~"];

/** From the least grave to the gravest. */
export const logSeverities = [
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
