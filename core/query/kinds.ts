/** How the strings of a language are shown as documents of their own. */
export interface QueryKind {
  /** `x-language` of the schema, and language id of the editor. */
  readonly language: string;
  /** As a person calls it. */
  readonly name: string;
  /** Ending of the document's name. */
  readonly extension: string;
  /** The smallest widget that holds such a string, with `null` where it stands. */
  readonly widget: unknown;
}

const chart = (members: object): unknown => ({ xyChart: { dataSets: [members] } });

/** The languages that can be edited in a tab of their own. */
export const queryKinds: readonly QueryKind[] = [
  {
    language: "monitoring-filter",
    name: "Monitoring filter",
    extension: "monitoring-filter",
    widget: chart({ timeSeriesQuery: { timeSeriesFilter: { filter: null } } }),
  },
  {
    language: "promql",
    name: "PromQL",
    extension: "promql",
    widget: chart({ timeSeriesQuery: { prometheusQuery: null } }),
  },
  {
    language: "mql",
    name: "MQL",
    extension: "mql",
    widget: chart({ timeSeriesQuery: { timeSeriesQueryLanguage: null } }),
  },
  {
    language: "googlesql",
    name: "SQL",
    extension: "googlesql",
    widget: chart({ timeSeriesQuery: { opsAnalyticsQuery: { sql: null } } }),
  },
  {
    language: "logging-query",
    name: "Logging query",
    extension: "logging-query",
    widget: { logsPanel: { filter: null } },
  },
  { language: "markdown", name: "Markdown", extension: "md", widget: { text: { content: null } } },
];

/** The kind of an `x-language`; undefined for texts that have no tab of their own. */
export function queryKind(language: string | undefined): QueryKind | undefined {
  return queryKinds.find((kind) => kind.language === language);
}
