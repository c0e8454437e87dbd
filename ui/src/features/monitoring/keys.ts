/** Under which keys monitors and trends stand in the cache. */

export const monitorsKey = (project: string) => ["monitors", project] as const;
/** Every trend of a project. */
export const trendsKey = (project: string) => ["trends", project] as const;
export const trendKey = (project: string, suite: string) => [...trendsKey(project), suite] as const;
