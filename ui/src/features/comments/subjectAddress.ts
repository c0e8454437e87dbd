/** Where the subject of a thread is shown. Pure. */
import type { CommentThread } from "@/api/types";

export function subjectAddress(
  project: string,
  { kind, id, part }: Pick<CommentThread["subject"], "kind" | "id" | "part">,
): string {
  const home = `/projects/${encodeURIComponent(project)}`;
  switch (kind) {
    case "cell":
      return `${home}/runs/${id}?cell=${part}`;
    case "run":
      return `${home}/runs/${id}`;
    case "case":
      return `${home}/datasets/${id}?open=${part}`;
    case "version":
      return `${home}/prompts/${id}?version=${part}`;
    case "experiment":
      return `${home}/experiments/${id}`;
    case "board":
      return `${home}/arena/${id}`;
    case "suggestion":
      return `${home}/reviews/${id}`;
  }
}
