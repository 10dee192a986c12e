import { BarChart, GaugeChart, HeatmapChart, LineChart, PieChart, TreemapChart } from "echarts/charts";
import {
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

// Only what the charts here are made of. The canvas renderer sets no style attributes, which the content security policy
// would block; the SVG renderer does.
use([
  BarChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  TreemapChart,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  CanvasRenderer,
]);

export type { EChartsType };
export { init };
