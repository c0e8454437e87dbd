import type { ReactNode } from "react";
import { cx } from "@/shared/ui/cx";

interface NumberButtonProps {
  /** What the number is of, for those who do not see where it stands. */
  of: string;
  onClick: () => void;
  className?: string;
  children: ReactNode;
}

/** A number that leads to its cells. */
export function NumberButton({ of, onClick, className, children }: NumberButtonProps) {
  return (
    <button
      type="button"
      title="Show the cells"
      onClick={onClick}
      className={cx(
        "rounded text-ink decoration-line-strong decoration-dotted underline-offset-4",
        "hover:underline hover:decoration-ink-muted",
        className,
      )}
    >
      {children}
      <span className="sr-only">, {of}: show the cells</span>
    </button>
  );
}
