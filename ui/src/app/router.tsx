/** Every address of the product. Each page is loaded when it is first visited. */
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { safeNextPath, sessionQuery } from "@/features/accounts";
import { projectQuery } from "@/features/projects";
import type { ModelFilter } from "@/features/models";
import { PROVIDERS } from "@/shared/format/providers";
import { ApiError } from "@/shared/http/apiError";
import { NotFoundMessage, NotFoundPage } from "./pages/NotFoundPage";
import { PageSkeleton } from "./pages/PageSkeleton";
import { RouteError } from "./pages/RouteError";
import { flag, oneOf, text } from "./searchParams";

interface RouterContext {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage });

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
  component: lazyRouteComponent(() => import("@/features/accounts/SignUpPage"), "SignUpPage"),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search): { next?: string; notice?: "expired" | "everywhere" } => ({
    ...text(search, "next"),
    ...oneOf(search, "notice", ["expired", "everywhere"]),
  }),
  beforeLoad: ({ context, search }) => skipWhenSignedIn(context.queryClient, search.next),
  component: lazyRouteComponent(() => import("@/features/accounts/SignInPage"), "SignInPage"),
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
  component: lazyRouteComponent(() => import("@/features/invites/InvitePage"), "InvitePage"),
});

/** Everything below is for signed-in people and is drawn inside the frame. */
const frame = createRoute({
  getParentRoute: () => root,
  id: "frame",
  component: lazyRouteComponent(() => import("./frame/AppFrame"), "AppFrame"),
  beforeLoad: async ({ context, location }) => {
    const { user, first_run: firstRun } = await context.queryClient.ensureQueryData(sessionQuery);
    if (user) return;
    if (firstRun) throw redirect({ to: "/sign-up", search: {} });
    throw redirect({ to: "/sign-in", search: location.pathname === "/projects" ? {} : { next: location.href } });
  },
});

const projects = createRoute({
  getParentRoute: () => frame,
  path: "/projects",
  component: lazyRouteComponent(() => import("@/features/projects/ProjectsPage"), "ProjectsPage"),
});

const account = createRoute({
  getParentRoute: () => frame,
  path: "/account",
  component: lazyRouteComponent(() => import("@/features/accounts/AccountPage"), "AccountPage"),
});

const installationAudit = createRoute({
  getParentRoute: () => frame,
  path: "/installation/audit",
  component: lazyRouteComponent(() => import("@/features/installation/InstallationAuditPage"), "InstallationAuditPage"),
});

const project = createRoute({
  getParentRoute: () => frame,
  path: "/projects/$slug",
  loader: async ({ context, params }) => {
    try {
      await context.queryClient.ensureQueryData(projectQuery(params.slug));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  notFoundComponent: () => <NotFoundMessage what="project" />,
  component: lazyRouteComponent(() => import("./ProjectLayout"), "ProjectLayout"),
});

const projectHome = createRoute({
  getParentRoute: () => project,
  path: "/",
  component: lazyRouteComponent(() => import("@/features/home/ProjectHomePage"), "ProjectHomePage"),
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

const settings = createRoute({
  getParentRoute: () => project,
  path: "settings",
  component: lazyRouteComponent(() => import("@/features/settings/SettingsLayout"), "SettingsLayout"),
});

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/projects/$slug/settings/general", params, replace: true });
  },
});

const general = createRoute({
  getParentRoute: () => settings,
  path: "general",
  component: lazyRouteComponent(() => import("@/features/settings/GeneralPage"), "GeneralPage"),
});

const members = createRoute({
  getParentRoute: () => settings,
  path: "members",
  validateSearch: (search): { invite?: boolean } => flag(search, "invite"),
  component: lazyRouteComponent(() => import("@/features/members/MembersPage"), "MembersPage"),
});

const credentials = createRoute({
  getParentRoute: () => settings,
  path: "credentials",
  validateSearch: (search): { add?: boolean } => flag(search, "add"),
  component: lazyRouteComponent(() => import("@/features/credentials/CredentialsPage"), "CredentialsPage"),
});

const tokens = createRoute({
  getParentRoute: () => settings,
  path: "tokens",
  validateSearch: (search): { create?: boolean } => flag(search, "create"),
  component: lazyRouteComponent(() => import("@/features/tokens/TokensPage"), "TokensPage"),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: "audit",
  component: lazyRouteComponent(() => import("@/features/audit/ProjectAuditPage"), "ProjectAuditPage"),
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
  terms,
  invite,
  frame.addChildren([
    projects,
    account,
    installationAudit,
    project.addChildren([
      projectHome,
      models.addChildren([modelCatalog, model]),
      settings.addChildren([settingsIndex, general, members, credentials, tokens, audit]),
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
