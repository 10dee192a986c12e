import { keySpan } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { removal } from "./repair";
import type { Rule } from "./rule";

export const etagInFile: Rule = {
  id: "etag-in-file",
  severity: "hint",
  message: "Dashboard",
  evidence: "documented",
  summary: "An etag is kept in the file.",
  details:
    "An etag is the fingerprint of one stored version. In a file it is out of date after the next save, must not be sent when a dashboard is created, and is of no use in another project. Mosaic keeps the etag of the last push or pull by itself.",
  check(node, { value, report }) {
    if (typeof value["etag"] !== "string" || !value["etag"]) return;
    report({
      ...keySpan(memberProperty(node, "etag")!),
      message:
        "An etag belongs to one stored version of the dashboard and is soon out of date. Better not kept in the file.",
      tag: "unnecessary",
    });
  },
  fixes: removal,
  bad: {
    dashboard: { displayName: "Orders", etag: "9f1c", gridLayout: { widgets: [{ blank: {} }] } },
  },
  good: {
    dashboard: { displayName: "Orders", gridLayout: { widgets: [{ blank: {} }] } },
  },
};
