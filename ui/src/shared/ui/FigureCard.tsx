import type { ReactNode } from "react";

/** The frame of one key figure on a page. */
export function FigureCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex min-h-33 min-w-0 flex-col rounded-lg border border-line bg-raised px-4 py-3"
    >
      <h2 className="flex items-baseline gap-2 text-xs font-medium text-ink-muted">
        <span className="shrink-0">{title}</span>
        {aside && <span className="ml-auto truncate font-normal text-ink-subtle">{aside}</span>}
      </h2>
      {children}
    </section>
  );
}

/** Why a key figure has no value yet. */
export function NoFigure({ children }: { children: ReactNode }) {
  return <p className="mt-2 text-sm text-ink-subtle">{children}</p>;
}
