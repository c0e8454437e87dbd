/** Under which key assists are in the cache: everything a model was asked for by a person. */
export const assistsKey = (project: string) => ["assists", project] as const;
