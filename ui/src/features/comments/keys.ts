/** Under which keys comments stand in the cache. */
export const commentsKey = (project: string) => ["comments", project] as const;
