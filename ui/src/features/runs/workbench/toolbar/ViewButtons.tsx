import { Link } from "@tanstack/react-router";
import { History, ListFilter, Rows3, Rows4, Sigma } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { ShareButton } from "./ShareButton";

interface ViewButtonsProps {
  /** Null while there is nothing to filter. */
  filters: { open: boolean; active: boolean; onToggle: () => void } | null;
  /** The run whose results can be looked at. */
  results: { project: string; run: string } | null;
  density: { compact: boolean; onCompact: (compact: boolean) => void };
  onHistory: () => void;
  address: () => string;
}

/** Buttons for the results: summary, filters, density of the rows, history, sharing. */
export function ViewButtons({ filters, results, density, onHistory, address }: ViewButtonsProps) {
  return (
    <span className="flex shrink-0 items-center">
      {results && (
        <Button variant="ghost" size="sm" asChild>
          <Link to="/projects/$slug/runs/$run/results" params={{ slug: results.project, run: results.run }}>
            <Sigma aria-hidden /> Results
          </Link>
        </Button>
      )}
      {filters && (
        <IconButton
          label="Filters and search"
          aria-pressed={filters.open}
          onClick={filters.onToggle}
          className={cx(filters.open && "bg-surface-hover text-ink", filters.active && "text-accent-ink")}
        >
          <ListFilter aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={density.compact ? "Comfortable rows" : "Compact rows"}
        onClick={() => density.onCompact(!density.compact)}
      >
        {density.compact ? <Rows3 aria-hidden /> : <Rows4 aria-hidden />}
      </IconButton>
      <IconButton label="History of runs" onClick={onHistory}>
        <History aria-hidden />
      </IconButton>
      <ShareButton address={address} />
    </span>
  );
}
