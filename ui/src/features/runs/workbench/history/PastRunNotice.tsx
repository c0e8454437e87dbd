import { Undo2 } from "lucide-react";
import type { RunReport } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { RelativeTime } from "@/shared/ui/RelativeTime";

/** A run of the past can be read and graded, not changed; the way back is beside it. */
export function PastRunNotice({ run, onBack }: { run: RunReport; onBack: () => void }) {
  const versions = [...new Set(run.plan.columns.map(({ version }) => `v${version}`))].join(", ");
  return (
    <div
      role="note"
      className={cx(
        "flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1",
        "border-b border-line bg-lilac-soft px-4 py-1.5 text-sm text-lilac",
      )}
    >
      <p>
        You are viewing run #{run.number} of {versions}, started <RelativeTime at={run.created_at} />
      </p>
      <Button variant="ghost" size="xs" className="ml-auto text-lilac!" onClick={onBack}>
        <Undo2 aria-hidden /> Back to the current run
      </Button>
    </div>
  );
}
