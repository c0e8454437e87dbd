import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "./cx";

interface DisclosureProps {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is inside, in a few words, while it is closed. */
  summary?: ReactNode;
  children: ReactNode;
}

/** Something most people leave alone, one press away. */
export function Disclosure({ label, open, onOpenChange, summary, children }: DisclosureProps) {
  const id = useId();
  return (
    <div>
      <div className="flex min-h-7 items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onOpenChange(!open)}
          className={cx(
            "inline-flex min-h-6 shrink-0 items-center gap-1 rounded text-sm font-medium text-ink-muted",
            "hover:text-ink",
          )}
        >
          <ChevronRight
            aria-hidden
            className={cx("-ml-1 size-4 transition-transform duration-150", open && "rotate-90")}
          />
          {label}
        </button>
        {!open && summary && <span className="min-w-0 truncate text-xs text-ink-subtle">{summary}</span>}
      </div>
      <div id={id} hidden={!open} className="pt-2">
        {open && children}
      </div>
    </div>
  );
}
