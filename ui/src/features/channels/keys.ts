/** Under which keys channels and what went through them stand in the cache. */

export const channelsKey = (project: string) => ["channels", project] as const;
export const deliveriesKey = (project: string, channel: string) =>
  [...channelsKey(project), channel, "deliveries"] as const;
