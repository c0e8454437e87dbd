import type { RunReport } from "@/api/types";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { Notice } from "@/shared/ui/Notice";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";

/** A provider billed more than the worst case that was reserved: the budget could not prevent it. */
export function OverrunNotice({ run }: { run: RunReport }) {
  const overrun = readMoney(run.overrun_usd) ?? 0;
  if (overrun <= 0) return null;
  const beyond = readMoney(run.budget.beyond_limit_usd) ?? 0;
  return (
    <Notice tone="warning">
      <p>
        Overrun: providers billed <strong className="font-semibold whitespace-nowrap">{formatMoney(overrun)}</strong>
        <SimulatedMark money={run.money} /> more than was reserved for these calls
        {beyond > 0 && <>, {formatMoney(beyond)} of it beyond the budget</>}.
      </p>
      <p className="text-ink-muted">
        A reservation covers the longest prompt and the output limit of a call. Compare the provider’s bill with the
        ledger, and check that the model keeps to its output limit.
      </p>
    </Notice>
  );
}
