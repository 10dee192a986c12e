import { createHash } from "node:crypto";

/** What a project segment of a resource name may look like: an id, possibly domain-scoped, or a number. */
const PROJECT = /^(?:[0-9]+|[a-z][a-z0-9.-]*(?::[a-z][a-z0-9-]*)?)$/;

/** True for a project id or number as it may stand in a resource name. */
export function isProject(segment: string): boolean {
  return segment.length <= 100 && PROJECT.test(segment);
}

/**
 * The number of a project, as text. A number is returned unchanged; an id always gives the same twelve-digit number, so
 * that stored dashboards keep their names.
 */
export function projectNumber(idOrNumber: string): string {
  if (/^[0-9]+$/.test(idOrNumber)) return idOrNumber;
  const hash = createHash("sha256").update(`project:${idOrNumber}`).digest().readBigUInt64BE(0);
  return (100_000_000_000n + (hash % 900_000_000_000n)).toString();
}
