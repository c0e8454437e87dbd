import type { ReactNode } from "react";

interface KeyFigureProps {
  title: string;
  value: ReactNode;
  /** At the right of the number, smaller. */
  beside?: ReactNode;
  /** Lines below it, each a name and a number. */
  facts: readonly (readonly [string, string])[];
  warning?: string | null;
}

/** One of the numbers people look for first, and what it is made of. */
export function KeyFigure({ title, value, beside, facts, warning = null }: KeyFigureProps) {
  return (
    <section
      aria-label={title}
      className="flex min-h-31 min-w-0 flex-col rounded-lg border border-line bg-raised px-4 py-3"
    >
      <h2 className="text-xs font-medium text-ink-muted">{title}</h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-tight text-ink">{value}</span>
        {beside && <span className="text-sm text-ink-muted">{beside}</span>}
      </p>
      {warning && <p className="text-xs text-warning">{warning}</p>}
      <dl className="mt-auto grid grid-cols-[1fr_auto] gap-x-3 pt-1 text-xs text-ink-muted">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right text-ink">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
