import { aggregationFit } from "./aggregation-fit";
import { bothSpellings } from "./both-spellings";
import { dashboardFilterDefaultValue } from "./dashboard-filter-default-value";
import { dashboardFilterLabelKey } from "./dashboard-filter-label-key";
import { dashboardFilterQuery } from "./dashboard-filter-query";
import { duplicateSpanAttribute } from "./duplicate-span-attribute";
import { duplicateWidgetId } from "./duplicate-widget-id";
import { durationLimits } from "./duration-limits";
import { emptyDashboard } from "./empty-dashboard";
import { emptyTitle } from "./empty-title";
import { etagInFile } from "./etag-in-file";
import { gaugeBounds } from "./gauge-bounds";
import { groupByField } from "./group-by-field";
import { groupByLabel } from "./group-by-label";
import { groupByWithoutReducer } from "./group-by-without-reducer";
import { intervalOrder } from "./interval-order";
import { missingMemberRule } from "./missing-member";
import { mosaicOnly } from "./mosaic-only";
import { mqlMinAlignmentPeriod } from "./mql-min-alignment-period";
import { oneOfConflict } from "./one-of-conflict";
import { oneOfMissing } from "./one-of-missing";
import { outOfRange } from "./out-of-range";
import { permanentDiff } from "./permanent-diff";
import { reducerWithoutAligner } from "./reducer-without-aligner";
import type { Rule } from "./rule";
import { thresholdMembers } from "./threshold-members";
import { tileBeyondColumns } from "./tile-beyond-columns";
import { tileOverlap } from "./tile-overlap";
import { tileWithoutWidget } from "./tile-without-widget";
import { timeshiftPlotType } from "./timeshift-plot-type";
import { tooManyWidgets } from "./too-many-widgets";
import { undeclaredVariable } from "./undeclared-variable";
import { unspecifiedValue } from "./unspecified-value";
import { unusedVariable } from "./unused-variable";

/** Every rule, in the order in which they run. */
export const rules: readonly Rule[] = [
  // What a value may be.
  oneOfConflict,
  oneOfMissing,
  missingMemberRule,
  outOfRange,
  bothSpellings,
  durationLimits,
  unspecifiedValue,
  intervalOrder,
  // The dashboard as a whole.
  emptyTitle,
  emptyDashboard,
  etagInFile,
  tooManyWidgets,
  duplicateWidgetId,
  permanentDiff,
  // Layout.
  tileBeyondColumns,
  tileOverlap,
  tileWithoutWidget,
  mosaicOnly,
  // Queries.
  reducerWithoutAligner,
  groupByField,
  groupByLabel,
  groupByWithoutReducer,
  aggregationFit,
  mqlMinAlignmentPeriod,
  undeclaredVariable,
  unusedVariable,
  duplicateSpanAttribute,
  // Widgets.
  timeshiftPlotType,
  thresholdMembers,
  gaugeBounds,
  // Dashboard filters.
  dashboardFilterLabelKey,
  dashboardFilterDefaultValue,
  dashboardFilterQuery,
];
