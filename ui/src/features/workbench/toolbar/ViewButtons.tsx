import { History, ListFilter } from "lucide-react";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { ShareButton } from "./ShareButton";

interface ViewButtonsProps {
  /** Null while there is nothing to filter. */
  filters: { open: boolean; active: boolean; onToggle: () => void } | null;
  onHistory: () => void;
  address: () => string;
}

/** Ways to look at what is there: filter it, go back in time, show it to someone. */
export function ViewButtons({ filters, onHistory, address }: ViewButtonsProps) {
  return (
    <span className="flex shrink-0 items-center">
      {filters && (
        <IconButton label="Filters and search" aria-pressed={filters.open} onClick={filters.onToggle} className={cx(filters.open && "bg-surface-hover text-ink", filters.active && "text-accent-ink")}>
          <ListFilter aria-hidden />
        </IconButton>
      )}
      <IconButton label="History of runs" onClick={onHistory}><History aria-hidden /></IconButton>
      <ShareButton address={address} />
    </span>
  );
}
