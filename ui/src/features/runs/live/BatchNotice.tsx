import type { RunReport } from "@/api/types";
import { Notice } from "@/shared/ui/Notice";
import { useClock } from "@/shared/ui/useClock";
import { batchWords } from "./batchWords";

/** The run needs no worker meanwhile: the provider answers when it has capacity. */
export function BatchNotice({ batch }: { batch: NonNullable<RunReport["batch"]> }) {
  const now = useClock();
  return (
    <Notice tone="info">
      <p className="font-medium">{batchWords(batch, now)}</p>
      <p>
        The answers appear when a batch has ended, within 24 hours. If you pause or cancel the run, its batches are
        cancelled; what was answered by then is kept and paid.
      </p>
    </Notice>
  );
}
