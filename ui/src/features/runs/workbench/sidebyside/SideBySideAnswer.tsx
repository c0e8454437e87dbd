import { TriangleAlert } from "lucide-react";
import type { Cell, GridCell, Rubric, RunColumn } from "@/api/types";
import { CELL_WORDS, ColumnHead, SafetyBadge } from "@/features/runs";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { DiffText } from "@/shared/ui/DiffText";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { isDone, useGridContext } from "../cells/gridContext";
import { gradeColor } from "../cells/cellGrade";
import { AnswerFoot } from "./AnswerFoot";
import { OtherScores, Rationales } from "./Rationales";
import { beginning, type CriterionReadings, CUT } from "./judgeReadings";

export interface ShownAnswer {
  column: RunColumn;
  place: number;
  name: string;
  /** Whole, once it is here. */
  cell: Cell | undefined;
  /** As the grid has it: fresh, but cut. */
  grid: GridCell | undefined;
  /** From 0 to 1: the grade, or what judges say of the criterion that is chosen. */
  value: number | null;
  /** The value on its scale. */
  score: string | null;
  readings: readonly CriterionReadings[];
  others: Cell["scores"];
  warnings: readonly string[];
}

interface SideBySideAnswerProps {
  answer: ShownAnswer;
  rubric: Rubric | null;
  /** Of what the score is: the grade as a whole, or a criterion. */
  measure: string;
  /** The text that this answer is compared with. */
  before: string | null;
  /** What is expected is compared with the part that counts. */
  onlyParsed: boolean;
  isBaseline: boolean;
  whole: boolean;
  onWhole: () => void;
  open: ReadonlySet<string>;
  onToggle: (criterion: string) => void;
}

export function SideBySideAnswer({
  answer,
  rubric,
  measure,
  before,
  onlyParsed,
  isBaseline,
  whole,
  onWhole,
  open,
  onToggle,
}: SideBySideAnswerProps) {
  const { run } = useGridContext();
  const { column, cell, grid, value, score, readings, others, warnings } = answer;
  const text = cell?.output ?? null;
  return (
    <article
      aria-label={answer.name}
      className={cx("flex h-full flex-col rounded-lg border", isBaseline ? "border-lilac" : "border-line")}
    >
      <header className="flex min-h-14 items-center gap-2 border-b border-line px-3 py-2">
        <ColumnHead column={column} all={run.plan.columns} />
        {isBaseline && <Badge tone="lilac">baseline</Badge>}
        {value !== null && score !== null && (
          <span
            data-score={value}
            title={measure}
            style={gradeColor(value)}
            className="shrink-0 rounded-md px-2 py-1 text-base leading-5 font-semibold whitespace-nowrap tabular-nums"
          >
            <span className="sr-only">{measure} </span>
            {score}
          </span>
        )}
      </header>
      <div className="min-h-20 px-3 py-2.5">
        {grid && (
          <div className="mb-1.5 empty:hidden">
            <SafetyBadge cell={grid} />
          </div>
        )}
        {warnings.length > 0 && (
          <p className="mb-1.5 flex items-center gap-1 text-2xs font-medium text-warning">
            <TriangleAlert aria-hidden className="size-3 shrink-0" /> A judge warns: {visibleText(warnings.join(", "))}
          </p>
        )}
        {!cell && <BlockSkeleton lines={4} label="Loading the answer" />}
        {cell && !isDone(cell) && <p className="text-sm text-ink-subtle">{CELL_WORDS[cell.state]}</p>}
        {cell?.state === "failed" && (
          <p dir="auto" className="text-sm wrap-anywhere text-error">
            {(cell.error_code ?? "failed").replaceAll("_", " ")}: {visibleText(cell.error ?? "")}
          </p>
        )}
        {cell?.malformed && <p className="mb-2 text-xs font-medium text-warning">{cell.malformed}</p>}
        {text !== null &&
          (before !== null ? (
            <DiffText before={before} after={onlyParsed ? (cell?.parsed ?? text) : text} />
          ) : (
            <FoldedText text={text} whole={whole} onWhole={onWhole} />
          ))}
      </div>
      <Rationales readings={readings} rubric={rubric} open={open} onToggle={onToggle} />
      <OtherScores scores={others} metrics={run.metrics} />
      <AnswerFoot cell={cell} grid={grid} />
    </article>
  );
}

interface FoldedTextProps {
  text: string;
  whole: boolean;
  onWhole: () => void;
}

/** Long answers are cut at first, so that their beginnings are side by side. */
function FoldedText({ text, whole, onWhole }: FoldedTextProps) {
  const long = text.length > CUT;
  return (
    <>
      <p
        dir="auto"
        className="font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap text-ink [unicode-bidi:plaintext]"
      >
        {visibleText(whole ? text : beginning(text)) || <span className="text-ink-subtle">empty answer</span>}
        {long && !whole && "…"}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={onWhole}
          className="mt-1 rounded text-xs font-medium text-accent-ink hover:underline"
        >
          {whole ? "Show less" : `Show all ${text.length.toLocaleString("en")} characters`}
        </button>
      )}
    </>
  );
}
