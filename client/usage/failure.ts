import type { UsageError } from "../../api/usage/index";
import type { Failure } from "../webview/usage-messages";

/** A failure as the view tells it, with what can be done about it. */
export function failureOf(error: UsageError): Failure {
  const code = error.code === undefined ? "" : ` [${error.code}]`;
  const stopped = error.situation === "stopped";
  const started = error.run?.parts.some(({ jobId }) => jobId !== undefined) ?? false;
  const can = new Set<Failure["can"][number]>();
  if (error.situation === "query") can.add("question");
  else if (error.kind === "credentials") can.add("credentials").add("again");
  else if (started) can.add("resume").add("again");
  else can.add("again");
  return { message: `${error.message}${code}`, action: error.action, can: [...can], stopped };
}
