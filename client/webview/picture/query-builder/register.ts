import { createElement } from "../../shared/dom";
import { registerObjectEditor, registerStringEditor, type StringEditor } from "../inspector/field-kinds";
import type { InspectorHost } from "../inspector/host";
import { QueryBuilder } from "./builder";
import type { BuilderPort } from "./port";
import { TextEditor } from "./text-editor";

/** Languages that are written as text, with the server's completions and findings. */
const TEXTS = {
  "monitoring-filter": "Filter",
  promql: "PromQL query",
  mql: "MQL query",
  googlesql: "SQL query",
  "logging-query": "Logging query",
} as const;

/** Makes the inspector show queries in the query builder, and texts of queries in an editor. */
export function registerQueryEditors(): void {
  const make: StringEditor = ({ host, field }) => {
    const builder = new QueryBuilder(portOf(host), field.pointer);
    const several = createElement("p", "query-several", {}, "Select one tile to edit its query.");
    return {
      root: createElement("div", "", {}, several, builder.root),
      update({ pointer, stamps, readOnly }) {
        several.hidden = stamps.length < 2;
        builder.root.hidden = stamps.length > 1;
        builder.locked = readOnly !== undefined;
        if (stamps.length < 2) builder.update(pointer);
      },
      dispose: () => builder.dispose(),
    };
  };
  const shared = ["secondaryAggregation", "pickTimeSeriesFilter"];
  registerObjectEditor("TimeSeriesFilter", { covers: ["filter", "aggregation", ...shared], make });
  registerObjectEditor("TimeSeriesFilterRatio", { covers: ["numerator", "denominator", ...shared], make });
  for (const [language, label] of Object.entries(TEXTS)) registerStringEditor(language, textEditor(label));
}

function portOf(host: InspectorHost): BuilderPort {
  return {
    model: (pointer) => host.request("mosaic/queryModel", { pointer }),
    async search(query, resource) {
      const found = await host.request("mosaic/searchMetrics", { query, resource });
      return found?.metrics ?? [];
    },
    async values(pointer, part, label) {
      return (await host.request("mosaic/queryValues", { pointer, part, label })) ?? [];
    },
    help: (pointer, text, offset) =>
      host.request("mosaic/queryText", { pointer, text, ...(offset !== undefined && { offset }) }),
    async change(pointer, seen, change) {
      // The query has its own way to tell that it changed in the meantime.
      const outcome = await host.edit({ op: "query", pointer, seen, change, stamps: [] });
      return outcome.ok ? { ok: true, also: outcome.also ?? "" } : outcome;
    },
    announce: (words) => host.announce(words),
  };
}

function textEditor(label: string): StringEditor {
  return ({ host, field, id, describedBy }) => {
    let { pointer } = field;
    const editor = new TextEditor({
      id,
      label,
      describedBy,
      isListed: true,
      help: (text, offset) => portOf(host).help(pointer, text, offset),
      commit: (text) => void host.edit({ op: "set", pointer, value: text }, `Changed the ${label}.`),
      announce: (words) => host.announce(words),
    });
    return {
      root: editor.root,
      update(now) {
        pointer = now.pointer;
        const isLocked = now.readOnly !== undefined;
        editor.input.readOnly = isLocked;
        editor.set(typeof now.value === "string" ? now.value : "");
      },
      dispose: () => editor.dispose(),
    };
  };
}
