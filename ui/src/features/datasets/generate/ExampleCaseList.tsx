import { X } from "lucide-react";
import type { Dataset } from "@/api/types";
import { countOf, truncate } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { IconButton } from "@/shared/ui/IconButton";
import { TextSkeleton } from "@/shared/ui/Skeleton";
import { firstText } from "../caseText";
import type { ExampleCases } from "./useExampleCases";

interface ExampleCaseListProps {
  dataset: Dataset;
  liked: readonly ExampleCases[];
  onRemove: (id: string) => void;
}

const LETTERS = 160;

/** The cases that the new ones are to resemble. */
export function ExampleCaseList({ dataset, liked, onRemove }: ExampleCaseListProps) {
  return (
    <section aria-label="Example cases">
      <h3 className="mb-1.5 text-sm font-medium text-ink">
        More like {liked.length === 1 ? "this case" : `these ${countOf(liked.length, "case")}`}
      </h3>
      <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {liked.map(({ id, one, gone }) => (
          <li key={id} className="flex items-start gap-2 py-1.5 pr-1 pl-3 text-sm">
            <div className="min-w-0 flex-1 pt-1">
              {one ? (
                <p dir="auto" className="line-clamp-2 wrap-anywhere text-ink">
                  {visibleText(truncate(firstText(dataset.columns, one), LETTERS))}
                </p>
              ) : (
                !gone && <TextSkeleton className="w-2/3" />
              )}
              {gone && <p className="text-xs text-ink-subtle">This case no longer exists.</p>}
              {!gone && one?.split === "holdout" && (
                <p className="text-xs text-warning">Left out: models must not see hold-out cases.</p>
              )}
            </div>
            <IconButton
              label={one ? `Leave out case ${one.position}` : "Leave out this case"}
              className="size-7"
              onClick={() => onRemove(id)}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
