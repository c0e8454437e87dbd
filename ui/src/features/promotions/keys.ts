/** Under which keys promotions stand in the cache. */

/** Lists, single promotions and checks. */
export const promotionsKey = (project: string) => ["promotions", project] as const;
export const promotionKey = (project: string, promotion: string) =>
  [...promotionsKey(project), "one", promotion] as const;
export const checksKey = (project: string) => [...promotionsKey(project), "check"] as const;
