/** When a model is shut down, in words. A promise to keep a model is of interest on its own page only. Pure. */
import type { Model } from "@/api/types";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

export function retirementText({ retirement }: Pick<Model, "retirement">, now = new Date()): string | null {
  if (!retirement || retirement.only_earliest) return null;
  return `${new Date(retirement.on) <= now ? "Retired" : "Retires"} on ${dayOf(retirement.on)}`;
}

/** The same with what is only promised, for the page of one model. */
export function lifetimeText(model: Pick<Model, "retirement">, now = new Date()): string | null {
  const { retirement } = model;
  if (retirement?.only_earliest) return `Kept by its provider until ${dayOf(retirement.on)} or longer`;
  return retirementText(model, now);
}

export function dayOf(date: string): string {
  return DAY.format(new Date(date));
}
