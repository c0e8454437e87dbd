import { Link } from "@tanstack/react-router";
import { Badge } from "@/shared/ui/Badge";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { formatPercent } from "@/shared/format/quantities";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { Rubric } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { scaleWords } from "./judgePhrasing";

export function RubricsTable({ project, rubrics }: { project: string; rubrics: readonly Rubric[] }) {
  const columns: Column<Rubric>[] = [
    {
      key: "name",
      header: "Name",
      lead: true,
      className: "lg:w-[28%]",
      cell: ({ id, name, version }) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <Link
            to="/projects/$slug/judges/rubrics/$rubric"
            params={{ slug: project, rubric: id }}
            className={cx(
              "inline-flex min-h-6 min-w-0 items-center rounded font-medium text-ink",
              "hover:text-accent-ink hover:underline",
            )}
          >
            <span title={name} className="truncate">
              {name}
            </span>
          </Link>
          <Badge>v{version}</Badge>
        </span>
      ),
    },
    {
      key: "criteria",
      header: "Criteria",
      className: "lg:w-[46%]",
      cell: ({ criteria }) => <CriteriaShares criteria={criteria} />,
    },
    {
      key: "scale",
      header: "Scale",
      className: "lg:w-[10%]",
      cell: ({ criteria, scale }) => (criteria.every((one) => one.scale === scale) ? scaleWords(scale) : "Mixed"),
    },
    {
      key: "changed",
      header: "Changed",
      align: "right",
      className: "lg:w-[16%]",
      cell: ({ created_at: at, created_by: by }) => (
        <span className="text-ink-muted">
          <span className="hidden xl:inline">{by} · </span>
          <RelativeTime at={at} />
        </span>
      ),
    },
  ];
  return <DataTable caption="Rubrics of this project" columns={columns} rows={rubrics} rowKey={({ id }) => id} fixed />;
}

/** The names with their shares: what a rubric is can be seen without opening it. */
function CriteriaShares({ criteria }: Pick<Rubric, "criteria">) {
  return (
    <ul className="flex flex-wrap justify-end gap-x-3 gap-y-0.5 lg:justify-start">
      {criteria.map(({ name, weight }) => (
        <li key={name} className="whitespace-nowrap text-ink">
          {name} <span className="text-xs text-ink-subtle">{formatPercent(weight)}</span>
        </li>
      ))}
    </ul>
  );
}
