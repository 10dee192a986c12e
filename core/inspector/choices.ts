import { dashboardType, type Oneof } from "../schema/messages";
import { isObject } from "../shape";
import { typeAt } from "./address";

/** The member that is set, of several mutually exclusive ones; the first where there are more. */
export function chosenOf(value: unknown, oneof: Oneof): string | undefined {
  return isObject(value) ? oneof.members.find((name) => value[name] !== undefined) : undefined;
}

/** As `chosenOf`, for the choice of this name in the object at a pointer. */
export function chosenMember(value: unknown, pointer: string, choice: string): string | undefined {
  const oneof = messageAt(pointer)?.oneofs.find(({ name }) => name === choice);
  return oneof && chosenOf(value, oneof);
}

/** The message of the object at a pointer. */
export function messageAt(pointer: string) {
  return pointer === "" ? dashboardType() : typeAt(pointer).field?.message;
}
