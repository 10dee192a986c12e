import { memberOf } from "../schema/canonical";
import type { MessageType } from "../schema/messages";
import { missingMember } from "../schema/structure";
import type { Rule } from "./rule";

/**
 * Numbers that have to be there because the service reads a missing one as 0, and 0 is too small. (Other required members
 * are found by the schema, under the same code.)
 */
export const missingMemberRule: Rule = {
  id: "missing-member",
  severity: "error",
  message: (type) => requiredNumbers(type).length > 0,
  evidence: "recorded",
  summary: "A required member is missing.",
  details:
    "A number that is not set defaults to 0, which is too small for mosaic columns and tile sizes. A member with the value `null` is not set.",
  serviceMessage: 'Field mosaicLayout.columns has an invalid value of "0": must be in the range (1,48).',
  check(node, { type, canonical, report }) {
    for (const name of requiredNumbers(type)) {
      if (!memberOf(node, name)) missingMember(name, node, canonical).forEach(report);
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

const namesByType = new Map<MessageType, readonly string[]>();

/** Required members for which 0 is too small. */
function requiredNumbers(type: MessageType): readonly string[] {
  let names = namesByType.get(type);
  if (!names) {
    names = type.fields
      .filter(
        ({ kind, required, repeated, minimum }) =>
          kind === "int32" && required && !repeated && (minimum ?? 0) > 0,
      )
      .map(({ name }) => name);
    namesByType.set(type, names);
  }
  return names;
}
