import { literalStop, openBrackets, stringWithStops, type ValueTemplate } from "../template";
import type { TemplateContext, Templates, TemplateVariant } from "./variant";

const state = (
  label: string,
  value: number,
  color: string,
  direction: string,
  about: string,
): TemplateVariant => ({
  label,
  about,
  value: { value: literalStop(value), color, direction },
});

const STATES: readonly TemplateVariant[] = [
  state("warning above", 0.7, "YELLOW", "ABOVE", "Yellow at or above this value."),
  state("danger above", 0.9, "RED", "ABOVE", "Red at or above this value."),
  state("warning below", 0.3, "YELLOW", "BELOW", "Yellow at or below this value."),
  state("danger below", 0.1, "RED", "BELOW", "Red at or below this value."),
];

const INTERVAL: ValueTemplate = {
  startTime: stringWithStops`${"2026-01-01T00:00:00Z"}`,
  endTime: stringWithStops`${"2026-01-02T00:00:00Z"}`,
};

const REFERENCE_LINE: TemplateVariant = {
  label: "reference line",
  about: "A horizontal line in the chart.",
  value: {
    label: stringWithStops`${"Limit"}`,
    value: literalStop(0.8),
    targetAxis: stringWithStops`${["Y1", "Y2"]}`,
  },
};

/** A name that no variable has yet: one that is used already and lacks its declaration, else one after the label. */
function newName({ variables, missingVariables }: TemplateContext, label: string): string {
  const [missing] = missingVariables;
  if (missing) return missing;
  let name = label;
  for (let i = 2; variables.includes(name); i++) name = `${label}${i}`;
  return name;
}

function filters(context: TemplateContext): TemplateVariant[] {
  const onLabel = (filterType: string, label: string): ValueTemplate => ({
    filterType,
    labelKey: stringWithStops`${label}`,
    templateVariable: stringWithStops`${newName(context, label)}`,
    valueType: "STRING",
  });
  return [
    {
      label: "variable on a resource label",
      about: "A filter on a label. Queries refer to it by the variable name.",
      value: onLabel("RESOURCE_LABEL", "zone"),
    },
    {
      label: "variable on a metric label",
      about: "A filter on a label. Queries refer to it by the variable name.",
      value: onLabel("METRIC_LABEL", "response_code_class"),
    },
    {
      label: "variable for several values",
      about: "Allows more than one selected value.",
      value: {
        filterType: "RESOURCE_LABEL",
        labelKey: stringWithStops`${"zone"}`,
        templateVariable: stringWithStops`${newName(context, "zone")}`,
        valueType: "STRING_ARRAY",
        stringArrayValue: { values: [stringWithStops`${"europe-west1-b"}`] },
      },
    },
    {
      label: "variable with a list of choices",
      about: "A value from a list, not bound to a label.",
      value: {
        filterType: "VALUE_ONLY",
        templateVariable: stringWithStops`${newName(context, "environment")}`,
        valueType: "STRING",
        stringValue: stringWithStops`${"production"}`,
        stringArray: { values: ["production", stringWithStops`${"staging"}`] },
      },
    },
    {
      label: "pinned filter",
      about: "Filters every widget whose data has the label.",
      value: { filterType: "RESOURCE_LABEL", labelKey: stringWithStops`${"zone"}` },
    },
  ];
}

const one = (label: string, about: string, value: ValueTemplate) => () => [{ label, about, value }];

/** The smaller messages: thresholds, filters, axes, conditions and the like. */
export const partTemplates: Templates = {
  Threshold: ({ owner }) => (owner === "XyChart" ? [REFERENCE_LINE] : STATES),
  DashboardFilter: filters,
  Axis: one("axis with a label", "The label and scale of the axis.", {
    label: openBrackets('""'),
    scale: stringWithStops`${["LINEAR", "LOG10"]}`,
  }),
  ChartOptions: one("line style", "How the chart is drawn.", {
    mode: stringWithStops`${["COLOR", "X_RAY", "STATS"]}`,
  }),
  GaugeView: one("dial from 0 to 1", "The range of the dial.", {
    lowerBound: literalStop(0),
    upperBound: literalStop(1),
  }),
  SparkChartView: one("spark chart", "A small chart of the recent values.", {
    sparkChartType: stringWithStops`${["SPARK_LINE", "SPARK_BAR"]}`,
  }),
  TextStyle: one("text style", "Color, size and alignment of the text.", {
    backgroundColor: stringWithStops`${"#E8F0FE"}`,
    textColor: stringWithStops`${"#202124"}`,
    fontSize: stringWithStops`${["FS_LARGE", "FS_SMALL", "FS_MEDIUM", "FS_EXTRA_LARGE"]}`,
    horizontalAlignment: stringWithStops`${["H_LEFT", "H_CENTER", "H_RIGHT"]}`,
  }),
  ColumnSettings: one("column", "Visibility and format of a column.", {
    column: openBrackets('""'),
    visible: literalStop(true, false),
  }),
  ColumnSortingOptions: one("sort by column", "The sort order of the data.", {
    column: openBrackets('""'),
    direction: stringWithStops`${["SORT_ORDER_ASCENDING", "SORT_ORDER_DESCENDING"]}`,
  }),
  MonitoredResource: one("monitored resource", "A monitored resource type.", {
    type: stringWithStops`${"gce_instance"}`,
  }),
  VisibilityCondition: ({ variables }) => [
    {
      label: "visible for a variable value",
      about: "Shows the widget only while the variable has the value.",
      value: { templateVariableCondition: condition(variables) },
    },
  ],
  TemplateVariableCondition: ({ variables }) => [
    {
      label: "value of a variable",
      about: "A regular expression that must match the whole value.",
      value: condition(variables),
    },
  ],
  TimeRange: (): TemplateVariant[] => [
    {
      label: "the last hour",
      about: "A time range that ends now.",
      value: { relativeDuration: stringWithStops`${["3600s", "21600s", "86400s", "604800s"]}` },
    },
    {
      label: "between two times",
      about: "A fixed time range.",
      value: { absoluteWindow: INTERVAL },
    },
  ],
  Interval: one("from and to", "A fixed time range.", INTERVAL),
  StringArray: one("list of values", "Texts.", { values: [openBrackets('""')] }),
  SpanAttributeFilter: one("attribute", "An attribute of spans and its values.", {
    key: openBrackets('""'),
    value: [openBrackets('""')],
  }),
  DashboardAnnotations: one("annotations", "Events that charts annotate.", {
    eventAnnotations: [{ eventType: "GKE_WORKLOAD_DEPLOYMENT", enabled: true }],
  }),
  EventAnnotation: one("event", "A type of event to annotate in charts.", {
    eventType: stringWithStops`${"GKE_WORKLOAD_DEPLOYMENT"}`,
    enabled: literalStop(true, false),
  }),
};

function condition(variables: readonly string[]): ValueTemplate {
  return {
    templateVariable: stringWithStops`${variables.length > 0 ? variables : [""]}`,
    comparator: "REGEX_FULL_MATCH",
    templateVariableValue: stringWithStops`${".*"}`,
  };
}
