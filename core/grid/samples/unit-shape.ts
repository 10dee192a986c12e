import type { ValueShape } from "./facts";

/** What a unit alone tells about the numbers. `10^2.%` is how the service writes a share that is shown in percent. */
export function shapeOfUnit(unit: string): ValueShape | undefined {
  if (unit === "%" || /^percent$/i.test(unit)) return "percent";
  if (unit === "10^2.%" || /^ratio$/i.test(unit)) return "share";
  return undefined;
}

/** A number between 0 and 1 that is shown as it is: the unit is 1, and the name says that it is a part of something. */
export function isShareOfOne(name: string, unit: string): boolean {
  return unit === "1" && /(?:^|[/_.])(?:utili[sz]ation|ratio|fraction|share|proportion)$/.test(name);
}

/** The unit that the name of a Prometheus metric ends with, by that world's own custom. */
export function unitOfName(name: string): string {
  const plain = name.replace(/_(?:total|count|sum|bucket|max|min|avg)$/g, "");
  if (/(?:_|^)bytes$/.test(plain)) return "By";
  if (/_seconds$/.test(plain)) return "s";
  if (/_(?:milliseconds|millis|ms)$/.test(plain)) return "ms";
  if (/_(?:percent|pct)$/.test(plain)) return "%";
  if (/_(?:ratio|utilization)$/.test(plain)) return "10^2.%";
  return "";
}
