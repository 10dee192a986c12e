import type { PictureTile } from "../../../../core/grid/picture";
import { createElement } from "../../shared/dom";
import { alertContent, chartContent } from "./chart-widgets";
import type { Content } from "./content";
import { plainContent } from "./content";
import { controlContent } from "./control";
import { errorsContent, incidentsContent, logsContent } from "./lists";
import { pieContent, treemapContent } from "./parts";
import { scorecardContent } from "./scorecard";
import { tableContent } from "./table";
import { textContent } from "./text";

/** The drawing of a widget's content. Numbers that the file does not hold are sample data and the content says so. */
export function contentOf(tile: PictureTile): Content {
  const { sketch } = tile;
  // No title in it, because sample data must not change while the user types one. Queries that differ have a key that
  // differs.
  const seed = tile.kind;
  switch (sketch.kind) {
    case "chart":
      return chartContent(sketch, seed);
    case "alert":
      return alertContent(sketch.policy, seed);
    case "scorecard":
      return scorecardContent(sketch, seed);
    case "table":
      return tableContent(sketch, seed);
    case "pie":
      return pieContent(sketch, seed);
    case "treemap":
      return treemapContent(sketch, seed);
    case "text":
      return textContent(sketch, tile.title);
    case "logs":
      return logsContent(sketch, `${seed} ${JSON.stringify(sketch)}`);
    case "errors":
      return errorsContent(sketch, `${seed} ${JSON.stringify(sketch)}`);
    case "incidents":
      return incidentsContent(sketch, `${seed} ${JSON.stringify(sketch)}`);
    case "control":
      return controlContent(sketch);
    default:
      return plainContent(createElement("div", "nothing"));
  }
}
