/** The sides of a suite; each has an address. */
export const SUITE_TABS = ["overview", "trend", "monitors", "executions", "recipe"] as const;
export type SuiteTab = (typeof SUITE_TABS)[number];

export const TAB_NAMES: Record<SuiteTab, string> = {
  overview: "Overview",
  trend: "Trend",
  monitors: "Monitors",
  executions: "Runs",
  recipe: "Recipe",
};
