import { Link } from "@tanstack/react-router";
import type { ExperimentCard } from "@/api/types";
import { MessageSquareDiff, RefreshCw, Wallet } from "lucide-react";
import { estimateText, scaleOf } from "@/shared/charts/estimateText";
import { countOf, formatMoney, readMoney, truncate } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { type MoneyKind, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { ExperimentChip } from "../page/ExperimentChip";

const DESCRIPTION_LENGTH = 110;

/** One experiment: how far it is, how good it has become, and what it has cost. */
export function ExperimentTile({ project, experiment }: { project: string; experiment: ExperimentCard }) {
  const { state, best, suggestion, waiting_for: waiting } = experiment;
  const look = "rounded after:absolute after:inset-0 after:rounded-lg";
  const params = { slug: project, experiment: experiment.id };
  const name = experiment.name || "Untitled experiment";
  const about = waiting ?? experiment.description;
  return (
    <li
      className={cx(
        "group relative flex min-h-40 flex-col gap-2 rounded-lg border border-line bg-raised",
        "p-4 transition-colors duration-150 hover:border-line-strong hover:bg-surface",
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-base font-semibold wrap-anywhere">
          {/* The link covers the card, so that all of it can be clicked while the name stays the link's text. */}
          {state === "draft" ? (
            <Link to="/projects/$slug/experiments/$experiment/setup" params={params} className={look}>
              {visibleText(name)}
            </Link>
          ) : (
            <Link to="/projects/$slug/experiments/$experiment" params={params} className={look}>
              {visibleText(name)}
            </Link>
          )}
        </h2>
        <ExperimentChip state={state} reviewing={suggestion !== null} />
      </div>
      <p className="text-sm wrap-anywhere text-ink-muted">
        {about ? (
          visibleText(truncate(about, DESCRIPTION_LENGTH))
        ) : (
          <span className="text-ink-subtle">No description</span>
        )}
      </p>
      {suggestion && (
        <p className="relative z-10">
          <Badge tone="lilac" icon={<MessageSquareDiff aria-hidden />}>
            A suggestion waits for review
          </Badge>
        </p>
      )}
      <div className="mt-auto flex items-end justify-between gap-3 pt-2">
        <p>
          <span className="block text-2xs text-ink-subtle">Best score</span>
          {best ? (
            <span className="text-lg leading-6 font-semibold text-ink">
              {estimateText(scaleOf(experiment.scale), best)}
            </span>
          ) : (
            <span className="text-sm leading-6 text-ink-subtle">none yet</span>
          )}
        </p>
        <TileSpend
          spent={readMoney(experiment.spent_usd) ?? 0}
          money={experiment.money}
          budget={readMoney(experiment.budget_usd)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-2 text-xs text-ink-subtle">
        <span className="inline-flex items-center gap-1">
          <RefreshCw aria-hidden className="size-3.5" /> {countOf(experiment.iterations, "iteration")}
        </span>
        <span title={experiment.created_by} className="max-w-40 truncate">
          {experiment.created_by}
        </span>
        <span className="relative z-10 ml-auto">
          Updated <RelativeTime at={experiment.updated_at} />
        </span>
      </div>
    </li>
  );
}

function TileSpend({ spent, money, budget }: { spent: number; money: MoneyKind; budget: number | null }) {
  const share = budget ? Math.min(1, spent / budget) : 0;
  return (
    <div className="w-36 text-right">
      <p className="flex items-center justify-end gap-1 text-xs text-ink-muted">
        <Wallet aria-hidden className="size-3.5 text-ink-subtle" /> {formatMoney(spent)}
        {budget ? <span className="text-ink-subtle"> of {formatMoney(budget)}</span> : null}
        <SimulatedMark money={money} />
      </p>
      {budget ? (
        <div aria-hidden className="mt-1 h-1 overflow-hidden rounded-full bg-surface-hover">
          <div className="h-full rounded-full bg-accent-mark" style={{ width: `${share * 100}%` }} />
        </div>
      ) : null}
    </div>
  );
}
