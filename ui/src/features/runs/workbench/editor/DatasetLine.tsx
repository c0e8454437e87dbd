import { Table2 } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { DatasetPreview } from "./DatasetPreview";

interface DatasetLineProps {
  project: string;
  dataset: { id: string; name: string; cases: number } | null;
  columns: readonly string[] | null;
  variables: readonly string[];
}

/** Which dataset the next run takes. It is chosen beside the results, not here. */
export function DatasetLine({ project, dataset, columns, variables }: DatasetLineProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex h-9 items-center gap-2 border-t border-line px-3 text-xs">
      <Table2 aria-hidden className="size-3.5 shrink-0 text-ink-subtle" />
      {dataset ? (
        <>
          <span className="min-w-0 truncate font-medium text-ink" title={dataset.name}>
            {dataset.name}
          </span>
          <span className="shrink-0 whitespace-nowrap text-ink-subtle">{countOf(dataset.cases, "row")}</span>
          <Button variant="ghost" size="xs" className="-mr-2 ml-auto" onClick={() => setOpen(true)}>
            Preview<span className="sr-only"> the dataset</span>
          </Button>
          {open && (
            <DatasetPreview
              project={project}
              dataset={dataset}
              columns={columns}
              variables={variables}
              onClose={() => setOpen(false)}
            />
          )}
        </>
      ) : (
        <span className="min-w-0 truncate text-ink-subtle">
          {variables.length > 0
            ? "No dataset yet: choose one, or drop a file on the results"
            : "No dataset: the prompt is sent once"}
        </span>
      )}
    </div>
  );
}
