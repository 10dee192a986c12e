/** Generated dashboards of any size: charts with two data sets, and here and there a text, as people write them. */
export function generatedDashboard(tiles: number): string {
  const columns = 48;
  return JSON.stringify(
    {
      displayName: `Generated, ${tiles} tiles`,
      dashboardFilters: [
        {
          filterType: "RESOURCE_LABEL",
          labelKey: "zone",
          templateVariable: "zone",
          stringValue: "europe-west1-b",
        },
      ],
      mosaicLayout: {
        columns,
        tiles: Array.from({ length: tiles }, (_, i) => ({
          xPos: (i % 4) * 12,
          yPos: Math.floor(i / 4) * 8,
          width: 12,
          height: 8,
          widget: i % 10 === 9 ? note(i) : chart(i),
        })),
      },
    },
    null,
    2,
  );
}

function note(i: number) {
  return {
    title: `Note ${i}`,
    text: { content: `## Section ${i}\nWhat the charts around this show.`, format: "MARKDOWN" },
  };
}

function chart(i: number) {
  const filter = `metric.type="compute.googleapis.com/instance/cpu/utilization" resource.type="gce_instance" metric.labels.instance_name=starts_with("web-${i}") \${zone}`;
  return {
    title: `CPU of group ${i}`,
    xyChart: {
      chartOptions: { mode: "COLOR" },
      timeshiftDuration: "0s",
      yAxis: { label: "share", scale: "LINEAR" },
      dataSets: [
        {
          plotType: "LINE",
          targetAxis: "Y1",
          minAlignmentPeriod: "60s",
          legendTemplate: "${metric.labels.instance_name}",
          timeSeriesQuery: {
            timeSeriesFilter: {
              filter,
              aggregation: {
                alignmentPeriod: "60s",
                perSeriesAligner: "ALIGN_MEAN",
                crossSeriesReducer: "REDUCE_MEAN",
                groupByFields: ['metric.label."instance_name"'],
              },
            },
          },
        },
        {
          plotType: "STACKED_BAR",
          targetAxis: "Y2",
          timeSeriesQuery: {
            prometheusQuery: `sum by (zone) (rate(http_requests_total{job="shop-${i}"}[5m]))`,
          },
        },
      ],
    },
  };
}
