import { CompletionItemKind } from "vscode-languageserver-types";
import type { Field } from "../../../schema/messages";
import { aligners, enumValues, knownValues, plotTypes, reducers } from "./enums";
import { groupByFields, labelKeys, resourceTypes, treemapLevels } from "./labels";
import { gridColumns, mosaicColumns, tileNumber } from "./layout";
import {
  alertPolicies,
  newVariables,
  policiesWithoutProject,
  projects,
  variables,
  variableValues,
} from "./names";
import type { Provider } from "./provider";
import { colors, durations, units } from "./scalars";

/** Members whose values are known better than their type tells. */
const BY_MEMBER: Readonly<Record<string, Provider>> = {
  "Aggregation.perSeriesAligner": aligners,
  "Aggregation.crossSeriesReducer": reducers,
  "Aggregation.groupByFields": groupByFields,
  "DataSet.plotType": plotTypes,
  "TimeSeriesQuery.unitOverride": units,
  "Treemap.treemapHierarchy": treemapLevels,
  "MosaicLayout.columns": mosaicColumns,
  "GridLayout.columns": gridColumns,
  "Tile.xPos": tileNumber,
  "Tile.yPos": tileNumber,
  "Tile.width": tileNumber,
  "Tile.height": tileNumber,
  "DashboardFilter.labelKey": labelKeys,
  "DashboardFilter.templateVariable": newVariables,
  "FilterControl.templateVariable": variables,
  "TemplateVariableCondition.templateVariable": variables,
  "TemplateVariableCondition.templateVariableValue": variableValues,
  "MonitoredResource.type": resourceTypes,
  "AlertChart.name": alertPolicies,
  "IncidentList.policyNames": policiesWithoutProject,
  "LogsPanel.resourceNames": projects,
  "ErrorReportingPanel.projectNames": projects,
  "DashboardAnnotations.defaultResourceNames": projects,
  "EventAnnotation.resourceNames": projects,
  "TraceQuery.resourceContainer": projects,
};

const booleans: Provider = () =>
  ["true", "false"].map((word) => ({
    label: word,
    kind: CompletionItemKind.Value,
    value: word === "true",
  }));

/** What can tell the values of a scalar member, or the elements of a list of them; undefined when anything goes. */
export function providerOf(message: string, field: Field): Provider | undefined {
  const own = BY_MEMBER[`${message}.${field.name}`];
  if (own) return own;
  if (field.kind === "enum") return enumValues;
  if (field.knownValues.length > 0) return knownValues;
  if (field.kind === "bool") return booleans;
  if (field.kind === "duration") return durations;
  return field.language === "color" ? colors : undefined;
}
