import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import type { Cell, ComparedCase, GridCell } from "@/api/types";
import { CELL_WORDS, cellQuery } from "@/features/runs";
import { type Scale, valueText } from "@/shared/charts/estimateText";
import { visibleText } from "@/shared/format/visibleText";
import { diffWords, type Piece } from "@/shared/text/wordDiff";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { DiffSide } from "@/shared/ui/DiffText";
import { gradeColor } from "../cells/cellGrade";
import { KIND_ICONS } from "./KindChips";
import { KIND_TONES, KIND_WORDS, reasonWords } from "./changeKinds";

interface ComparedItemProps {
  project: string;
  item: ComparedCase;
  run: string;
  other: string;
  /** On which the grades read. */
  scale: Scale;
}

/** One case: what it asked, and both answers with the words that differ. */
export function ComparedItem({ project, item, run, other, scale }: ComparedItemProps) {
  const [whole, setWhole] = useState(false);
  const cut = Boolean(item.this?.output?.truncated || item.other?.output?.truncated);
  const mine = useQuery({
    ...cellQuery(project, run, item.this?.ordinal ?? 0),
    enabled: whole && item.this !== null,
  }).data;
  const theirs = useQuery({
    ...cellQuery(project, other, item.other?.ordinal ?? 0),
    enabled: whole && item.other !== null,
  }).data;
  // What was read stays in the cache when it is folded again.
  const [now, then] = whole ? [mine, theirs] : [undefined, undefined];
  const [before, after] = [textOf(item.other, then), textOf(item.this, now)];
  const begun = cut && ((item.this !== null && !now) || (item.other !== null && !then));
  const pieces = before === null || after === null ? null : diffWords(before, after);
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-raised">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-surface px-3 py-2">
        <span className="text-xs font-medium text-ink-subtle">
          {item.position + 1}
          {item.trial > 0 && ` · trial ${item.trial + 1}`}
        </span>
        <Badge tone={KIND_TONES[item.kind]} icon={KIND_ICONS[item.kind]}>
          {KIND_WORDS[item.kind]}
        </Badge>
        <p dir="auto" title={caseWords(item)} className="min-w-0 flex-1 basis-60 truncate text-sm text-ink">
          {caseWords(item)}
        </p>
        {item.reason && <span className="text-xs text-ink-subtle">{reasonWords(item.reason)}</span>}
        {(item.grade !== null || item.other_grade !== null) && (
          <span className="flex items-center gap-1.5">
            <GradeMark grade={item.other_grade} scale={scale} />{" "}
            <ArrowRight aria-label="then" role="img" className="size-3.5 text-ink-subtle" />{" "}
            <GradeMark grade={item.grade} scale={scale} />
          </span>
        )}
      </div>
      <div className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
        <ComparedAnswer title="Before" cell={item.other} text={before} pieces={pieces} side="before" cut={begun} />
        <ComparedAnswer title="After" cell={item.this} text={after} pieces={pieces} side="after" cut={begun} />
      </div>
      {(item.expected || cut) && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-3 py-1.5">
          {item.expected && (
            <p dir="auto" className="min-w-0 flex-1 truncate text-xs text-ink-muted">
              Expected: {visibleText(item.expected.text)}
              {item.expected.truncated && "…"}
            </p>
          )}
          {cut && (
            <Button
              variant="ghost"
              size="xs"
              className="ml-auto"
              loading={whole && begun}
              onClick={() => setWhole(!whole)}
            >
              {whole ? "Show less" : "Whole answers"}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface ComparedAnswerProps {
  title: string;
  cell: GridCell | null;
  text: string | null;
  /** Null when one of them has no text. */
  pieces: readonly Piece[] | null;
  side: "before" | "after";
  cut: boolean;
}

function ComparedAnswer({ title, cell, text, pieces, side, cut }: ComparedAnswerProps) {
  return (
    <div role="group" aria-label={title} className="min-w-0 px-3 py-2.5">
      {cell === null && <p className="text-sm text-ink-subtle">No such case in this run</p>}
      {cell !== null && text === null && (
        <p className="text-sm text-ink-subtle">
          {cell.state === "failed" ? (
            <span className="text-error">{visibleText(cell.error ?? "failed")}</span>
          ) : (
            CELL_WORDS[cell.state]
          )}
        </p>
      )}
      {cell?.malformed && <p className="mb-1 text-xs text-warning">{visibleText(cell.malformed)}</p>}
      {text !== null && (
        <div className="max-h-96 overflow-y-auto font-mono [&>div]:text-xs [&>div]:leading-5">
          {pieces ? (
            <DiffSide pieces={pieces} side={side} cut={cut} />
          ) : (
            <div dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink">
              {visibleText(text)}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function GradeMark({ grade, scale }: { grade: number | null; scale: Scale }) {
  if (grade === null) return <span className="text-xs text-ink-subtle">no score</span>;
  return (
    <span style={gradeColor(grade)} className="rounded px-1.5 py-0.5 text-2xs font-medium">
      {valueText(scale, grade)}
    </span>
  );
}

/** The whole answer once it was read, its beginning until then. */
function textOf(cell: GridCell | null, whole: Cell | undefined): string | null {
  if (cell === null || (cell.state !== "answered" && cell.state !== "malformed")) return null;
  if (whole) return whole.output ?? "";
  return cell.output?.text ?? "";
}

/** The short values tell cases apart; long ones, such as documents, come last. */
function caseWords(item: ComparedCase): string {
  const values = Object.values(item.values)
    .map(({ text }) => text)
    .sort((one, other) => one.length - other.length);
  return visibleText(values.join(" · ")) || "No variables";
}
