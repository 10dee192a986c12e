import type { Dashboard } from "../dashboard";
import { pathAt } from "../document/node";
import { dataOf, type Finding } from "../finding";
import { dashboardType, type Field, type MessageType } from "../schema/messages";
import { childPointer } from "./address";

/** The pointer of the field that a finding is about; `pointer#choice` for a choice of which no member is set. */
export function pointerOfFinding({ document }: Dashboard, finding: Finding): string {
  let pointer = "";
  let type: MessageType | undefined = dashboardType();
  for (const segment of pathAt(document.root, finding.offset)) {
    const field: Field | undefined = typeof segment === "string" ? type?.field(segment) : undefined;
    pointer = childPointer(pointer, field?.name ?? segment);
    if (typeof segment === "string") type = field?.message;
  }
  const missing = dataOf(finding, "missing")?.member;
  if (missing !== undefined) return childPointer(pointer, missing);
  const choice = dataOf(finding, "missing-choice")?.group;
  return choice === undefined ? pointer : `${pointer}#${choice}`;
}
