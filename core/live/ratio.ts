import { isHistogram, type LivePoint, type LiveSeries } from "./model";

/**
 * The series of a ratio. Series belong together when their labels, which are those they were grouped by, are the same; a side with a
 * single series without labels belongs to every series of the other. A time that one side lacks, and a denominator of 0, give no point.
 */
export function divided(top: readonly LiveSeries[], below: readonly LiveSeries[]): LiveSeries[] {
  const alone = (side: readonly LiveSeries[]) =>
    side.length === 1 && labelKey(side[0]!) === "[]" ? side[0] : undefined;
  const [onlyTop, onlyBelow] = [alone(top), alone(below)];
  if (onlyBelow) return top.flatMap((one) => quotient(one, onlyBelow, one));
  if (onlyTop) return below.flatMap((one) => quotient(onlyTop, one, one));
  const partners = new Map(below.map((one) => [labelKey(one), one]));
  return top.flatMap((one) => {
    const partner = partners.get(labelKey(one));
    return partner ? quotient(one, partner, one) : [];
  });
}

/** Labels by their names; all series of a project have the label of the project. */
function labelKey({ labels }: LiveSeries): string {
  const own = labels.filter(({ key, of }) => !(key === "project_id" && of === "resource"));
  return JSON.stringify(own.map(({ key, value }) => [key, value]).sort());
}

function quotient(top: LiveSeries, below: LiveSeries, labelled: LiveSeries): LiveSeries[] {
  const denominators = new Map(below.points.map(({ time, value }) => [time, value]));
  const points = top.points.flatMap(({ time, value }): LivePoint[] => {
    const divisor = denominators.get(time);
    if (divisor === undefined || divisor === 0 || isHistogram(divisor) || isHistogram(value)) return [];
    return [{ time, value: value / divisor }];
  });
  const unit = top.unit === below.unit ? "1" : `${top.unit || "1"}/${below.unit || "1"}`;
  return points.length > 0 ? [{ ...labelled, points, unit }] : [];
}
