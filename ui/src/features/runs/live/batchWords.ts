import type { RunReport } from "@/api/types";
import { clockTime } from "@/shared/format/formatTime";

/** "Waiting for the provider's batch (submitted 14:02, 1,200 of 2,000 done)" */
export function batchWords(batch: NonNullable<RunReport["batch"]>, now: Date): string {
  const whose = batch.batches === 1 ? "the provider's batch" : `${batch.batches.toLocaleString("en")} batches`;
  if (batch.submitted_at === null) return `Submitting ${whose} (${batch.cells.toLocaleString("en")} calls)`;
  const done = `${batch.done.toLocaleString("en")} of ${batch.cells.toLocaleString("en")} done`;
  return `Waiting for ${whose} (submitted ${clockTime(new Date(batch.submitted_at), now)}, ${done})`;
}
