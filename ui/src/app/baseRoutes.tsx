/** The addresses that others stand below: the root, the frame for signed-in people, and one project. */
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { sessionQuery } from "@/features/people/accounts";
import { projectQuery } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { NotFoundMessage, NotFoundPage } from "./pages/NotFoundPage";

interface RouterContext {
  queryClient: QueryClient;
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage });

/** Everything below is for signed-in people and is drawn inside the frame. */
export const frame = createRoute({
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

export const project = createRoute({
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
