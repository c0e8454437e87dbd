/** What a project event means for the datasets we have in the cache. Pure. */
import type { InfiniteData } from "@tanstack/react-query";
import type { DatasetPage, ProjectEvent } from "@/api/types";
import { datasetKey, datasetsKey } from "./api";
import { qualityBelow, qualityKey, reviewsBelow, reviewsKey } from "./keys";

export type DatasetList = InfiniteData<DatasetPage, string | null>;

interface Facts {
  id?: string;
  name?: string;
  version?: number;
  cases?: number;
}

/** A new version is counted at once, and a removed dataset leaves the list at once. */
export function reduceDatasets(list: DatasetList, event: ProjectEvent): DatasetList {
  const { id, name, version, cases } = event.data as Facts;
  switch (event.type) {
    case "dataset.changed":
      return mapped(list, (items) =>
        items.map((dataset) =>
          dataset.id === id
            ? {
                ...dataset,
                name: name ?? dataset.name,
                version: version ?? dataset.version,
                cases: cases ?? dataset.cases,
                updated_at: event.at,
              }
            : dataset,
        ),
      );
    case "dataset.removed":
      return mapped(list, (items) => items.filter((dataset) => dataset.id !== id));
    default:
      return list;
  }
}

function mapped(list: DatasetList, change: (items: DatasetPage["items"]) => DatasetPage["items"]): DatasetList {
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) };
}

/** A run may be judges that read questions; its events do not say of which dataset. */
const OF_RUNS = new Set(["run.created", "run.state_changed", "run.changed", "run.progressed", "run.completed"]);

/** What has to be read again: the cases themselves are in no event. */
export function staleDatasets(project: string, event: ProjectEvent): (readonly unknown[])[] {
  // Answers tell about questions once all of them are there.
  if (OF_RUNS.has(event.type))
    return [reviewsBelow(project), ...(event.type === "run.completed" ? [qualityBelow(project)] : [])];
  if (!event.type.startsWith("dataset.")) return [];
  const { id } = event.data as Facts;
  return [
    datasetsKey(project),
    ...(id ? [datasetKey(project, id), qualityKey(project, id), reviewsKey(project, id)] : []),
  ];
}
