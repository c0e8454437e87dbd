import { Link } from "@tanstack/react-router";
import { GitCompareArrows, X } from "lucide-react";
import type { RunCard } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { compareTarget } from "./compareLink";

interface CompareBarProps {
  project: string;
  selected: readonly RunCard[];
  onClear: () => void;
}

/** What can be done with the selected runs. Stays in sight below the list. */
export function CompareBar({ project: slug, selected, onClear }: CompareBarProps) {
  if (selected.length === 0) return null;
  const target = compareTarget(selected);
  const words = (
    <>
      <GitCompareArrows aria-hidden /> Compare
    </>
  );
  return (
    <div
      role="region"
      aria-label="Selected runs"
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-4 shadow-float"
    >
      <p role="status" className="text-sm text-ink">
        {countOf(selected.length, "run")} selected
        {selected.length === 1 && <span className="text-ink-muted">. Select another run to compare them.</span>}
      </p>
      {target === null ? (
        <Button size="sm" disabled>
          {words}
        </Button>
      ) : (
        <Button size="sm" asChild>
          {target.to === "/projects/$slug/runs/compare" ? (
            <Link to={target.to} params={{ slug }} search={target.search}>
              {words}
            </Link>
          ) : (
            <Link to={target.to} params={{ slug, prompt: target.prompt }} search={target.search}>
              {words}
            </Link>
          )}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={onClear}>
        <X aria-hidden /> Clear
      </Button>
    </div>
  );
}
