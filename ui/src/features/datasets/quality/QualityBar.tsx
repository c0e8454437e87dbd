import { Sparkles, Trash2, X } from "lucide-react";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";

interface QualityBarProps {
  count: number;
  onLike: (() => void) | null;
  onRetire: () => void;
  onClear: () => void;
}

/** What can be done with the chosen questions; it stays where the eye is. */
export function QualityBar({ count, onLike, onRetire, onClear }: QualityBarProps) {
  return (
    <div className="pointer-events-none sticky bottom-4 z-30 flex justify-center">
      <div
        role="toolbar"
        aria-label="Selected questions"
        className={cx(
          "pointer-events-auto flex max-w-full animate-pop-in",
          "flex-wrap items-center gap-1 rounded-xl bg-raised px-1.5 py-1.5 shadow-float",
        )}
      >
        <span role="status" className="px-2 text-sm font-medium whitespace-nowrap text-ink">
          {countOf(count, "question")} selected
        </span>
        {onLike && (
          <Button variant="ghost" size="sm" onClick={onLike}>
            <Sparkles aria-hidden /> Add more like {count === 1 ? "this" : "these"}
          </Button>
        )}
        <Button variant="ghost" size="sm" className="text-error" onClick={onRetire}>
          <Trash2 aria-hidden /> Retire…
        </Button>
        <IconButton label="Clear selection" onClick={onClear}>
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
