/** Changes of the protected labels. The list is sent as a whole, so it is changed as the server has it now. */
import { useQueryClient } from "@tanstack/react-query";
import type { Project } from "@/api/types";
import { projectQuery, useUpdateProject } from "@/features/people/projects";
import type { LabelProtection } from "../types";

export function useProtections(project: Project) {
  const cache = useQueryClient();
  const update = useUpdateProject(project.slug);
  return {
    isPending: update.isPending,
    save: async (change: (all: readonly LabelProtection[]) => LabelProtection[]) => {
      const now = await cache.fetchQuery({ ...projectQuery(project.slug), staleTime: 0 });
      await update.mutateAsync({
        settings: { protected_labels: change(now.settings.protected_labels) },
        revision: now.revision,
      });
    },
  };
}
