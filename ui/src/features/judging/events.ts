/** What a project event means for the rubrics and judges we have in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { judgeKey, judgesKey, passportsKey, rubricKey, rubricsKey } from "./api";

/** A passport stands on verdicts and labels: it is old once a run has ended or people have judged. */
const MOVES_PASSPORTS = new Set(["run.completed", "run.state_changed"]);

/** What has to be read again: neither texts nor figures are in the events. */
export function staleJudges(project: string, event: ProjectEvent): (readonly unknown[])[] {
  const { id } = event.data as { id?: string };
  const type: string = event.type;
  if (type.startsWith("rubric.")) return [rubricsKey(project), ...(id ? [rubricKey(project, id)] : [])];
  if (type.startsWith("judge."))
    return [judgesKey(project), passportsKey(project), ...(id ? [judgeKey(project, id)] : [])];
  if (MOVES_PASSPORTS.has(type)) return [judgesKey(project), passportsKey(project)];
  return [];
}
