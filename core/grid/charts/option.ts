/** An option of ECharts as plain data; functions in it only format labels. */
export interface ChartOption {
  readonly [key: string]: unknown;
}
