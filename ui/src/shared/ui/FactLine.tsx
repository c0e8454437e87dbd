import type { ReactNode } from "react";

/** One line of a description list: the name at the left, the value at the right. */
export function FactLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="text-right text-ink">{children}</dd>
    </div>
  );
}
