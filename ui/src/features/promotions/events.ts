/** What a project event means for promotions in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { checksKey, promotionsKey } from "./keys";

/** A waiting promotion is checked again with the label, the protection and the scores as they are. */
const OF_PROMOTIONS = /^(promotion|label|project)\./;
/** A run that completes is new evidence. */
const OF_CHECKS = /^run\.(completed|changed)$|^version\.saved$/;

export function stalePromotions(project: string, { type }: Pick<ProjectEvent, "type">): (readonly unknown[])[] {
  if (OF_PROMOTIONS.test(type)) return [promotionsKey(project)];
  return OF_CHECKS.test(type) ? [checksKey(project)] : [];
}
