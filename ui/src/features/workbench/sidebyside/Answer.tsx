import { Flag, FlagOff, ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import type { Cell, GridCell, RunColumn } from "@/api/types";
import { CELL_WORDS, ColumnHead, scoreText } from "@/features/runs";
import { formatLatency, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { visible } from "@/shared/format/visible";
import { Badge } from "@/shared/ui/Badge";
import { CopyButton } from "@/shared/ui/CopyButton";
import { cx } from "@/shared/ui/cx";
import { DiffText } from "@/shared/ui/DiffText";
import { Disclosure } from "@/shared/ui/Disclosure";
import { IconButton } from "@/shared/ui/IconButton";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { isDone, isGradable, useBench } from "../cells/bench";
import { gradeColor, gradeOf, gradeText } from "../cells/grade";

interface AnswerProps {
  column: RunColumn;
  /** Whole, once it is here. */
  cell: Cell | undefined;
  /** As the grid has it: fresh, but cut. */
  grid: GridCell | undefined;
  /** What it is compared with. */
  before: string | null;
  /** What is expected is compared with the part that counts. */
  onlyParsed: boolean;
  isBaseline: boolean;
}

export function Answer({ column, cell, grid, before, onlyParsed, isBaseline }: AnswerProps) {
  const { run, mayMark, grade: give, flag } = useBench();
  const grade = grid ? gradeOf(grid, run.grade_scorer) : null;
  const text = cell?.output ?? null;
  return (
    <article aria-label={column.model_name} className={cx("flex h-full flex-col rounded-lg border", isBaseline ? "border-lilac" : "border-line")}>
      <header className="flex min-h-12 items-center gap-2 border-b border-line px-3 py-2">
        <ColumnHead column={column} all={run.plan.columns} />
        {isBaseline && <Badge tone="lilac">baseline</Badge>}
        {grade && <span style={gradeColor(grade.value)} className="ml-auto shrink-0 rounded-md px-1.5 py-0.5 text-xs font-semibold tabular-nums"><span className="sr-only">Grade </span>{gradeText(grade.value)}</span>}
      </header>
      <div className="min-h-24 flex-1 px-3 py-2.5">
        {!cell && <BlockSkeleton lines={4} label="Loading the answer" />}
        {cell && !isDone(cell) && <p className="text-sm text-ink-subtle">{CELL_WORDS[cell.state]}</p>}
        {cell?.state === "failed" && <p dir="auto" className="text-sm wrap-anywhere text-error">{(cell.error_code ?? "failed").replaceAll("_", " ")}: {visible(cell.error ?? "")}</p>}
        {cell?.malformed && <p className="mb-2 text-xs font-medium text-warning">{cell.malformed}</p>}
        {text !== null && (before !== null ? <DiffText before={before} after={onlyParsed ? (cell?.parsed ?? text) : text} /> : <Words text={text} />)}
      </div>
      {cell && <Rationales cell={cell} />}
      <footer className="flex flex-wrap items-center gap-x-3 border-t border-line px-3 py-1.5 text-2xs text-ink-subtle">
        {cell?.latency_ms != null && <span>{formatLatency(cell.latency_ms)}</span>}
        {cell?.prompt_tokens != null && <span>{formatTokens(cell.prompt_tokens)} | {formatTokens(cell.completion_tokens ?? 0)}</span>}
        {cell && isGradable(cell) && <span>{formatMoney(readMoney(cell.cost_usd))}</span>}
        <span className="ml-auto flex items-center">
          {grid && mayMark && isGradable(grid) && <IconButton label="Good" aria-pressed={grid.manual === 1} className={cx("size-7!", grid.manual === 1 && "text-success!")} onClick={() => give(grid, grid.manual === 1 ? null : 1)}><ThumbsUp aria-hidden /></IconButton>}
          {grid && mayMark && isGradable(grid) && <IconButton label="Bad" aria-pressed={grid.manual === 0} className={cx("size-7!", grid.manual === 0 && "text-error!")} onClick={() => give(grid, grid.manual === 0 ? null : 0)}><ThumbsDown aria-hidden /></IconButton>}
          {grid && mayMark && isDone(grid) && <IconButton label={grid.flagged ? "Remove the flag" : "Flag for review"} className={cx("size-7!", grid.flagged && "text-warning!")} onClick={() => flag(grid)}>{grid.flagged ? <FlagOff aria-hidden /> : <Flag aria-hidden />}</IconButton>}
          {text && <CopyButton text={text} label="Copy" />}
        </span>
      </footer>
    </article>
  );
}

/** Long answers begin cut, so that the beginnings stand beside each other. */
const CUT = 1_200;

function Words({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const cut = text.length > CUT && !all;
  return (
    <>
      <p dir="auto" className="font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap text-ink [unicode-bidi:plaintext]">{visible(cut ? text.slice(0, CUT) : text) || <span className="text-ink-subtle">empty answer</span>}{cut && "…"}</p>
      {text.length > CUT && <button type="button" onClick={() => setAll(!all)} className="mt-1 rounded text-xs font-medium text-accent-ink hover:underline">{all ? "Show less" : "Show all"}</button>}
    </>
  );
}

function Rationales({ cell }: { cell: Cell }) {
  const [open, setOpen] = useState(false);
  const said = cell.scores.filter(({ reason, output }) => reason || output);
  if (said.length === 0) return null;
  return (
    <div className="border-t border-line px-3 py-1">
      <Disclosure label="Why" open={open} onOpenChange={setOpen} summary={said.map(({ name, value }) => `${name} ${value === null ? "–" : scoreText(value)}`).join(" · ")}>
        <dl className="flex flex-col gap-2 pb-2">
          {said.map((score) => (
            <div key={score.scorer}>
              <dt className="text-2xs font-medium text-ink-subtle">{score.name}</dt>
              <dd dir="auto" className="text-xs wrap-anywhere whitespace-pre-wrap text-ink-muted">{visible(score.output ?? score.reason ?? "")}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  );
}
