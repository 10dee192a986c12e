import { isListOf, isObject, isString } from "../../../../core/shape";

/**
 * Whether a sketch has the members that drawing requires. If other parts are invalid, the tile shows that it cannot be
 * drawn. Unknown kinds are not drawn.
 */
export function isSketch(value: unknown): boolean {
  if (!isObject(value) || !isString(value["kind"])) return false;
  switch (value["kind"]) {
    case "chart":
      return (
        isListOf(value["plots"], (plot) => isObject(plot) && isFacts(plot["facts"])) &&
        isList(value["thresholds"])
      );
    case "scorecard":
      return isFacts(value["facts"]) && isList(value["thresholds"]);
    case "table":
      return isQueries(value["queries"]) && isList(value["columns"]);
    case "pie":
      return isQueries(value["queries"]);
    case "treemap":
      return isQueries(value["queries"]) && isListOf(value["levels"], isString);
    case "text":
      return (
        isString(value["content"]) &&
        isObject(value["style"]) &&
        isListOf(
          value["blocks"],
          (block) => isObject(block) && isString(block["kind"]) && isString(block["text"]),
        )
      );
    case "errors":
      return isListOf(value["services"], isString);
    case "incidents":
      return isListOf(value["resources"], isString);
    case "section":
      return isString(value["subtitle"]);
    case "control":
      return isString(value["variable"]) && isString(value["value"]);
    case "alert":
      return isString(value["policy"]);
    case "logs":
      return isString(value["severity"]);
    default:
      return true;
  }
}

function isQueries(value: unknown): boolean {
  return isListOf(
    value,
    (query) => isObject(query) && isString(query["template"]) && isFacts(query["facts"]),
  );
}

function isFacts(value: unknown): boolean {
  return (
    isObject(value) &&
    isString(value["name"]) &&
    isString(value["unit"]) &&
    isString(value["values"]) &&
    isList(value["labels"]) &&
    typeof value["series"] === "number" &&
    value["series"] >= 0 &&
    value["series"] <= 50
  );
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}
