import type { ReactNode } from "react";
import { CopyButton } from "@/shared/ui/CopyButton";

/** One part of what is known of a cell. */
export function CellPart({ title, copy, children }: { title: string; copy?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="mb-1.5 flex min-h-7 items-center justify-between">
        <h3 className="text-sm font-semibold text-ink">{title}</h3>
        {copy !== undefined && copy !== "" && <CopyButton text={copy} label={`Copy: ${title.toLowerCase()}`} />}
      </div>
      {children}
    </section>
  );
}
