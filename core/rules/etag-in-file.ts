import { keySpan } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { removeFix } from "./fix-builders";
import type { Rule } from "./rule";

export const etagInFile: Rule = {
  id: "etag-in-file",
  severity: "hint",
  message: "Dashboard",
  evidence: "documented",
  summary: "The file contains an etag.",
  details:
    "An etag identifies one stored version. In a file, it is stale after the next save, is rejected when a dashboard is created, and is useless in another project. Mosaic stores the etag of the last push or pull itself.",
  check(node, { value, report }) {
    if (typeof value["etag"] !== "string" || !value["etag"]) return;
    report({
      ...keySpan(memberProperty(node, "etag")!),
      message:
        "An etag identifies one stored version of the dashboard and is soon stale. Remove it from the file.",
      tag: "unnecessary",
    });
  },
  fixes: removeFix,
  bad: {
    dashboard: { displayName: "Orders", etag: "9f1c", gridLayout: { widgets: [{ blank: {} }] } },
  },
  good: {
    dashboard: { displayName: "Orders", gridLayout: { widgets: [{ blank: {} }] } },
  },
};
