import { isObject } from "../../../../core/shape";

/**
 * Whether a sketch has the members that drawing requires. If other parts are invalid, the tile shows that it cannot be
 * drawn. Unknown kinds are not drawn.
 */
export function isSketch(value: unknown): boolean {
  if (!isObject(value) || !isText(value["kind"])) return false;
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
      return isQueries(value["queries"]) && isListOf(value["levels"], isText);
    case "text":
      return (
        isText(value["content"]) &&
        isObject(value["style"]) &&
        isListOf(
          value["blocks"],
          (block) => isObject(block) && isText(block["kind"]) && isText(block["text"]),
        )
      );
    case "errors":
      return isListOf(value["services"], isText);
    case "incidents":
      return isListOf(value["resources"], isText);
    case "section":
      return isText(value["subtitle"]);
    case "control":
      return isText(value["variable"]) && isText(value["value"]);
    case "alert":
      return isText(value["policy"]);
    case "logs":
      return isText(value["severity"]);
    default:
      return true;
  }
}

function isQueries(value: unknown): boolean {
  return isListOf(value, (query) => isObject(query) && isText(query["template"]) && isFacts(query["facts"]));
}

function isFacts(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value["name"]) &&
    isText(value["unit"]) &&
    isText(value["values"]) &&
    isList(value["labels"]) &&
    typeof value["series"] === "number" &&
    value["series"] >= 0 &&
    value["series"] <= 50
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}

function isListOf(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(check);
}
