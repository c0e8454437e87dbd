/**
 * Asks for all that the screen shows first while its code is still on the way;
 * whatever fails is asked again by who needs it.
 */
import type { QueryClient } from "@tanstack/react-query";
import { promptQuery } from "@/features/prompts";
import { reportQuery, rowPageQuery, runListQuery } from "@/features/runs";

export function prefetchWorkbench(cache: QueryClient, project: string, prompt: string, run: string | undefined): void {
  const ofRun = (id: string) => {
    void cache.prefetchQuery(reportQuery(project, id));
    void cache.prefetchQuery(rowPageQuery(project, id, 0));
  };
  void cache.prefetchQuery(promptQuery(project, prompt));
  const list = cache.fetchInfiniteQuery(runListQuery(project, { prompt }));
  if (run) ofRun(run);
  void list.then(
    ({ pages }) => {
      const newest = pages[0]?.items[0]?.id;
      if (!run && newest) ofRun(newest);
    },
    () => undefined,
  );
}
