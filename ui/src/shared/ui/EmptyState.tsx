import type { ReactNode } from "react";
import { cx } from "./cx";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next step. Null only where the text names a control that is on the same screen. */
  action: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div
      className={cx(
        "flex flex-col items-center gap-2 rounded-lg",
        "border border-dashed border-line-strong px-6 py-12 text-center",
      )}
    >
      {icon && (
        <div aria-hidden className="mb-1 text-ink-subtle [&_svg]:size-6">
          {icon}
        </div>
      )}
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      {children && <div className="max-w-md text-sm text-ink-muted">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
