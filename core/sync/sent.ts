import { everyNode, type Node, valueOf } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { digitsOf, fieldOf } from "../schema/canonical";
import type { BlockedOutcome } from "./outcome";
import type { DashboardResource } from "./service";

/**
 * The value of a file as it is sent: as the author wrote it, except that a 64-bit integer without quotes gets them where a
 * number would lose digits.
 *
 * @param document an object without syntax errors
 */
export function requestBody(document: JsonDocument): DashboardResource {
  const value = valueOf(document.root!) as DashboardResource;
  for (const node of everyNode(document.root)) {
    if (node.kind !== "number" || Number.isSafeInteger(node.value)) continue;
    const digits = digitsOf(node, fieldOf(node), document.text);
    if (digits !== undefined) replace(value, node, digits);
  }
  return value;
}

/** Puts another value where the value of a node is. Of members that are written twice, only the last is there. */
function replace(root: unknown, node: Node, value: string): void {
  const { parent, property, index } = node;
  // biome-ignore lint/suspicious/noExplicitAny: the containers on the way are those of `valueOf`
  const container = parent && (containerOf(root, parent) as any);
  if (container && (!property || parent.kind !== "object" || isLast(node)))
    container[property ? property.key : index] = value;
}

function containerOf(root: unknown, node: Node): unknown {
  if (!node.parent) return root;
  const outer = containerOf(root, node.parent) as Record<string | number, unknown> | undefined;
  if (node.property && !isLast(node)) return undefined;
  return outer?.[node.property ? node.property.key : node.index];
}

function isLast({ property }: Node): boolean {
  return property?.parent.properties.findLast(({ key, value }) => value && key === property.key) === property;
}

/** Why a file cannot be sent: a number that is beyond what JSON readers hold would be sent as null. */
export function unsendable({ root, text, lines }: JsonDocument): BlockedOutcome | undefined {
  for (const node of everyNode(root)) {
    if (node.kind !== "number" || Number.isFinite(node.value)) continue;
    const { line, character } = lines.positionAt(node.offset);
    const written = text.slice(node.offset, node.offset + Math.min(node.length, 40));
    return {
      kind: "impossible",
      message: `Line ${line + 1}, column ${character + 1}: ${written} is out of range for the service.`,
      action: "Write a smaller number.",
    };
  }
  return undefined;
}
