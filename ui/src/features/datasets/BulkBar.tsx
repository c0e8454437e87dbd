import { Pencil, Trash2, X } from "lucide-react";
import { countOf } from "@/shared/format/quantities";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";

interface BulkBarProps {
  count: number;
  /** How many more there are to choose beyond those that are loaded; null when all are chosen or none is left. */
  offer: number | null;
  onEverything: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onClear: () => void;
}

const action = cx(
  "inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium",
  "hover:bg-surface-hover [&_svg]:hidden [&_svg]:size-4 sm:[&_svg]:block",
);

/** What can be done with the chosen rows; it floats over the table, where the eye is. */
export function BulkBar({ count, offer, onEverything, onEdit, onDelete, onClear }: BulkBarProps) {
  return (
    <div
      className={cx(
        "pointer-events-none sticky bottom-4 z-30 mt-3 flex justify-center",
        "lg:absolute lg:inset-x-0 lg:bottom-4 lg:mt-0",
      )}
    >
      <div
        role="toolbar"
        aria-label="Selected cases"
        className={cx(
          "pointer-events-auto flex max-w-full animate-pop-in",
          "flex-wrap items-center gap-x-1 rounded-xl bg-raised px-1.5 py-1.5 shadow-float",
        )}
      >
        <span role="status" className="px-2 text-sm font-medium whitespace-nowrap text-ink">
          {countOf(count, "case")} selected
        </span>
        {offer !== null && (
          <button
            type="button"
            onClick={onEverything}
            className="h-8 rounded-md px-2 text-sm font-medium text-accent-ink hover:underline"
          >
            Select all {offer.toLocaleString("en")}
          </button>
        )}
        <span aria-hidden className="mx-1 hidden h-5 w-px bg-line-strong sm:block" />
        <button type="button" onClick={onEdit} className={`${action} text-ink`}>
          <Pencil aria-hidden /> Change…
        </button>
        <button type="button" onClick={onDelete} className={`${action} text-error`}>
          <Trash2 aria-hidden /> Delete…
        </button>
        <IconButton label="Clear selection" onClick={onClear}>
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
