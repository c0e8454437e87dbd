import type { ReactNode } from "react";
import { cx } from "./cx";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      className={cx(
        "inline-flex h-5 min-w-5 items-center justify-center rounded",
        "border border-line-strong bg-surface px-1 text-2xs text-ink-muted",
      )}
    >
      {children}
    </kbd>
  );
}
