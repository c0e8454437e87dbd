import { Link } from "@tanstack/react-router";
import { Vote } from "lucide-react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { BoardCard } from "../types";

export function BoardsTable({ project, boards }: { project: Project; boards: readonly BoardCard[] }) {
  const { slug } = project;
  const open = may(project, "comment") && project.archived_at === null;
  const columns: Column<BoardCard>[] = [
    {
      key: "name",
      header: "Leaderboard",
      lead: true,
      className: "lg:w-[29%]",
      cell: ({ id, name }) => (
        <Link
          to="/projects/$slug/arena/$board"
          params={{ slug, board: id }}
          search={{}}
          className={cx(
            "inline-flex min-h-6 max-w-full items-center rounded font-medium text-ink",
            "hover:text-accent-ink hover:underline",
          )}
        >
          <span title={name} className="truncate">
            {visibleText(name)}
          </span>
        </Link>
      ),
    },
    {
      key: "dataset",
      header: "Dataset",
      className: "lg:w-[20%]",
      cell: ({ dataset_name: name, dataset_version: version }) => (
        <span className="block truncate text-ink-muted" title={name}>
          {visibleText(name)} v{version}
        </span>
      ),
    },
    {
      key: "runs",
      header: "Runs",
      align: "right",
      className: "lg:w-[7%]",
      cell: ({ runs }) => runs.toLocaleString("en"),
    },
    {
      key: "votes",
      header: "Votes",
      className: "lg:w-[14%]",
      cell: ({ votes, voters }) =>
        votes === 0 ? (
          <span className="text-ink-subtle">none</span>
        ) : (
          <span className="whitespace-nowrap">
            {votes.toLocaleString("en")}{" "}
            <span className="text-xs text-ink-subtle">by {countOf(voters, "person", "people")}</span>
          </span>
        ),
    },
    {
      key: "made",
      header: "Created",
      className: "lg:w-[20%]",
      cell: ({ created_by_label: who, created_at: at }) => (
        <span className="block truncate text-xs text-ink-subtle" title={who}>
          <RelativeTime at={at} /> by {visibleText(who)}
        </span>
      ),
    },
    ...(open
      ? [
          {
            key: "vote",
            header: "Vote",
            className: "lg:w-[10%]",
            align: "right" as const,
            cell: ({ id, name }: BoardCard) => (
              <Button variant="secondary" size="xs" asChild>
                <Link to="/projects/$slug/arena/$board/vote" params={{ slug, board: id }}>
                  <Vote aria-hidden /> Vote<span className="sr-only"> on {name}</span>
                </Link>
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <DataTable caption="Leaderboards of this project" columns={columns} rows={boards} rowKey={({ id }) => id} fixed />
  );
}
