/** The labels of a prompt that are where an override put them. */
import { useQuery } from "@tanstack/react-query";
import type { Project, Prompt } from "@/api/types";
import { promptPromotionsQuery } from "./api";
import { holderOf } from "./protection";

export function useOverridden(project: Project, prompt: Pick<Prompt, "id" | "labels">): ReadonlySet<string> {
  const protections = project.settings.protected_labels;
  const approved = useQuery({
    ...promptPromotionsQuery(project.slug, prompt.id, "APPROVED"),
    enabled: protections.some(({ label }) => prompt.labels[label] !== undefined),
  }).data;
  return new Set(
    protections
      .map(({ label }) => label)
      .filter((label) => holderOf(approved ?? [], label, prompt.labels[label])?.kind === "OVERRIDE"),
  );
}
