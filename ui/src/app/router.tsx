/** Every address of the product. Each page is loaded when it is first visited. */
import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import type { PersonState } from "@/api/types";
import { safeNextPath, sessionQuery } from "@/features/people/accounts";
import type { ModelFilter } from "@/features/models";
import { PROMPT_KINDS, type PromptFilter, type PromptUrlState } from "@/features/prompts";
import { prefetchWorkbench } from "@/features/runs/workbench";
import { PROVIDERS } from "@/shared/format/providers";
import { alertRoutes, monitorsRoute } from "./alertRoutes";
import { annotateRoutes } from "./annotateRoutes";
import { arenaRoutes } from "./arenaRoutes";
import { frame, project, root } from "./baseRoutes";
import { PageSkeleton } from "./pages/PageSkeleton";
import { RouteError } from "./pages/RouteError";
import { datasetListSearch, datasetSearch, generateSearch } from "./datasetSearch";
import { experimentRoutes } from "./experimentRoutes";
import { judgeRoutes } from "./judgeRoutes";
import { notificationSettingsRoute, notificationsRoute } from "./notificationRoutes";
import { commentRoute } from "./commentRoutes";
import { promotionRoutes } from "./promotionRoutes";
import { installationReportsRoute, reportsRoute } from "./reportRoutes";
import { reviewRoutes } from "./reviewRoutes";
import { runRoutes } from "./runRoutes";
import { flag, number, oneOf, text } from "./searchParams";
import { settingsRoutes } from "./settingsRoutes";
import { suiteRoutes } from "./suiteRoutes";
import { workbenchSearch } from "./workbenchSearch";

const index = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/projects", replace: true });
  },
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  validateSearch: (search): { next?: string } => text(search, "next"),
  beforeLoad: ({ context, search }) => skipWhenSignedIn(context.queryClient, search.next),
  component: lazyRouteComponent(() => import("@/features/people/accounts/SignUpPage"), "SignUpPage"),
});

interface SignInSearch {
  next?: string;
  notice?: "expired" | "everywhere" | "deleted" | "password";
  problem?: string;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search): SignInSearch => ({
    ...text(search, "next"),
    ...text(search, "problem"),
    ...oneOf(search, "notice", ["expired", "everywhere", "deleted", "password"]),
  }),
  beforeLoad: ({ context, search }) => skipWhenSignedIn(context.queryClient, search.next),
  component: lazyRouteComponent(() => import("@/features/people/accounts/SignInPage"), "SignInPage"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  beforeLoad: ({ context }) => context.queryClient.ensureQueryData(sessionQuery).then(() => undefined),
  component: lazyRouteComponent(() => import("@/features/people/accounts/ForgotPasswordPage"), "ForgotPasswordPage"),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  beforeLoad: ({ context }) => context.queryClient.ensureQueryData(sessionQuery).then(() => undefined),
  component: lazyRouteComponent(() => import("@/features/people/accounts/ResetPasswordPage"), "ResetPasswordPage"),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: "/terms",
  component: lazyRouteComponent(() => import("./pages/TermsPage"), "TermsPage"),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: "/invite",
  beforeLoad: ({ context }) => context.queryClient.ensureQueryData(sessionQuery).then(() => undefined),
  component: lazyRouteComponent(() => import("@/features/people/invites/InvitePage"), "InvitePage"),
});

const projects = createRoute({
  getParentRoute: () => frame,
  path: "/projects",
  component: lazyRouteComponent(() => import("./pages/StartPage"), "StartPage"),
});

const demo = createRoute({
  getParentRoute: () => frame,
  path: "/demo",
  component: lazyRouteComponent(() => import("@/features/demo/DemoStartPage"), "DemoStartPage"),
});

const confirmEmail = createRoute({
  getParentRoute: () => frame,
  path: "/confirm-email",
  component: lazyRouteComponent(() => import("@/features/people/accounts/ConfirmEmailPage"), "ConfirmEmailPage"),
});

const account = createRoute({
  getParentRoute: () => frame,
  path: "/account",
  component: lazyRouteComponent(() => import("@/features/people/accounts/AccountPage"), "AccountPage"),
});

const signInProviders = createRoute({
  getParentRoute: () => frame,
  path: "/installation/sign-in",
  component: lazyRouteComponent(
    () => import("@/features/people/signInProviders/SignInProvidersPage"),
    "SignInProvidersPage",
  ),
});

const installationAudit = createRoute({
  getParentRoute: () => frame,
  path: "/installation/audit",
  component: lazyRouteComponent(() => import("@/features/audit/InstallationAuditPage"), "InstallationAuditPage"),
});

const installationPeople = createRoute({
  getParentRoute: () => frame,
  path: "/installation/people",
  validateSearch: (search): { state?: PersonState; person?: string } => ({
    ...oneOf(search, "state", ["enabled", "disabled", "owner"]),
    ...text(search, "person"),
  }),
  component: lazyRouteComponent(() => import("@/features/people/administration/PeoplePage"), "PeoplePage"),
});

const projectHome = createRoute({
  getParentRoute: () => project,
  path: "/",
  component: lazyRouteComponent(() => import("@/features/home/ProjectHomePage"), "ProjectHomePage"),
});

const workbench = createRoute({ getParentRoute: () => project, path: "workbench" });

const workbenchStart = createRoute({
  getParentRoute: () => workbench,
  path: "/",
  component: lazyRouteComponent(() => import("@/features/runs/workbench/WorkbenchStartPage"), "WorkbenchStartPage"),
});

const workbenchPrompt = createRoute({
  getParentRoute: () => workbench,
  path: "$prompt",
  validateSearch: workbenchSearch,
  loaderDeps: ({ search: { run } }) => ({ run }),
  // Not waited for: the screen draws what is there.
  loader: ({ context, params, deps }) => prefetchWorkbench(context.queryClient, params.slug, params.prompt, deps.run),
  component: lazyRouteComponent(() => import("@/features/runs/workbench/WorkbenchPage"), "WorkbenchPage"),
});

const prompts = createRoute({
  getParentRoute: () => project,
  path: "prompts",
});

const promptList = createRoute({
  getParentRoute: () => prompts,
  path: "/",
  validateSearch: (search): PromptFilter & { create?: boolean } => ({
    ...text(search, "search"),
    ...oneOf(search, "kind", PROMPT_KINDS),
    ...flag(search, "create"),
  }),
  component: lazyRouteComponent(() => import("@/features/prompts/PromptsPage"), "PromptsPage"),
});

const prompt = createRoute({
  getParentRoute: () => prompts,
  path: "$prompt",
  validateSearch: (search): PromptUrlState => ({
    ...oneOf(search, "view", ["lineage"]),
    ...number(search, "version"),
    ...number(search, "from"),
    ...number(search, "a"),
    ...number(search, "b"),
    ...text(search, "metric"),
    ...text(search, "target"),
  }),
  component: lazyRouteComponent(() => import("@/features/prompts/PromptPage"), "PromptPage"),
});

const datasets = createRoute({ getParentRoute: () => project, path: "datasets" });

const datasetList = createRoute({
  getParentRoute: () => datasets,
  path: "/",
  validateSearch: datasetListSearch,
  component: lazyRouteComponent(() => import("@/features/datasets/DatasetsPage"), "DatasetsPage"),
});

const generateQuestions = createRoute({
  getParentRoute: () => datasets,
  path: "generate",
  validateSearch: generateSearch,
  component: lazyRouteComponent(() => import("@/features/datasets/generate/GeneratePage"), "GeneratePage"),
});

const dataset = createRoute({
  getParentRoute: () => datasets,
  path: "$dataset",
  validateSearch: datasetSearch,
  component: lazyRouteComponent(() => import("@/features/datasets/DatasetPage"), "DatasetPage"),
});

const toolImport = createRoute({
  getParentRoute: () => project,
  path: "import",
  component: lazyRouteComponent(() => import("@/features/imports/ToolImportPage"), "ToolImportPage"),
});

const models = createRoute({
  getParentRoute: () => project,
  path: "models",
});

const modelCatalog = createRoute({
  getParentRoute: () => models,
  path: "/",
  validateSearch: (search): ModelFilter & { add?: boolean } => ({
    ...text(search, "search"),
    ...oneOf(search, "provider", PROVIDERS),
    ...text(search, "credential"),
    ...flag(search, "add"),
  }),
  component: lazyRouteComponent(() => import("@/features/models/ModelsPage"), "ModelsPage"),
});

const model = createRoute({
  getParentRoute: () => models,
  path: "$model",
  component: lazyRouteComponent(() => import("@/features/models/ModelPage"), "ModelPage"),
});

/** The showcase of all components exists only while developing; a release does not contain it. */
const developing = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: "/dev/components",
        component: lazyRouteComponent(() => import("./dev/ComponentsPage"), "ComponentsPage"),
      }),
    ]
  : [];

async function skipWhenSignedIn(queryClient: QueryClient, next: string | undefined): Promise<void> {
  const { user } = await queryClient.ensureQueryData(sessionQuery);
  if (user) throw redirect({ href: safeNextPath(next) });
}

const routeTree = root.addChildren([
  index,
  signUp,
  signIn,
  forgotPassword,
  resetPassword,
  terms,
  invite,
  frame.addChildren([
    projects,
    demo,
    confirmEmail,
    account,
    notificationsRoute,
    notificationSettingsRoute,
    installationAudit,
    installationPeople,
    signInProviders,
    installationReportsRoute,
    project.addChildren([
      projectHome,
      workbench.addChildren([workbenchStart, workbenchPrompt]),
      prompts.addChildren([promptList, prompt]),
      datasets.addChildren([datasetList, generateQuestions, dataset]),
      toolImport,
      experimentRoutes,
      reviewRoutes,
      promotionRoutes,
      commentRoute,
      runRoutes,
      judgeRoutes,
      annotateRoutes,
      arenaRoutes,
      suiteRoutes,
      monitorsRoute,
      alertRoutes,
      reportsRoute,
      models.addChildren([modelCatalog, model]),
      settingsRoutes,
    ]),
  ]),
  ...developing,
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    // The query cache decides what is stale, not the router.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
  });
}
