/** What the addresses of datasets can say: filters, the version looked at, the case that is open. */
import {
  CASE_SORTS,
  type CaseFilter,
  type CaseSort,
  type DatasetFilter,
  KINDS,
  QUALITY_ORDERS,
  QUALITY_SHOWN,
  type QualityPlace,
  REVIEW_ORDERS,
  type ReviewOrder,
  SPLITS,
  SUSPICIONS,
} from "@/features/datasets";
import { flag, number, oneOf, text } from "./searchParams";

export function datasetListSearch(
  search: Record<string, unknown>,
): DatasetFilter & { create?: boolean; import?: boolean } {
  return {
    ...text(search, "search"),
    ...oneOf(search, "kind", KINDS),
    ...text(search, "tag"),
    ...step(search),
    ...flag(search, "create"),
    ...flag(search, "import"),
  };
}

interface GeneratePlace {
  /** The dataset that the questions are for; a new one when left out. */
  dataset?: string;
  /** Cases of it to resemble, separated by commas. */
  like?: string;
  /** What was asked for: it is there again after a reload. */
  assist?: string;
}

export function generateSearch(search: Record<string, unknown>): GeneratePlace {
  return { ...text(search, "dataset"), ...text(search, "like"), ...text(search, "assist") };
}

interface DatasetPlace extends CaseFilter, QualityPlace {
  view?: "versions" | "quality" | "judges";
  /** The review that is shown, and in which order. */
  review?: string;
  by?: ReviewOrder;
  sort?: CaseSort;
  /** An older version, to look at. */
  version?: number;
  /** The case whose panel is open. */
  open?: string;
  import?: boolean;
  /** Two versions beside each other. */
  from?: number;
  to?: number;
}

export function datasetSearch(search: Record<string, unknown>): DatasetPlace {
  return {
    ...number(search, "version"),
    ...number(search, "from"),
    ...number(search, "to"),
    ...step(search),
    ...text(search, "search"),
    ...text(search, "tag"),
    ...text(search, "open"),
    ...text(search, "review"),
    ...oneOf(search, "view", ["versions", "quality", "judges"]),
    ...oneOf(search, "suspicion", SUSPICIONS),
    ...oneOf(search, "show", QUALITY_SHOWN),
    ...oneOf(search, "order", QUALITY_ORDERS),
    ...oneOf(search, "by", REVIEW_ORDERS),
    ...oneOf(search, "split", SPLITS),
    ...oneOf(search, "sort", CASE_SORTS),
    ...flag(search, "import"),
  };
}

function step(search: Record<string, unknown>): { difficulty?: number } {
  const { difficulty } = number(search, "difficulty");
  return difficulty !== undefined && difficulty >= 1 && difficulty <= 5 ? { difficulty } : {};
}
