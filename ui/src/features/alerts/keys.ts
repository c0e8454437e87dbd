/** Under which keys alerts stand in the cache. */

export const alertsKey = (project: string) => ["alerts", project] as const;
