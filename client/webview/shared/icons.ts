import type { TileKind } from "../../../core/grid/kinds";
import { svgElement } from "./dom";

/** Own icons on a 16 by 16 grid, drawn with strokes in the color of the text. */
const PATHS = {
  xyChart: ["M2 2v12h12", "M4 10l3-3 2.5 2L14 4.5"],
  scorecard: ["M2 3.5h12v9H2z", "M5 9.5l1.5-3 1.5 3M9.5 6.5h2v3h-2z"],
  timeSeriesTable: ["M2 3h12v10H2z", "M2 6.5h12M2 9.75h12M7 6.5V13"],
  pieChart: ["M8 2a6 6 0 1 0 6 6H8z", "M10.5 1.5a5 5 0 0 1 4 4h-4z"],
  treemap: ["M2 2.5h12v11H2z", "M8.5 2.5v11M8.5 7h5.5M2 9.5h6.5"],
  text: ["M3 4V3h10v1M8 3v10M6.5 13h3"],
  alertChart: ["M8 2a4 4 0 0 0-4 4v3l-1.5 2.5h11L12 9V6a4 4 0 0 0-4-4z", "M6.5 13.5h3"],
  incidentList: ["M8 2l6.5 11.5h-13z", "M8 6.5v3.5M8 11.5v.5"],
  logsPanel: ["M2 3h12v10H2z", "M4.5 6h7M4.5 8h7M4.5 10h4"],
  errorReportingPanel: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "M8 5v4M8 10.5v.6"],
  collapsibleGroup: ["M2 2.5h12v11H2z", "M2 6h12M4.5 4.2h3", "M4.5 8.5h3v2.5h-3zM9 8.5h2.5V11H9z"],
  singleViewGroup: ["M2 6h12v7.5H2z", "M2 6V3h4v3M6 3h4v3"],
  sectionHeader: ["M3 3v10M11 3v10M3 8h8"],
  filterControl: ["M2 3h12l-4.5 5.5V13L6.5 11.5v-3z"],
  blank: ["M2.5 3h2M7 3h2M11.5 3h2M2.5 13h2M7 13h2M11.5 13h2M2.5 5v2M2.5 9v2M13.5 5v2M13.5 9v2"],
  none: ["M3 3h10v10H3z", "M6.5 6.5l3 3M9.5 6.5l-3 3"],
  unknown: ["M3 3h10v10H3z", "M6.5 6.6a1.5 1.5 0 1 1 1.5 1.6v.9M8 10.9v.3"],
  error: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4"],
  warning: ["M8 2l6.5 11.5h-13z", "M8 6.5v3.5M8 11.5v.5"],
  condition: [
    "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z",
    "M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  ],
  open: ["M4 6l4 4 4-4"],
  closed: ["M6 4l4 4-4 4"],
  add: ["M8 3v10M3 8h10"],
  rename: ["M3 13l.7-3L10.5 3.2a1.4 1.4 0 0 1 2 0l.3.3a1.4 1.4 0 0 1 0 2L6 12.3z"],
  duplicate: ["M5.5 5.5h8v8h-8z", "M10.5 5.5v-3h-8v8h3"],
  delete: ["M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9"],
  ungroup: ["M2 2.5h5v4H2zM9 9.5h5v4H9z", "M9.5 3h4v4M2.5 9.5v4h4"],
  fold: ["M2 3h12v3.5H2z", "M5 11l3-2.5 3 2.5"],
  compact: ["M2 2.5h12M8 4.5v6M5.5 7L8 4.5 10.5 7M4 13.5h8"],
  undo: ["M3 7h6.5a3.5 3.5 0 0 1 0 7H7", "M5.5 4L3 7l2.5 3"],
  redo: ["M13 7H6.5a3.5 3.5 0 0 0 0 7H9", "M10.5 4L13 7l-2.5 3"],
  lock: ["M3.5 7.5h9v6h-9z", "M5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5"],
  unlock: ["M3.5 7.5h9v6h-9z", "M5.5 7.5V5a2.5 2.5 0 0 1 4.9-.7"],
  save: ["M8 2v7M5 6.5L8 9.5l3-3M2.5 10.5v3h11v-3"],
  push: ["M4.5 11.5a3 3 0 0 1-.2-6 4 4 0 0 1 7.6.9 2.6 2.6 0 0 1-.2 5.1", "M8 13.5V8M5.8 10L8 7.8l2.2 2.2"],
  compare: [
    "M4 3.5v7a1.5 1.5 0 0 0 1.5 1.5H9M12 12.5v-7A1.5 1.5 0 0 0 10.5 4H7",
    "M7.5 10L9.3 12l-1.8 2M8.5 6L6.7 4l1.8-2",
  ],
  close: ["M4 4l8 8M12 4l-8 8"],
  zoomIn: ["M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z", "M10.4 10.4L14 14M7 5v4M5 7h4"],
  zoomOut: ["M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z", "M10.4 10.4L14 14M5 7h4"],
  fit: ["M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3", "M4.5 8h7M6 6.5L4.5 8 6 9.5M10 6.5L11.5 8 10 9.5"],
} as const satisfies Record<string, readonly string[]>;

export type IconName = keyof typeof PATHS;

/** A decorative icon; the caller provides the label. */
export function icon(name: IconName | TileKind): SVGSVGElement {
  const paths = PATHS[name].map((d) => svgElement("path", { d }));
  return svgElement(
    "svg",
    { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": "true" },
    ...paths,
  );
}
