/** Which pages an alert concerns: elsewhere the bell is enough. Pure. */
import type { Alert } from "../types";

type Placed = Pick<Alert, "suite_id" | "run_id" | "changes">;

/** Home and the lists of what is watched, the suite, the run that showed it, and the prompt that was changed. */
export function concerns({ suite_id: suite, run_id: run, changes }: Placed, slug: string, pathname: string): boolean {
  const at = pathname.slice(`/projects/${slug}`.length).replace(/\/$/, "");
  if (at === "" || at === "/suites" || at === "/monitors") return true;
  const prompts = changes.flatMap(({ entity_id: prompt }) => (prompt ? [`/prompts/${prompt}`] : []));
  const pages = [`/suites/${suite}`, ...(run ? [`/runs/${run}`] : []), ...prompts];
  return pages.some((page) => at === page || at.startsWith(`${page}/`));
}
