/** The addresses of reviews: the queue, and one suggestion. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { REVIEW_STATES, type ReviewFilter } from "@/features/experiments/reviews";
import { project } from "./baseRoutes";
import { oneOf } from "./searchParams";

const reviews = createRoute({ getParentRoute: () => project, path: "reviews" });

const queue = createRoute({
  getParentRoute: () => reviews,
  path: "/",
  validateSearch: (search): ReviewFilter => oneOf(search, "show", REVIEW_STATES),
  component: lazyRouteComponent(() => import("@/features/experiments/reviews/ReviewsPage"), "ReviewsPage"),
});

const review = createRoute({
  getParentRoute: () => reviews,
  path: "$suggestion",
  component: lazyRouteComponent(() => import("@/features/experiments/reviews/ReviewPage"), "ReviewPage"),
});

export const reviewRoutes = reviews.addChildren([queue, review]);
