import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Case } from "@/api/types";
import { firstCasesQuery, FirstRows, valueText } from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Dialog } from "@/shared/ui/Dialog";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons } from "@/shared/ui/Skeleton";

const FIRST = 50;
const EXPECTED = "Expected";

interface DatasetPreviewProps {
  project: string;
  dataset: { id: string; name: string; cases: number };
  columns: readonly string[] | null;
  variables: readonly string[];
  onClose: () => void;
}

/** The first rows as they will be put into the prompt. */
export function DatasetPreview({ project, dataset, columns, variables, onClose }: DatasetPreviewProps) {
  const found = useQuery(firstCasesQuery(project, dataset.id, FIRST));
  const { cases } = dataset;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={dataset.name}
      description={
        cases > FIRST
          ? `The first ${FIRST} of ${countOf(cases, "row")}. Columns that the prompt uses are marked.`
          : `${countOf(cases, "row")}. Columns that the prompt uses are marked.`
      }
      width="xl"
    >
      {found.isPending && <RowSkeletons count={8} label="Loading rows" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && found.data.items.length === 0 && (
        <EmptyState action={null} title="No rows yet">
          Add cases to the dataset, or drop a file on the results.
        </EmptyState>
      )}
      {found.data && found.data.items.length > 0 && (
        <Rows cases={found.data.items} columns={columns} variables={variables} />
      )}
      <div className="mt-4 flex justify-end">
        <Button variant="secondary" size="sm" asChild>
          <Link to="/projects/$slug/datasets/$dataset" params={{ slug: project, dataset: dataset.id }}>
            Open dataset
          </Link>
        </Button>
      </div>
    </Dialog>
  );
}

function Rows({
  cases,
  columns,
  variables,
}: {
  cases: readonly Case[];
  columns: readonly string[] | null;
  variables: readonly string[];
}) {
  const names = [...new Set([...(columns ?? []), ...cases.flatMap(({ values }) => Object.keys(values))])];
  const expects = cases.some(({ expected }) => expected !== null && expected !== "");
  return (
    <FirstRows
      label="First rows of the dataset"
      columns={expects ? [...names, EXPECTED] : names}
      marked={variables}
      rows={cases.map(({ values, expected }) => [...names.map((name) => valueText(values[name])), expected ?? ""])}
      tall
    />
  );
}
