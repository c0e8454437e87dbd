/** What a project event means for the project we have in the cache. Pure. */
import type { Project, ProjectEvent } from "@/api/types";

export function reduceProject(project: Project, event: ProjectEvent): Project {
  switch (event.type) {
    case "project.archived":
      return { ...project, archived_at: event.at };
    case "project.restored":
      return { ...project, archived_at: null };
    default:
      return project;
  }
}

/** Events whose facts are not in the message: the project has to be read again. */
export function needsFreshProject(event: ProjectEvent): boolean {
  return event.type.startsWith("project.") || event.type.startsWith("member.");
}
