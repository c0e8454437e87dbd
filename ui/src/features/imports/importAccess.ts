/** Who may import from other tools: an import creates prompts, datasets and a suite. */
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";

export function mayImport(project: Project): boolean {
  return (
    project.archived_at === null &&
    may(project, "edit_prompts") &&
    may(project, "edit_datasets") &&
    may(project, "start_runs")
  );
}
