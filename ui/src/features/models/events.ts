/** What a project event means for the models we have in the cache. Pure. */
import type { InfiniteData } from "@tanstack/react-query";
import type { ModelPage, ProjectEvent } from "@/api/types";
import { modelsKey } from "@/features/models/credentials";
import { modelKey } from "./api";

export type Catalog = InfiniteData<ModelPage, string | null>;

/** A removed model leaves the list at once. */
export function reduceCatalog(catalog: Catalog, event: ProjectEvent): Catalog {
  if (event.type !== "model.removed") return catalog;
  const { id } = event.data as { id?: string };
  return {
    ...catalog,
    pages: catalog.pages.map((page) => ({ ...page, items: page.items.filter((model) => model.id !== id) })),
  };
}

/** What has to be read again: prices and capabilities are worked out by the server. */
export function staleModels(project: string, event: ProjectEvent): (readonly unknown[])[] {
  const { id } = event.data as { id?: string };
  switch (event.type) {
    case "model.changed":
    case "model.priced":
      return [modelsKey(project), ...(id ? [modelKey(project, id)] : [])];
    case "model.added":
    case "model.removed":
    case "credential.added":
    case "credential.changed":
    case "credential.tested":
    case "credential.removed":
      return [modelsKey(project)];
    case "try.finished":
      // A call may teach which parameters a model refuses, and it counts as use.
      return [["model", project]];
    default:
      return [];
  }
}
