/** One answer in the grid: what was said, how it went, what it cost and how it was judged. Knows nothing of runs or pages. */
import { CircleAlert, Recycle, TriangleAlert, Wrench } from "lucide-react";
import { memo } from "react";
import type { GridCell } from "@/api/types";
import { formatLatency, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { visible } from "@/shared/format/visible";
import { cx } from "@/shared/ui/cx";
import { CELL_WORDS } from "../states";
import { CallingBars } from "./CallingBars";
import { ScoreBadges } from "./ScoreBadge";

interface ResultCellProps {
  cell: GridCell;
  /** Said to screen readers: the row and the column. */
  label: string;
  scorers: readonly string[];
  /** No more calls will be made by themselves. */
  idle?: boolean;
  onOpen: (ordinal: number) => void;
  className?: string;
}

export const ResultCell = memo(function ResultCell({ cell, label, scorers, idle = false, onOpen, className }: ResultCellProps) {
  const { state } = cell;
  return (
    <button
      type="button"
      data-cell={cell.ordinal}
      data-state={state}
      onClick={() => onOpen(cell.ordinal)}
      className={cx(
        "flex size-full min-w-0 flex-col gap-1 rounded-md border px-2.5 py-2 text-left transition-colors duration-150 focus-visible:-outline-offset-2",
        state === "failed" ? "border-error-mark bg-error-soft/40" : state === "malformed" ? "border-warning-mark bg-warning-soft/40" : "border-transparent hover:border-line-strong hover:bg-surface",
        className,
      )}
    >
      <span className="sr-only">{label}, {CELL_WORDS[state].toLowerCase()}: </span>
      <Body cell={cell} idle={idle} />
      <Metrics cell={cell} />
      <ScoreBadges scores={cell.scores} scorers={scorers} />
    </button>
  );
});

function Body({ cell, idle }: { cell: GridCell; idle: boolean }) {
  if (cell.state === "calling") return <span className="flex flex-1 items-center gap-2 text-xs text-ink-subtle"><CallingBars /> <span aria-hidden>Asking…</span></span>;
  if (cell.state === "open") return <span aria-hidden className="flex flex-1 items-center text-xs text-ink-subtle">{idle ? "Not asked" : "Waiting"}</span>;
  if (cell.state === "failed") {
    return (
      <span className="flex min-h-0 flex-1 flex-col gap-0.5">
        <span className="flex items-center gap-1 text-2xs font-medium text-error"><CircleAlert aria-hidden className="size-3 shrink-0" /> {(cell.error_code ?? "failed").replaceAll("_", " ")}</span>
        <span className="line-clamp-2 text-xs wrap-anywhere text-ink-muted">{visible(cell.error ?? "")}</span>
      </span>
    );
  }
  return (
    <span className="flex min-h-0 flex-1 flex-col gap-0.5">
      {cell.state === "malformed" && (
        <span className="flex min-w-0 items-center gap-1 text-2xs font-medium text-warning"><TriangleAlert aria-hidden className="size-3 shrink-0" /> <span className="truncate">{cell.malformed}</span></span>
      )}
      <span dir="auto" className={cx("font-mono text-xs leading-4.5 wrap-anywhere whitespace-pre-wrap text-ink", cell.state === "malformed" ? "line-clamp-2" : "line-clamp-3")}>
        {visible(cell.output?.text ?? "")}{cell.output?.truncated && "…"}
        {!cell.output?.text && cell.tool_calls === 0 && <span className="font-sans text-ink-subtle">empty answer</span>}
      </span>
      {cell.tool_calls > 0 && <span className="flex items-center gap-1 text-2xs text-ink-muted"><Wrench aria-hidden className="size-3" /> {cell.tool_calls} tool {cell.tool_calls === 1 ? "call" : "calls"}</span>}
    </span>
  );
}

function Metrics({ cell }: { cell: GridCell }) {
  if (cell.state === "open" || cell.state === "calling") return null;
  const tokens = cell.prompt_tokens === null ? null : cell.prompt_tokens + (cell.completion_tokens ?? 0);
  const doubt = readMoney(cell.in_doubt_usd) ?? 0;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-2xs whitespace-nowrap text-ink-subtle">
      {cell.latency_ms !== null && <span>{formatLatency(cell.latency_ms)}</span>}
      {tokens !== null && <span>{formatTokens(tokens)} tok</span>}
      {cell.state !== "failed" && <span>{formatMoney(readMoney(cell.cost_usd))}</span>}
      {doubt > 0 && <span className="text-warning">{formatMoney(doubt)} in doubt</span>}
      {cell.reused && <span className="inline-flex items-center gap-0.5 rounded bg-lilac-soft px-1 text-lilac"><Recycle aria-hidden className="size-3" /> reused</span>}
      {cell.attempt > 1 && <span>attempt {cell.attempt}</span>}
      {cell.finish === "length" && <span className="text-warning">cut off</span>}
    </span>
  );
}
