/** What a new dashboard can start as, by the label of its completion. */
export const DASHBOARD_STARTS = {
  plain: "dashboard",
  variable: "dashboard with a template variable",
  sections: "dashboard with sections",
  grid: "dashboard in a grid",
} as const;

export type DashboardStart = keyof typeof DASHBOARD_STARTS;

export const STARTS = Object.keys(DASHBOARD_STARTS) as DashboardStart[];

/** As a sentence's beginning, for buttons. */
export function startTitle(start: DashboardStart): string {
  const label = DASHBOARD_STARTS[start];
  return `New ${label}`;
}
