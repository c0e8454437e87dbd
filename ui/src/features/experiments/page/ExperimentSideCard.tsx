import type { ReactNode } from "react";

/** A small card of facts beside the work. */
export function ExperimentSideCard({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border border-line bg-raised px-4 py-3">
      <div className="mb-1.5 flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-sm font-semibold text-ink">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function FactRow({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-0.5 text-sm">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="text-right text-ink">{children}</dd>
    </div>
  );
}
