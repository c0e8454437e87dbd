/** One answer with all its figures: what was said, what it cost and how it was judged. */
import { Flag, MessageSquare, Recycle, ThumbsDown, ThumbsUp } from "lucide-react";
import type { GridCell } from "@/api/types";
import { formatLatency, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { type MoneyKind, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { CELL_WORDS } from "../runStates";
import { CellBody } from "./CellBody";
import { SafetyBadge } from "./SafetyBadge";
import { ScoreBadges, type ShownScorer } from "./ScoreBadge";
import { cellTint } from "./cellTint";

interface ResultCellProps {
  run: string;
  cell: GridCell;
  label: string;
  scorers: readonly ShownScorer[];
  idle: string | null;
  /** The number of open threads of comments. */
  threads?: number;
  money: MoneyKind;
}

export function ResultCell({ run, cell, label, scorers, idle, threads = 0, money }: ResultCellProps) {
  return (
    <span className={`flex size-full min-w-0 flex-col gap-1 px-3 py-2 text-left ${cellTint(cell.state)}`}>
      <span className="sr-only">
        {label}, {CELL_WORDS[cell.state].toLowerCase()}:{" "}
      </span>
      <CellBody run={run} cell={cell} idle={idle} lines={3} />
      <SafetyBadge cell={cell} />
      <Metrics cell={cell} money={money} threads={threads} />
      <ScoreBadges scores={cell.scores} scorers={scorers} />
    </span>
  );
}

function Metrics({ cell, money, threads }: { cell: GridCell; money: MoneyKind; threads: number }) {
  if ((cell.state === "open" || cell.state === "calling") && threads === 0) return null;
  const tokens = cell.prompt_tokens === null ? null : cell.prompt_tokens + (cell.completion_tokens ?? 0);
  const doubt = readMoney(cell.in_doubt_usd) ?? 0;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-2xs whitespace-nowrap text-ink-subtle">
      {cell.latency_ms !== null && <span>{formatLatency(cell.latency_ms)}</span>}
      {tokens !== null && <span>{formatTokens(tokens)} tok</span>}
      {cell.state !== "failed" && (
        <span>
          {formatMoney(readMoney(cell.cost_usd))}
          <SimulatedMark money={money} />
        </span>
      )}
      {doubt > 0 && <span className="text-warning">{formatMoney(doubt)} in doubt</span>}
      {cell.reused && (
        <span className="inline-flex items-center gap-0.5 rounded bg-lilac-soft px-1 text-lilac">
          <Recycle aria-hidden className="size-3" /> reused
        </span>
      )}
      {cell.attempt > 1 && <span>attempt {cell.attempt}</span>}
      {cell.finish === "length" && <span className="text-warning">cut off</span>}
      {cell.manual !== null && cell.manual !== undefined && (
        <span className="inline-flex items-center gap-0.5">
          {cell.manual >= 0.5 ? (
            <ThumbsUp aria-hidden className="size-3" />
          ) : (
            <ThumbsDown aria-hidden className="size-3" />
          )}{" "}
          by hand
        </span>
      )}
      {cell.flagged && (
        <span className="inline-flex items-center gap-0.5 text-warning">
          <Flag aria-hidden className="size-3" /> flagged
        </span>
      )}
      {threads > 0 && (
        <span className="inline-flex items-center gap-0.5 rounded bg-accent-soft px-1 text-accent-ink">
          <MessageSquare aria-hidden className="size-3" /> {threads}
          <span className="sr-only"> open {threads === 1 ? "thread" : "threads"}</span>
        </span>
      )}
    </span>
  );
}
