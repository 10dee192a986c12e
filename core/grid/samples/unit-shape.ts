import type { ValueShape } from "./facts";

/** What a unit alone tells about the numbers. `10^2.%` is how the service writes a share that is shown in percent. */
export function shapeOfUnit(unit: string): ValueShape | undefined {
  if (unit === "%" || /^percent$/i.test(unit)) return "percent";
  if (unit === "10^2.%" || /^ratio$/i.test(unit)) return "share";
  return undefined;
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
