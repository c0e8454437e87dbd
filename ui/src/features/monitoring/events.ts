/** What a project event means for the monitors and trends we have in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { monitorsKey, trendKey, trendsKey } from "./keys";

/** What has to be read again: figures are not in the events. */
export function staleMonitors(project: string, { type, data }: ProjectEvent): (readonly unknown[])[] {
  const { suite } = data as { suite?: string };
  const trend = suite ? trendKey(project, suite) : trendsKey(project);
  if (type.startsWith("monitor.") || type === "suite.removed" || type === "suite.changed")
    return [monitorsKey(project)];
  if (type.startsWith("execution.")) return [monitorsKey(project), trend];
  return type.startsWith("alert.") ? [trend] : [];
}
