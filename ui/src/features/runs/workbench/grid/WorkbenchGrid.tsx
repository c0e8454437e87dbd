/**
 * The grid of the workbench: a column for each target of the next run,
 * filled with the answers of the run that is shown.
 */
import { EmptyGrid } from "./EmptyGrid";
import { FilledGrid } from "./FilledGrid";
import type { WorkbenchGridProps } from "./gridProps";

export function WorkbenchGrid(props: WorkbenchGridProps) {
  const { run } = props;
  return (
    <section aria-label="Results" className="flex min-h-0 min-w-0 flex-1 flex-col">
      {run ? <FilledGrid key={run.id} {...props} run={run} /> : <EmptyGrid {...props} />}
    </section>
  );
}
