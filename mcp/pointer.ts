import { childPointer, segmentsOf } from "../core/inspector/address";
import { type Field, type MessageType, messageType } from "../core/schema/messages";
import { didYouMean } from "./schema";
import { Wrong } from "./wrong";

/**
 * A member in canonical names as a JSON pointer. Takes `/xyChart/dataSets/0` and `xyChart.dataSets[0]`, in either naming style.
 *
 * @param from message that it starts at
 * @throws Wrong with the members that there are
 */
export function pointerIn(written: string, from: string): string {
  let pointer = "";
  let type: MessageType | undefined = messageType(from);
  let field: Field | undefined;
  for (const segment of segmentsIn(written)) {
    const isEntry = field !== undefined && (field.kind === "map" || field.repeated);
    if (field && isEntry) {
      if (field.kind !== "map" && !/^(?:\d+|-)$/.test(segment))
        throw new Wrong(
          `${pointer} is a list. Name an entry by its number, such as ${pointer}/0, or ${pointer}/- for a new one.`,
        );
      pointer = childPointer(pointer, segment);
      type = field.message;
      field = undefined;
      continue;
    }
    const next = memberOf(type, segment, pointer);
    pointer = childPointer(pointer, next.name);
    field = next;
    type = next.repeated ? type : next.message;
  }
  return pointer;
}

function memberOf(type: MessageType | undefined, segment: string, pointer: string): Field {
  if (!type) throw new Wrong(`${pointer} has no members.`);
  const field = type.field(segment);
  if (field) return field;
  const names = type.fields.map(({ name }) => name);
  throw new Wrong(
    `${type.name} has no member ${JSON.stringify(segment)}.${didYouMean(segment, names)} Members: ${names.join(", ")}.`,
  );
}

export function segmentsIn(written: string): string[] {
  if (written === "" || written === "/") return [];
  if (written.startsWith("/")) return segmentsOf(written);
  return written
    .replace(/\[(\d+|-)\]/g, ".$1")
    .split(".")
    .filter(Boolean);
}
