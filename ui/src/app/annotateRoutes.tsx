/** The addresses of annotation queues. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { project } from "./baseRoutes";
import { flag, text } from "./searchParams";

const annotate = createRoute({ getParentRoute: () => project, path: "annotate" });

const queueList = createRoute({
  getParentRoute: () => annotate,
  path: "/",
  validateSearch: (search): { create?: boolean; run?: string } => ({
    ...flag(search, "create"),
    ...text(search, "run"),
  }),
  component: lazyRouteComponent(() => import("@/features/annotations/AnnotatePage"), "AnnotatePage"),
});

const queue = createRoute({ getParentRoute: () => annotate, path: "$queue" });

const queuePage = createRoute({
  getParentRoute: () => queue,
  path: "/",
  validateSearch: (search): { item?: string } => text(search, "item"),
  component: lazyRouteComponent(() => import("@/features/annotations/queue/QueuePage"), "QueuePage"),
});

const labelPage = createRoute({
  getParentRoute: () => queue,
  path: "label",
  component: lazyRouteComponent(() => import("@/features/annotations/label/LabelPage"), "LabelPage"),
});

export const annotateRoutes = annotate.addChildren([queueList, queue.addChildren([queuePage, labelPage])]);
