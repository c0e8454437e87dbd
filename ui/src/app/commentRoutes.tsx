/** The address of the comments of a project. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { COMMENT_FILTERS, type CommentListPlace } from "@/features/comments";
import { project } from "./baseRoutes";
import { oneOf } from "./searchParams";

export const commentRoute = createRoute({
  getParentRoute: () => project,
  path: "comments",
  validateSearch: (search): CommentListPlace => oneOf(search, "show", COMMENT_FILTERS),
  component: lazyRouteComponent(() => import("@/features/comments/list/CommentsPage"), "CommentsPage"),
});
