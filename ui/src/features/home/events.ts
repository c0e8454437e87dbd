/** What a project event means for the overview of the project. Pure. */
import type { ProjectEvent } from "@/api/types";
import { homeKey, waitingKey } from "./api";

const OF_WAITING = /^(suggestion|promotion|iteration|alert|monitor|queue)\.|^run\.(created|state_changed|completed)$/;
const OF_HOME = /^(prompt|version|label|budget|project|experiment)\.|^run\.changed$/;

export function staleHome(project: string, { type }: Pick<ProjectEvent, "type">): (readonly unknown[])[] {
  const waits = OF_WAITING.test(type);
  return [...(waits ? [waitingKey(project)] : []), ...(waits || OF_HOME.test(type) ? [homeKey(project)] : [])];
}
