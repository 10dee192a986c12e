/** Full proto names of the messages whose short name is not their name in the dashboards package. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Tile: "MosaicLayout.Tile",
  Row: "RowLayout.Row",
  Column: "ColumnLayout.Column",
  DataSet: "XyChart.DataSet",
  Axis: "XyChart.Axis",
  GaugeView: "Scorecard.GaugeView",
  SparkChartView: "Scorecard.SparkChartView",
  TableDataSet: "TimeSeriesTable.TableDataSet",
  ColumnSettings: "TimeSeriesTable.ColumnSettings",
  PieChartDataSet: "PieChart.PieChartDataSet",
  TextStyle: "Text.TextStyle",
  RatioPart: "TimeSeriesFilterRatio.RatioPart",
  Interval: "google.type.Interval",
  MonitoredResource: "google.api.MonitoredResource",
  Empty: "google.protobuf.Empty",
};

/** Type URL of a message or enum of the dashboard, as errors name it. */
export function typeUrl(name: string): string {
  const proto = OTHER_NAMES[name] ?? name;
  const full = proto.startsWith("google.") ? proto : `google.monitoring.dashboard.v1.${proto}`;
  return `type.googleapis.com/${full}`;
}
