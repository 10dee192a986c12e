import { member } from "../schema/canonical";
import { missingMember } from "../schema/structure";
import type { Rule } from "./rule";

/**
 * Numbers that have to be there because the service reads a missing one as 0, and 0 is too small. (Other required members
 * are found by the schema, under the same code.)
 */
export const missingMemberRule: Rule = {
  id: "missing-member",
  severity: "error",
  message: undefined,
  evidence: "recorded",
  summary: "A member that the service needs is not there.",
  details:
    "A number that is left out counts as 0, which is too small for the columns of a mosaic and for the size of a tile. A member set to `null` is not there either.",
  serviceMessage: 'Field mosaicLayout.columns has an invalid value of "0": must be in the range (1,48).',
  check(node, { type, canonical, report }) {
    for (const field of type.fields) {
      if (field.kind !== "int32" || !field.required || field.repeated || !((field.minimum ?? 0) > 0))
        continue;
      if (!member(node, field.name)) missingMember(field.name, node, canonical).forEach(report);
    }
  },
  bad: {
    dashboard: {
      displayName: "Orders",
      mosaicLayout: { tiles: [{ width: 24, height: 16, widget: { blank: {} } }] },
    },
  },
  good: {
    dashboard: {
      displayName: "Orders",
      mosaicLayout: { columns: 48, tiles: [{ width: 24, height: 16, widget: { blank: {} } }] },
    },
  },
};
