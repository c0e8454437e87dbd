/** What can be done on the grid: to cells, rows and columns, by pointer or by key. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { GridCell, GridRow, Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { cellQuery, idleWords, mayGoOn, putCells, useFlagCell, useGradeCell, useRepeatCells } from "@/features/runs";
import { countOf } from "@/shared/format/quantities";
import { SEQUENCE_MS } from "@/shared/keys/sequence";
import { notify } from "@/shared/ui/notify";
import { type GridActions, isDone, isGradable } from "../cells/gridContext";
import type { Metric } from "../setup/runSetup";

interface GridActionsProps {
  project: Project;
  run: RunReport;
  historical: boolean;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  onSideBySide: (row: number) => void;
}

const METRIC_KEYS: Record<string, Metric> = { g: "grade", t: "tokens", c: "cost", l: "latency" };

export function useGridActions({ project, run, historical, metric, onMetric, onSideBySide }: GridActionsProps) {
  const cache = useQueryClient();
  const { slug } = project;
  const { mutate: repeatCells } = useRepeatCells(slug, run.id);
  const { mutate: gradeCell } = useGradeCell(slug, run.id);
  const { mutate: flagCell } = useFlagCell(slug, run.id);
  const open = project.archived_at === null;
  const mayRepeat = open && !historical && may(project, "start_runs") && mayGoOn(run.state);
  const mayMark = open && may(project, "comment");
  const idle = idleWords(run);
  const awaited = useRef(0);

  const bench = useMemo((): GridActions => {
    const repeat = (ordinals: readonly number[]) => {
      putCells(cache, slug, run.id, ordinals, { state: "open", output: null, scores: [], manual: null });
      repeatCells(
        { cells: [...ordinals] },
        {
          onSuccess: () => notify.success(`Running ${countOf(ordinals.length, "cell")} again`),
          onError: notify.failure,
        },
      );
    };
    return {
      project: slug,
      run,
      metric,
      idle,
      mayRepeat,
      mayMark,
      repeat,
      repeatRow: (row: GridRow) => repeat(row.cells.filter(isDone).map(({ ordinal }) => ordinal)),
      grade: (cell: GridCell, grade: number | null) => gradeCell({ ordinal: cell.ordinal, grade }),
      flag: (cell: GridCell) => flagCell({ ordinal: cell.ordinal, flagged: !cell.flagged, note: "" }),
      copy: (cell: GridCell) => {
        const whole = async () =>
          cell.output?.truncated
            ? ((await cache.fetchQuery(cellQuery(slug, run.id, cell.ordinal))).output ?? "")
            : (cell.output?.text ?? "");
        void whole()
          .then((text) => navigator.clipboard.writeText(text))
          .then(
            () => notify.success("Copied"),
            () =>
              notify.warning("The browser did not allow copying. Open the cell, select the text and copy it by hand."),
          );
      },
      sideBySide: onSideBySide,
    };
  }, [cache, slug, run, metric, idle, mayRepeat, mayMark, repeatCells, gradeCell, flagCell, onSideBySide]);

  const press = (key: string, row: GridRow | undefined, cell: GridCell | undefined): boolean => {
    const now = Date.now();
    const begun = now - awaited.current < SEQUENCE_MS;
    const wanted = begun ? METRIC_KEYS[key] : undefined;
    awaited.current = 0;
    if (wanted) onMetric(wanted);
    // G R goes to the runs: after G, no key acts on the cell.
    else if (begun) return false;
    else if (key === "g") {
      awaited.current = now;
      // Not taken: the second key may be one of the whole product.
      return false;
    } else if (key === "s" && row) onSideBySide(row.row);
    else if (key === "r" && mayRepeat && cell && isDone(cell)) bench.repeat([cell.ordinal]);
    else if (key === "r" && mayRepeat && !cell && row) bench.repeatRow(row);
    else if (key === "f" && mayMark && cell && isDone(cell)) bench.flag(cell);
    else if ((key === "+" || key === "-") && mayMark && cell && isGradable(cell)) {
      const grade = key === "+" ? 1 : 0;
      bench.grade(cell, cell.manual === grade ? null : grade);
    } else return false;
    return true;
  };
  return { bench, press };
}
