import { useQuery } from "@tanstack/react-query";
import { Bot, ChevronRight, KeyRound, ScrollText } from "lucide-react";
import { useState } from "react";
import type { AuditEntry } from "@/api/types";
import { useDebounced } from "@/shared/forms/useDebounced";
import { Avatar } from "@/shared/ui/Avatar";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Pagination, useCursorPages } from "@/shared/ui/Pagination";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { type AuditFilter, auditQuery, NO_FILTER } from "./api";
import { readAction } from "./auditActions";
import { AuditDetail } from "./AuditDetail";
import { AuditFilters } from "./AuditFilters";
import { readChanges } from "./auditChanges";

export function AuditLog({ project }: { project: string | null }) {
  const [typed, setTyped] = useState<AuditFilter>(NO_FILTER);
  const filter = useDebounced(typed);
  const pages = useCursorPages(JSON.stringify(filter));
  const list = useQuery(auditQuery(project, filter, pages.cursor));
  const [expanded, setExpanded] = useState<string | null>(null);
  const entries = list.data?.items ?? [];
  const toggle = (id: string) => setExpanded(expanded === id ? null : id);

  return (
    <>
      <AuditFilters
        value={typed}
        onChange={setTyped}
        actions={unique(entries.map((entry) => entry.action))}
        entityTypes={unique(entries.map((entry) => entry.entity_type))}
      />
      {list.isPending && <RowSkeletons count={8} label="Loading audit log" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && entries.length === 0 && (
        <EmptyState
          icon={<ScrollText />}
          title="No results found"
          action={
            <Button variant="secondary" onClick={() => setTyped(NO_FILTER)}>
              Clear filters
            </Button>
          }
        >
          No entry matches these filters.
        </EmptyState>
      )}
      {entries.length > 0 && (
        <>
          <DataTable
            caption="Audit log, newest first"
            columns={columnsFor(expanded, toggle)}
            rows={entries}
            rowKey={(entry) => entry.id}
            detail={(entry) => (entry.id === expanded ? <AuditDetail entry={entry} /> : null)}
          />
          <Pagination label="Audit log pages" pages={pages} nextCursor={list.data?.next_cursor ?? null} />
        </>
      )}
    </>
  );
}

/** The gist in one line; the row opens to the whole. */
function summary(entry: AuditEntry): string {
  return readChanges(entry.changes)
    .map(({ field, old, new: now }) =>
      old === null || old === "none" ? `${field}: ${now ?? "none"}` : `${field}: ${old} → ${now ?? "none"}`,
    )
    .join(", ");
}

function unique(values: string[]): string[] {
  return [...new Set(values)].sort();
}

function columnsFor(expanded: string | null, toggle: (id: string) => void): Column<AuditEntry>[] {
  return [
    {
      key: "action",
      header: "Action",
      lead: true,
      width: "content",
      cell: (entry) => (
        <button
          type="button"
          aria-expanded={entry.id === expanded}
          onClick={() => toggle(entry.id)}
          className="flex min-h-6 items-center gap-2 rounded text-left font-medium hover:text-accent-ink"
        >
          <ChevronRight
            aria-hidden
            className={cx(
              "size-4 shrink-0 text-ink-subtle transition-transform duration-150",
              entry.id === expanded && "rotate-90",
            )}
          />
          <span className="flex min-w-0 flex-col">
            {readAction(entry.action)}
            <span className="font-mono text-xs font-normal text-ink-subtle">{entry.action}</span>
          </span>
        </button>
      ),
    },
    {
      key: "actor",
      header: "Actor",
      width: "class",
      className: "lg:min-w-44",
      cell: (entry) => <ActorCell entry={entry} />,
    },
    { key: "entity", header: "Entity", className: "text-ink-muted", cell: (entry) => entry.entity_type },
    {
      key: "summary",
      header: "Changed",
      width: "rest",
      className: "text-ink-muted",
      cell: (entry) => (
        <span title={summary(entry)} className="block truncate">
          {summary(entry) || "–"}
        </span>
      ),
    },
    {
      key: "number",
      header: "No.",
      align: "right",
      className: "text-ink-muted",
      cell: (entry) => entry.number,
    },
    {
      key: "at",
      header: "When",
      align: "right",
      className: "text-ink-muted",
      cell: (entry) => <RelativeTime at={entry.at} />,
    },
  ];
}

function ActorCell({ entry }: { entry: AuditEntry }) {
  const { kind, label } = entry.actor;
  const Icon = kind === "token" ? KeyRound : Bot;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {kind === "user" ? (
        <Avatar label={label} size="sm" />
      ) : (
        <Icon aria-hidden className="mx-1 size-4 shrink-0 text-ink-subtle" />
      )}
      <span title={label} className="truncate">
        {label}
      </span>
      {kind !== "user" && <span className="shrink-0 text-xs text-ink-subtle">{kind}</span>}
    </span>
  );
}
