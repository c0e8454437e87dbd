/** The addresses of promotions: the list, and one. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { PROMOTION_FILTERS, type PromotionListPlace } from "@/features/promotions";
import { project } from "./baseRoutes";
import { oneOf, text } from "./searchParams";

const promotions = createRoute({ getParentRoute: () => project, path: "promotions" });

const list = createRoute({
  getParentRoute: () => promotions,
  path: "/",
  validateSearch: (search): PromotionListPlace => ({
    ...oneOf(search, "show", PROMOTION_FILTERS),
    ...text(search, "prompt"),
  }),
  component: lazyRouteComponent(() => import("@/features/promotions/list/PromotionsPage"), "PromotionsPage"),
});

const promotion = createRoute({
  getParentRoute: () => promotions,
  path: "$promotion",
  component: lazyRouteComponent(() => import("@/features/promotions/page/PromotionPage"), "PromotionPage"),
});

export const promotionRoutes = promotions.addChildren([list, promotion]);
