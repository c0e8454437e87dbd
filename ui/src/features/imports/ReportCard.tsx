import { Check, CircleSlash, EqualApproximately, type LucideIcon } from "lucide-react";
import { countOf } from "@/shared/format/quantities";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { type Fidelity, type ImportReport, partName, totalsOf } from "./importReport";
import { InexactList } from "./InexactList";

const LEVELS: readonly { fidelity: Fidelity; label: string; Icon: LucideIcon; ink: string; fill: string }[] = [
  { fidelity: "mapped", label: "Mapped", Icon: Check, ink: "text-success", fill: "bg-success-mark" },
  {
    fidelity: "approximated",
    label: "Approximated",
    Icon: EqualApproximately,
    ink: "text-warning",
    fill: "bg-warning-mark",
  },
  { fidelity: "skipped", label: "Skipped", Icon: CircleSlash, ink: "text-error", fill: "bg-error-mark" },
];

/** What becomes of each part of the files. */
export function ReportCard({ report }: { report: ImportReport }) {
  const totals = totalsOf(report);
  const total = totals.mapped + totals.approximated + totals.skipped;
  const exact = total > 0 && totals.mapped === total;
  return (
    <Card aria-label="Report">
      <CardHeader>
        <CardTitle>Report</CardTitle>
        <p role="status" className="text-sm text-ink-muted">
          {totals.mapped.toLocaleString("en")} of {countOf(total, "part")} mapped exactly
        </p>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-surface-hover">
          {LEVELS.map(
            ({ fidelity, fill }) =>
              totals[fidelity] > 0 && <div key={fidelity} className={fill} style={{ flexGrow: totals[fidelity] }} />,
          )}
        </div>
        <CountTable report={report} />
        {exact ? <Notice tone="success">Every part means the same in Edison.</Notice> : <InexactList report={report} />}
      </CardContent>
    </Card>
  );
}

function CountTable({ report }: { report: ImportReport }) {
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">What becomes of each kind of part</caption>
      <thead>
        <tr className="border-b border-line text-xs text-ink-muted">
          <th scope="col" className="py-1.5 pr-2 text-left font-medium">
            Part
          </th>
          {LEVELS.map(({ fidelity, label, Icon, ink }) => (
            <th key={fidelity} scope="col" className="py-1.5 pl-2 text-right font-medium sm:w-32">
              <span className="inline-flex items-center gap-1">
                <Icon aria-hidden className={cx("hidden size-3.5 shrink-0 sm:block", ink)} />
                {label}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {report.counts.map((count) => (
          <tr key={count.part}>
            <th scope="row" className="py-1.5 pr-2 text-left font-normal text-ink">
              {partName(count.part)}
            </th>
            {LEVELS.map(({ fidelity }) => (
              <td
                key={fidelity}
                className={cx("py-1.5 pl-2 text-right", count[fidelity] === 0 ? "text-ink-subtle" : "text-ink")}
              >
                {count[fidelity].toLocaleString("en")}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
