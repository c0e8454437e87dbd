import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import type { Cell, Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { Badge, type Tone } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Sheet } from "@/shared/ui/Sheet";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { Verbatim } from "@/shared/ui/Verbatim";
import { useRepeatCells } from "../api";
import { CELL_WORDS, mayGoOn } from "../runStates";
import { columnName } from "../runPhrasing";
import { CallInProgress } from "./CallInProgress";
import { CellCase, CellHistory, CellRequest, CellUsage } from "./CellDetails";
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
      badges={
        cell && (
          <Badge tone={TONES[cell.state]} icon={cell.state === "calling" && <CallInProgress />}>
            {CELL_WORDS[cell.state]}
          </Badge>
        )
      }
      actions={
        <>
          <IconButton label="Row above" disabled={!above} onClick={() => above && onGo(above.row * columns + column)}>
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton label="Row below" disabled={!below} onClick={() => below && onGo(below.row * columns + column)}>
            <ChevronDown aria-hidden />
          </IconButton>
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

function Story({ project, run, cell }: { project: Project; run: RunReport; cell: Cell }) {
  return (
    <div className="flex flex-col gap-5">
      <CellFacts cell={cell} />
      <CellMarks key={cell.ordinal} project={project} run={run} cell={cell} />
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
      <CellScores scores={cell.scores} metrics={run.metrics} />
      <CellCase cell={cell} />
      <CellRequest cell={cell} />
      <CellUsage cell={cell} />
      <CellHistory cell={cell} />
    </div>
  );
}
