/** The addresses of suites: the list, a new one, one with its tabs, and its recipe in a form. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { SUITE_FILTERS, SUITE_TABS, type SuiteListPlace, type SuiteTab } from "@/features/suites";
import { project } from "./baseRoutes";
import { flag, oneOf, text } from "./searchParams";

/** The overview is the address itself. */
const SIDES = SUITE_TABS.filter((tab) => tab !== "overview");

const suites = createRoute({ getParentRoute: () => project, path: "suites" });

const suiteList = createRoute({
  getParentRoute: () => suites,
  path: "/",
  validateSearch: (search): SuiteListPlace => ({
    ...oneOf(search, "state", SUITE_FILTERS),
    ...text(search, "prompt"),
    ...text(search, "search"),
    ...text(search, "from"),
    ...flag(search, "file"),
  }),
  component: lazyRouteComponent(() => import("@/features/suites/list/SuitesPage"), "SuitesPage"),
});

const newSuite = createRoute({
  getParentRoute: () => suites,
  path: "new",
  validateSearch: (search): { prompt?: string } => text(search, "prompt"),
  component: lazyRouteComponent(() => import("@/features/suites/form/NewSuitePage"), "NewSuitePage"),
});

const suite = createRoute({
  getParentRoute: () => suites,
  path: "$suite",
  validateSearch: (search): { tab?: Exclude<SuiteTab, "overview"> } => oneOf(search, "tab", SIDES),
  component: lazyRouteComponent(() => import("@/features/suites/page/SuitePage"), "SuitePage"),
});

const editSuite = createRoute({
  getParentRoute: () => suites,
  path: "$suite/edit",
  component: lazyRouteComponent(() => import("@/features/suites/form/EditSuitePage"), "EditSuitePage"),
});

export const suiteRoutes = suites.addChildren([suiteList, newSuite, suite, editSuite]);
