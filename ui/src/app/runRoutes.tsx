/** The addresses of runs: the list, a new one, one with its cells, and its results. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { project } from "./baseRoutes";
import { resultsSearch } from "./resultsSearch";
import { compareSearch, newRunSearch, runListSearch, runSearch } from "./runSearch";

const runs = createRoute({ getParentRoute: () => project, path: "runs" });

const runList = createRoute({
  getParentRoute: () => runs,
  path: "/",
  validateSearch: runListSearch,
  component: lazyRouteComponent(() => import("@/features/runs/RunsPage"), "RunsPage"),
});

const newRun = createRoute({
  getParentRoute: () => runs,
  path: "new",
  validateSearch: newRunSearch,
  component: lazyRouteComponent(() => import("@/features/runs/form/NewRunPage"), "NewRunPage"),
});

const compareRuns = createRoute({
  getParentRoute: () => runs,
  path: "compare",
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import("@/features/results/compare/RunsComparePage"), "RunsComparePage"),
});

const run = createRoute({
  getParentRoute: () => runs,
  path: "$run",
  validateSearch: runSearch,
  component: lazyRouteComponent(() => import("@/features/runs/RunPage"), "RunPage"),
});

const runResults = createRoute({
  getParentRoute: () => runs,
  path: "$run/results",
  validateSearch: resultsSearch,
  component: lazyRouteComponent(() => import("@/features/results/ResultsPage"), "ResultsPage"),
});

export const runRoutes = runs.addChildren([runList, newRun, compareRuns, run, runResults]);
