import { useState } from "react";
import type { Scale } from "@/shared/charts/estimateText";
import { Disclosure } from "@/shared/ui/Disclosure";
import type { ComparisonResult } from "@/api/types";
import { detailsOf } from "./verdictDetails";

interface VerdictDetailsProps {
  comparison: ComparisonResult;
  scale: Scale;
  /** How many comparisons are made at once. */
  together?: number;
}

/** For those who want to check: the method and its numbers, each with its meaning. */
export function VerdictDetails({ comparison, scale, together = 1 }: VerdictDetailsProps) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label="Details" open={open} onOpenChange={setOpen} summary="p, power, method">
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {detailsOf(comparison, scale, together).map(({ name, value, meaning }) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-ink-subtle">{name}</dt>
            <dd className="text-ink">{value}</dd>
            <dd className="text-xs text-ink-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
