import { CompletionItemKind } from "vscode-languageserver-types";
import type { Field } from "../../../schema/messages";
import { alignerValues, enumValues, knownValues, plotTypeValues, reducerValues } from "./enums";
import { groupByFieldValues, labelKeyValues, resourceTypeValues, treemapLevelValues } from "./labels";
import { gridColumnValues, mosaicColumnValues, tileNumberValues } from "./layout";
import {
  alertPolicyValues,
  newVariableValues,
  policiesWithoutProject,
  projectValues,
  variableNameValues,
  variableValues,
} from "./names";
import type { ValueProvider } from "./provider";
import { colorValues, durationValues, unitValues } from "./scalars";

/** Members whose values are known better than their type tells. */
const BY_MEMBER: Readonly<Record<string, ValueProvider>> = {
  "Aggregation.perSeriesAligner": alignerValues,
  "Aggregation.crossSeriesReducer": reducerValues,
  "Aggregation.groupByFields": groupByFieldValues,
  "DataSet.plotType": plotTypeValues,
  "TimeSeriesQuery.unitOverride": unitValues,
  "Treemap.treemapHierarchy": treemapLevelValues,
  "MosaicLayout.columns": mosaicColumnValues,
  "GridLayout.columns": gridColumnValues,
  "Tile.xPos": tileNumberValues,
  "Tile.yPos": tileNumberValues,
  "Tile.width": tileNumberValues,
  "Tile.height": tileNumberValues,
  "DashboardFilter.labelKey": labelKeyValues,
  "DashboardFilter.templateVariable": newVariableValues,
  "FilterControl.templateVariable": variableNameValues,
  "TemplateVariableCondition.templateVariable": variableNameValues,
  "TemplateVariableCondition.templateVariableValue": variableValues,
  "MonitoredResource.type": resourceTypeValues,
  "AlertChart.name": alertPolicyValues,
  "IncidentList.policyNames": policiesWithoutProject,
  "LogsPanel.resourceNames": projectValues,
  "ErrorReportingPanel.projectNames": projectValues,
  "DashboardAnnotations.defaultResourceNames": projectValues,
  "EventAnnotation.resourceNames": projectValues,
  "TraceQuery.resourceContainer": projectValues,
};

const booleans: ValueProvider = () =>
  ["true", "false"].map((word) => ({
    label: word,
    kind: CompletionItemKind.Value,
    value: word === "true",
  }));

/** The provider of values for a scalar member or list; undefined if any value is possible. */
export function providerOf(message: string, field: Field): ValueProvider | undefined {
  const own = BY_MEMBER[`${message}.${field.name}`];
  if (own) return own;
  if (field.kind === "enum") return enumValues;
  if (field.knownValues.length > 0) return knownValues;
  if (field.kind === "bool") return booleans;
  if (field.kind === "duration") return durationValues;
  return field.language === "color" ? colorValues : undefined;
}
