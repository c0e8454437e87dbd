import { useQuery } from "@tanstack/react-query";
import { modelQuery } from "@/features/models";
import { ModelPicker } from "@/features/runs";
import { Figure } from "@/shared/charts/Figure";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { Card } from "@/shared/ui/Card";
import { daysQueryOf, repricingQuery } from "../api";
import { DownloadMenu } from "../DownloadMenu";
import type { Days } from "../period";
import type { Repricing } from "../types";
import { differenceText, nameOf, usd } from "../reportPhrasing";

interface RepricingCardProps {
  project: string;
  days: Days;
  /** The model to hold everything against. */
  model: string | undefined;
  onModel: (model: string) => void;
}

/** The tokens of these days at the prices of another model. */
export function RepricingCard({ project, days, model, onModel }: RepricingCardProps) {
  const chosen = useQuery({ ...modelQuery(project, model ?? ""), enabled: model !== undefined });
  const found = useQuery({ ...repricingQuery(project, model ?? "", days), enabled: model !== undefined });
  return (
    <Card aria-label="Cost of these calls on another model" className="min-w-0 px-5 py-4 print:break-inside-avoid">
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-sm font-semibold text-ink">Cost of these calls on another model</h3>
        <div className="w-64 max-w-full print:hidden">
          <ModelPicker
            project={project}
            label="Another model"
            chosen={model === undefined ? null : (chosen.data ?? null)}
            onChoose={({ id }) => onModel(id)}
          />
        </div>
      </div>
      {model === undefined && (
        <p className="rounded-md bg-surface px-4 py-3 text-sm text-ink-subtle">
          Choose a model to compute the cost of the tokens of these days at its prices. The quality of its answers is
          not considered.
        </p>
      )}
      {model !== undefined && found.isPending && <BlockSkeleton lines={4} label="Counting at other prices" />}
      {model !== undefined && found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {model !== undefined && found.data && <ComparedCosts project={project} days={days} report={found.data} />}
    </Card>
  );
}

function ComparedCosts({ project, days, report }: { project: string; days: Days; report: Repricing }) {
  const [actual, other] = [usd(report.actual_usd), readMoney(report.repriced_usd)];
  const name = visibleText(report.model.label);
  const most = Math.max(actual, other ?? 0);
  return (
    <Figure
      title={`On ${name}`}
      quiet
      reading={
        other === null
          ? `What these calls would have cost on ${name} is unknown, because its price is not known.`
          : `${formatMoney(other)} on ${name} instead of ${formatMoney(actual)}: ${differenceText(actual, other)}.`
      }
      nothing={report.rows.length === 0 ? "No calls in these days." : null}
      actions={
        report.rows.length > 0 && (
          <DownloadMenu
            project={project}
            report="repricing"
            query={{ model: report.model.id, ...daysQueryOf(days) }}
            what={`These days on ${name}`}
          />
        )
      }
      note={
        report.notes.length > 0 && (
          <ul className="flex list-disc flex-col gap-0.5 pl-4">
            {report.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )
      }
      table={{
        columns: ["Called model", "Calls", "Paid", `On ${name}`, "Difference"],
        rows: report.rows.map((row) => {
          const there = readMoney(row.repriced_usd);
          return {
            key: row.key,
            cells: [
              nameOf("model", row),
              row.calls.toLocaleString("en"),
              formatMoney(usd(row.actual_usd)),
              formatMoney(there),
              there === null ? "unknown" : differenceText(usd(row.actual_usd), there),
            ],
          };
        }),
      }}
    >
      <dl className="grid grid-cols-[auto_minmax(4rem,1fr)_auto] items-center gap-x-3 gap-y-2 text-sm">
        <CostBar name="Paid" value={actual} most={most} ink="var(--ink-subtle)" />
        <CostBar name={`On ${name}`} value={other} most={most} ink="var(--series-1)" />
      </dl>
    </Figure>
  );
}

function CostBar({ name, value, most, ink }: { name: string; value: number | null; most: number; ink: string }) {
  return (
    <div className="contents">
      <dt className="max-w-48 truncate text-ink-muted" title={name}>
        {name}
      </dt>
      <dd aria-hidden className="h-4 overflow-hidden rounded bg-surface-hover">
        {value !== null && most > 0 && (
          <span className="block h-full rounded" style={{ width: `${(value / most) * 100}%`, background: ink }} />
        )}
      </dd>
      <dd className="text-right font-medium whitespace-nowrap text-ink">{formatMoney(value)}</dd>
    </div>
  );
}
