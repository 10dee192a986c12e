import type { ContentKind } from "../kinds";

/** Blocks on 48 columns, as consoles make such widgets; 48 wide means the whole width. */
const SIZES: Readonly<Record<ContentKind, readonly [width: number, height: number]>> = {
  xyChart: [24, 16],
  scorecard: [12, 8],
  timeSeriesTable: [24, 16],
  pieChart: [16, 16],
  treemap: [24, 16],
  text: [24, 8],
  alertChart: [24, 16],
  incidentList: [24, 16],
  logsPanel: [48, 16],
  errorReportingPanel: [24, 16],
  collapsibleGroup: [48, 16],
  singleViewGroup: [24, 16],
  sectionHeader: [48, 4],
  filterControl: [12, 4],
  blank: [12, 8],
};

/** How large a new tile of a kind is on a grid of so many columns. */
export function usualSize(kind: ContentKind, columns: number): { readonly w: number; readonly h: number } {
  const [width, height] = SIZES[kind];
  const scaled = (blocks: number) => Math.max(1, Math.round((blocks * columns) / 48));
  return { w: Math.min(columns, scaled(width)), h: scaled(height) };
}
