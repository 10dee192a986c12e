import type { Page, Widget } from "../page";
import { chart, quoted, scorecard, textTile } from "../parts";

/** Stands for the name of a service level objective that nobody has given yet. */
export const EXAMPLE_SLO = "projects/my-project/services/my-service/serviceLevelObjectives/my-slo";

function select(call: string, unit?: string): Widget {
  return {
    timeSeriesFilter: {
      filter: call,
      aggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" },
    },
    ...(unit && { unitOverride: unit }),
  };
}

/**
 * How fast an error budget is used up: in windows of an hour and six hours, which page somebody, and of a day and three,
 * which can wait for a working day.
 *
 * @param slo full resource name of the objective
 */
export function sloBurn(slo: string): Page {
  const name = quoted(slo);
  const burn = (window: string) => select(`select_slo_burn_rate(${name}, ${quoted(window)})`);
  const compliance = select(`select_slo_compliance(${name})`, "10^2.%");
  const budget = select(`select_slo_budget_fraction(${name})`, "10^2.%");
  return {
    title: "SLO burn rate",
    top: [
      [
        scorecard("Compliance", compliance),
        scorecard("Error budget left", budget),
        scorecard("Burn rate, 1 hour", burn("3600s"), 6, 14.4),
        scorecard("Burn rate, 6 hours", burn("21600s"), 3, 6),
      ],
    ],
    sections: [
      {
        title: "Burn rate",
        subtitle: "1 uses up the budget exactly at the end of the compliance period.",
        lines: [
          [
            chart(
              "Fast burn: act now",
              "Burn rate",
              [
                { query: burn("3600s"), legend: "1 hour" },
                { query: burn("21600s"), legend: "6 hours" },
              ],
              [{ label: "2 % of a 30-day budget in 1 hour", value: 14.4 }],
            ),
            chart(
              "Slow burn: act this week",
              "Burn rate",
              [
                { query: burn("86400s"), legend: "1 day" },
                { query: burn("259200s"), legend: "3 days" },
              ],
              [{ label: "10 % of a 30-day budget in 3 days", value: 1 }],
            ),
          ],
        ],
      },
      {
        title: "Error budget",
        lines: [
          [
            chart("Compliance over time", "Compliance", [{ query: compliance, legend: "compliance" }]),
            chart(
              "Error budget left over time",
              "Budget",
              [{ query: budget, legend: "left" }],
              [{ label: "Used up", value: 0 }],
            ),
          ],
          [
            textTile(
              "**When the fast burn is above its line**, page the on-call engineer: find what changed in the last hours and roll it back.\n\n" +
                "**When only the slow burn is above its line**, plan a fix for this week.",
            ),
          ],
        ],
      },
    ],
  };
}
