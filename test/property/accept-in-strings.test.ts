import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Dashboard } from "../../core/dashboard";
import { complete } from "../../core/features/completion";
import { accept } from "../support/accept";
import { runs } from "../support/runs";

/**
 * Accepting a completion inside a string: whatever the query looks like and however it is escaped in the file, the file
 * stays JSON, nothing outside of the string changes, and in the string only the range that the item is for.
 */

const variables = [
  { labelKey: "zone", templateVariable: "zone", filterType: "RESOURCE_LABEL" },
  { templateVariable: "window", filterType: "VALUE_ONLY" },
];

interface Place {
  readonly pieces: readonly string[];
  /** The widget with the query in it. */
  widget(query: string): unknown;
}

const chart = (timeSeriesQuery: unknown): unknown => ({ xyChart: { dataSets: [{ timeSeriesQuery }] } });

const places: Readonly<Record<string, Place>> = {
  filter: {
    pieces: [
      ...["metric.type=", "resource.type=", "metric.labels.", "resource.label.", "metadata.user_labels."],
      ...[
        "project=",
        "group.id=",
        "run lat",
        "cpu",
        '"',
        '"run.googleapis.com/request_count"',
        "'",
        "${",
        "${zone}",
      ],
      ...[
        "(",
        ")",
        ",",
        " ",
        "\n",
        "\t",
        "AND ",
        "OR ",
        "one_of(",
        "monitoring.regex.full_match(",
        "\\d",
        "\\",
      ],
      ...["select_slo_burn_rate(", "zone", "=", "!=", "é", "“", "[", "]", "$zone", "in ", "😀"],
    ],
    widget: (filter) => chart({ timeSeriesFilter: { filter } }),
  },
  promql: {
    pieces: [
      ...["rate(", "sum by (", "up", "{", "}", "[", "]", '"', "${", "${zone}", "5m", "=~", "run", "quantile"],
      ...[" ", "\n", ",", ")", "\\", "compute_googleapis_com:", "job", "é"],
    ],
    widget: (prometheusQuery) => chart({ prometheusQuery }),
  },
  mql: {
    pieces: [
      "fetch ",
      "gce_instance",
      "::",
      "| ",
      "metric ",
      "'",
      '"',
      "group_by [",
      "]",
      "${",
      "run",
      "\n",
      " ",
    ],
    widget: (timeSeriesQueryLanguage) => chart({ timeSeriesQueryLanguage }),
  },
  logs: {
    pieces: [
      "severity",
      ">=",
      "resource.",
      "labels.",
      '"',
      "AND ",
      "${",
      "zone",
      "(",
      ")",
      "-- x\n",
      "\\",
      " ",
    ],
    widget: (filter) => ({ logsPanel: { filter } }),
  },
  legend: {
    pieces: ["${", "metric.labels.", "resource.", "}", "zone", " ", '"', "\\"],
    widget: (legendTemplate) => ({
      xyChart: {
        dataSets: [
          {
            legendTemplate,
            timeSeriesQuery: {
              timeSeriesFilter: { filter: 'metric.type="run.googleapis.com/request_count"' },
            },
          },
        ],
      },
    }),
  },
};

/** A JSON string of the text, each character written in one of the ways JSON has for it. */
function written(text: string, ways: readonly number[]): string {
  let at = 0;
  const pick = (choices: readonly string[]): string =>
    choices[(ways[at++ % ways.length] ?? 0) % choices.length]!;
  const body = text.split("").map((c) => {
    const code = `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const plain = JSON.stringify(c).slice(1, -1);
    if (c === "/") return pick([plain, plain, "\\/", code]);
    return pick([plain, plain, plain, plain, plain, code]);
  });
  return `"${body.join("")}"`;
}

const marker = "THE QUERY";

describe.each(Object.entries(places))("%s", (_, { pieces, widget }) => {
  it("takes every item it offers, anywhere, without harm", { timeout: 60_000 }, () => {
    const query = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(""));
    const where = fc.double({ min: 0, max: 1, noNaN: true });
    let tried = 0;
    fc.assert(
      fc.property(
        query,
        fc.array(fc.nat(11), { minLength: 1, maxLength: 12 }),
        where,
        (text, ways, share) => {
          const dashboard = {
            displayName: "d",
            dashboardFilters: variables,
            gridLayout: { widgets: [widget(marker)] },
          };
          const [head = "", tail = ""] = JSON.stringify(dashboard, null, 2).split(`"${marker}"`);
          const string = written(text, ways);
          const file = head + string + tail;
          const offset = head.length + 1 + Math.round(share * (string.length - 2));
          const { items } = complete(new Dashboard(file), offset, { snippets: true });
          // The first are what people take, the rest is sampled.
          for (const item of [...items.slice(0, 12), ...items.slice(12).filter((_, i) => i % 9 === 0)]) {
            const after = accept(file, item);
            const about = `${item.label} at ${offset} of ${file}`;
            expect(after.slice(0, head.length), about).toBe(head);
            expect(after.slice(after.length - tail.length), about).toBe(tail);
            const inside: unknown = JSON.parse(after.slice(head.length, after.length - tail.length));
            expect(typeof inside, about).toBe("string");
            tried++;
          }
        },
      ),
      { numRuns: runs(100) },
    );
    expect(tried).toBeGreaterThan(100);
  });
});
