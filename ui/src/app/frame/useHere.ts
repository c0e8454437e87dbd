/** The project of the current address, when there is one and it is known. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Project } from "@/api/types";
import { modelQuery } from "@/features/models";
import { projectQuery } from "@/features/projects";

export function useHere(): Project | null {
  const { slug } = useParams({ strict: false });
  const found = useQuery({ ...projectQuery(slug ?? ""), enabled: slug !== undefined });
  return slug === undefined ? null : (found.data ?? null);
}

/** The name of the model whose page this is. */
export function useModelHere(): string | null {
  const { slug, model } = useParams({ strict: false });
  const found = useQuery({ ...modelQuery(slug ?? "", model ?? ""), enabled: slug !== undefined && model !== undefined });
  return model === undefined ? null : (found.data?.title ?? null);
}
