/** Under which keys suites and their executions stand in the cache. */

/** Lists of suites. */
export const suitesKey = (project: string) => ["suites", project] as const;
/** Single suites, with all that lies below them. */
export const suitesBelow = (project: string) => ["suite", project] as const;
export const suiteKey = (project: string, suite: string) => [...suitesBelow(project), suite] as const;
export const executionsKey = (project: string, suite: string) => [...suiteKey(project, suite), "executions"] as const;
