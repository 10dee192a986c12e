import { isListOf, isObject, isString } from "../shape";

/** What a label belongs to, as filters write it; empty for labels of PromQL, which do not say. */
type LabelOwner = string;

/** Values that labels have had in a project. Plain JSON. They may be personal data: kept on this machine, never in a repository. */
export interface LabelValueList {
  readonly project: string;
  /** When they were read last, ISO 8601. */
  readonly readAt: string;
  /** Metric type, or name in PromQL → label such as `resource.labels.zone`, or `zone` in PromQL → values, sorted. */
  readonly values: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** More values of one label are not kept. */
export const MOST_KEPT_VALUES = 200;
/** Of the file's form; a file of another one is not read. */
const VERSION = 1;

/** Looks up the values that a project's labels have. */
export class ProjectLabelValues {
  constructor(private readonly list: LabelValueList) {}

  /**
   * @param metric metric type, or name in PromQL
   * @param owner such as `resource.labels`; empty in PromQL
   */
  valuesOf(metric: string, owner: LabelOwner, key: string): readonly string[] {
    const labels = Object.hasOwn(this.list.values, metric) ? this.list.values[metric] : undefined;
    const label = owner === "" ? key : `${owner}.${key}`;
    return labels && Object.hasOwn(labels, label) ? labels[label]! : [];
  }
}

/** Both lists together; what was read later comes first where there are too many. */
export function mergeLabelValues(older: LabelValueList | undefined, newer: LabelValueList): LabelValueList {
  const values: Record<string, Record<string, readonly string[]>> = Object.create(null);
  for (const [metric, labels] of [...Object.entries(newer.values), ...Object.entries(older?.values ?? {})]) {
    const own = (values[metric] ??= Object.create(null) as Record<string, readonly string[]>);
    for (const [label, list] of Object.entries(labels))
      own[label] = [...new Set([...(own[label] ?? []), ...list])].slice(0, MOST_KEPT_VALUES).sort();
  }
  return { ...newer, values };
}

export function writeLabelValues(list: LabelValueList): string {
  return JSON.stringify({ version: VERSION, ...list });
}

/** Undefined for a text that is damaged or of another version. */
export function readLabelValues(text: string): LabelValueList | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value["version"] !== VERSION) return undefined;
  const { project, readAt, values } = value;
  if (!isString(project) || !isString(readAt) || !isObject(values)) return undefined;
  const isLabels = (one: unknown) =>
    isObject(one) && Object.values(one).every((list) => isListOf(list, isString));
  if (!Object.values(values).every(isLabels)) return undefined;
  return { project, readAt, values: values as LabelValueList["values"] };
}
