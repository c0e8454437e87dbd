import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, RotateCw } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import type { Cell, Project, RunReport } from "@/api/types";
import { CommentThreads } from "@/features/comments";
import { may } from "@/features/people/projects";
import { Badge, type Tone } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Sheet } from "@/shared/ui/Sheet";
import { moneyOfCell } from "@/shared/ui/SimulatedMark";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { Verbatim } from "@/shared/ui/Verbatim";
import { useRepeatCells } from "../api";
import { CELL_WORDS, mayGoOn } from "../runStates";
import { columnName } from "../runPhrasing";
import { ExplainFailure } from "../assist/ExplainFailure";
import { CallInProgress } from "./CallInProgress";
import { CellCase, CellExpected, CellHistory, CellRequest, CellUsage } from "./CellDetails";
import { CellFacts } from "./CellFacts";
import { CellMarks } from "./CellMarks";
import { CellScores } from "./CellScores";
import { cellQuery } from "./gridApi";
import { CellPart } from "./CellPart";
import { rowName } from "./rowName";
import type { RowSource } from "./useGridRows";

interface CellSheetProps {
  project: Project;
  run: RunReport;
  ordinal: number;
  /** The rows of the list, to walk through them. */
  rows: Pick<RowSource, "placeOf" | "at" | "total">;
  /** A run of the past is only looked at. */
  historical?: boolean;
  /** Stands beside the button that repeats, such as another way to look at the case. */
  more?: ReactNode;
  onGo: (ordinal: number) => void;
  onClose: () => void;
}

const TONES: Record<Cell["state"], Tone> = {
  open: "neutral",
  calling: "info",
  answered: "success",
  malformed: "warning",
  failed: "error",
};

/** Everything that is known of one answer, beside the grid. */
export function CellSheet({ project, run, ordinal, rows, historical = false, more, onGo, onClose }: CellSheetProps) {
  const found = useQuery(cellQuery(project.slug, run.id, ordinal));
  const repeat = useRepeatCells(project.slug, run.id);
  const { plan } = run;
  const columns = plan.columns.length;
  const [number, column] = [Math.floor(ordinal / columns), ordinal % columns];
  const place = rows.placeOf(number);
  const [above, below] = [place > 0 ? rows.at(place - 1) : undefined, place >= 0 ? rows.at(place + 1) : undefined];
  const chosen = plan.columns[column];
  const steps: Record<string, number | null> = {
    ArrowUp: above ? above.row * columns + column : null,
    ArrowDown: below ? below.row * columns + column : null,
    ArrowLeft: column > 0 ? ordinal - 1 : null,
    ArrowRight: column < columns - 1 ? ordinal + 1 : null,
  };
  const go = (key: string) => {
    const next = steps[key] ?? null;
    if (next !== null) onGo(next);
  };
  const press = (event: KeyboardEvent) => {
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey || takesArrows(event.target)) return;
    event.preventDefault();
    go(event.key);
  };
  const step = (key: string, label: string, icon: ReactNode) => (
    // Not disabled: a button that has the focus would lose it at the end of the grid, and with it the keys.
    <IconButton
      label={label}
      aria-disabled={steps[key] === null || undefined}
      className="aria-disabled:opacity-40"
      onClick={() => go(key)}
    >
      {icon}
    </IconButton>
  );
  const cell = found.data;
  const done = cell !== undefined && cell.state !== "open" && cell.state !== "calling";
  const starts = may(project, "start_runs") && project.archived_at === null && mayGoOn(run.state) && !historical;
  const title =
    `${rowName({ position: Math.floor(number / plan.trials), trial: number % plan.trials }, plan.trials)} ` +
    `· ${chosen ? columnName(chosen, plan.columns) : ""}`;
  const again = () =>
    repeat.mutate(
      { cells: [ordinal] },
      { onSuccess: () => notify.success("Running the cell again"), onError: notify.failure },
    );
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      focusPanel
      onKeyDown={press}
      badges={
        cell && (
          <Badge tone={TONES[cell.state]} icon={cell.state === "calling" && <CallInProgress />}>
            {CELL_WORDS[cell.state]}
          </Badge>
        )
      }
      actions={
        <>
          {step("ArrowUp", "Row above (↑)", <ChevronUp aria-hidden />)}
          {step("ArrowDown", "Row below (↓)", <ChevronDown aria-hidden />)}
          {columns > 1 && step("ArrowLeft", "Column before (←)", <ChevronLeft aria-hidden />)}
          {columns > 1 && step("ArrowRight", "Column after (→)", <ChevronRight aria-hidden />)}
        </>
      }
      footer={
        ((starts && done) || more) && (
          <>
            {more}
            {starts && done && (
              <Button variant="secondary" loading={repeat.isPending} onClick={again}>
                <RotateCw aria-hidden /> Repeat this cell
              </Button>
            )}
          </>
        )
      }
    >
      {found.isPending && <BlockSkeleton lines={8} label="Loading the cell" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {cell && <Story project={project} run={run} cell={cell} />}
    </Sheet>
  );
}

/** Fields, choices and texts that scroll have a use for the arrows themselves. */
function takesArrows(target: EventTarget): boolean {
  if (!(target instanceof Element)) return false;
  const text = target.closest("pre");
  if (text) return text.scrollHeight > text.clientHeight;
  return target.closest("input, textarea, select, [role=radiogroup], [role=combobox], [role=menu]") !== null;
}

/** What was asked, what was expected and what was answered; then what people and scorers say; figures come last. */
function Story({ project, run, cell }: { project: Project; run: RunReport; cell: Cell }) {
  return (
    <div className="flex flex-col gap-5">
      <CellCase cell={cell} />
      <CellExpected cell={cell} />
      {cell.state === "failed" && (
        <CellPart title="What went wrong">
          <Notice tone="error" className="mb-2">
            {(cell.error_code ?? "failed").replaceAll("_", " ")}
            {cell.provider_status !== null && ` · HTTP ${cell.provider_status}`}
            {cell.provider_code && ` · ${cell.provider_code}`}
          </Notice>
          {cell.error && (
            <Verbatim label="Message of the provider" className="max-h-60 text-xs">
              {cell.error}
            </Verbatim>
          )}
        </CellPart>
      )}
      {cell.malformed && (
        <Notice tone="warning">
          <span className="font-medium">Malformed.</span> {cell.malformed}
        </Notice>
      )}
      {cell.output !== null && (
        <CellPart title="Output" copy={cell.output}>
          <Verbatim label="Output" className="max-h-[45dvh] text-xs leading-5">
            {cell.output || "(empty)"}
          </Verbatim>
        </CellPart>
      )}
      {cell.parsed !== null && cell.output !== null && cell.parsed.trim() !== cell.output.trim() && (
        <CellPart title="The part that counts" copy={cell.parsed}>
          <Verbatim label="The part that counts" className="max-h-60 text-xs leading-5">
            {cell.parsed}
          </Verbatim>
        </CellPart>
      )}
      {cell.tool_calls.length > 0 && (
        <CellPart title="Tool calls">
          <div className="flex flex-col gap-2">
            {cell.tool_calls.map((call, place) => (
              <Verbatim
                key={place}
                label={`Call of ${call.name}`}
                className="max-h-48 text-xs"
              >{`${call.name}(${call.arguments})`}</Verbatim>
            ))}
          </div>
        </CellPart>
      )}
      <CellMarks key={cell.ordinal} project={project} run={run} cell={cell} />
      <CommentThreads
        key={`comments ${cell.ordinal}`}
        project={project}
        subject={{ kind: "cell", id: run.id, part: String(cell.ordinal) }}
      />
      <CellScores scores={cell.scores} metrics={run.metrics} money={run.money} />
      <ExplainFailure project={project} run={run} cell={cell} />
      <CellRequest cell={cell} />
      <CellHistory cell={cell} />
      <CellFacts cell={cell} money={moneyOfCell(run.plan, cell)} />
      <CellUsage cell={cell} />
    </div>
  );
}
