/** The addresses of experiments: the list, a new one, its set-up, its progress, its iterations and its report. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { EXPERIMENT_FILTERS, type ExperimentFilter } from "@/features/experiments";
import { project } from "./baseRoutes";
import { whole } from "./runSearch";
import { oneOf, text } from "./searchParams";

const experiments = createRoute({ getParentRoute: () => project, path: "experiments" });

const experimentList = createRoute({
  getParentRoute: () => experiments,
  path: "/",
  validateSearch: (search): ExperimentFilter => ({
    ...oneOf(search, "state", EXPERIMENT_FILTERS),
    ...text(search, "search"),
  }),
  component: lazyRouteComponent(() => import("@/features/experiments/list/ExperimentsPage"), "ExperimentsPage"),
});

const newExperiment = createRoute({
  getParentRoute: () => experiments,
  path: "new",
  component: lazyRouteComponent(() => import("@/features/experiments/wizard/NewExperimentPage"), "NewExperimentPage"),
});

const setup = createRoute({
  getParentRoute: () => experiments,
  path: "$experiment/setup",
  validateSearch: (search): { step?: number } => whole(search, "step"),
  component: lazyRouteComponent(() => import("@/features/experiments/wizard/SetupPage"), "SetupPage"),
});

const experiment = createRoute({
  getParentRoute: () => experiments,
  path: "$experiment",
  component: lazyRouteComponent(() => import("@/features/experiments/page/ExperimentPage"), "ExperimentPage"),
});

const iteration = createRoute({
  getParentRoute: () => experiments,
  path: "$experiment/iterations/$number",
  component: lazyRouteComponent(() => import("@/features/experiments/iteration/IterationPage"), "IterationPage"),
});

const report = createRoute({
  getParentRoute: () => experiments,
  path: "$experiment/report",
  component: lazyRouteComponent(() => import("@/features/experiments/report/ReportPage"), "ReportPage"),
});

export const experimentRoutes = experiments.addChildren([
  experimentList,
  newExperiment,
  setup,
  experiment,
  iteration,
  report,
]);
