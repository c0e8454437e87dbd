import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FileUp, Plus, SearchX, Table2 } from "lucide-react";
import { useState } from "react";
import type { Dataset } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { type CaseFilter, caseListQuery, type CaseSort, tagsQuery } from "./api";
import { BulkBar } from "./BulkBar";
import { BulkDeleteDialog, BulkEditDialog } from "./BulkDialogs";
import { CaseCards } from "./CaseCards";
import { fittingHeight } from "./caseColumns";
import { CaseFilters } from "./CaseFilters";
import { CaseSheet } from "./CaseSheet";
import { CaseTable } from "./CaseTable";
import {
  allLoaded,
  countChosen,
  everything,
  NOTHING,
  type Selection,
  toChosen,
  toggled,
  toggledAll,
} from "./caseSelection";
import { useRowHeight } from "./useRowHeight";
import { useWide } from "./useWide";

interface CasesPanelProps {
  project: string;
  dataset: Dataset;
  filter: CaseFilter;
  sort: CaseSort;
  /** An older version, to look at only; null for the newest. */
  version: number | null;
  /** The case whose panel is open. */
  open: string | null;
  edits: boolean;
  onFilter: (filter: CaseFilter, sort: CaseSort, replace: boolean) => void;
  onOpen: (id: string | null) => void;
  onAdd: () => void;
  onImport: () => void;
}

export function CasesPanel(props: CasesPanelProps) {
  const { project, dataset, filter, sort, version, open, edits, onFilter, onOpen, onAdd, onImport } = props;
  const wanted = { ...filter, ...(sort === "position" ? {} : { sort }), ...(version === null ? {} : { version }) };
  const list = useInfiniteQuery(caseListQuery(project, dataset.id, wanted));
  const tags = useQuery(tagsQuery(project, dataset.id));
  const wide = useWide();
  // Another filter is another set of rows: what was chosen there is not chosen here.
  const [held, setHeld] = useState<{ of: string; selection: Selection }>({ of: "", selection: NOTHING });
  const of = JSON.stringify(wanted);
  const selection = held.of === of ? held.selection : NOTHING;
  const select = (next: Selection) => setHeld({ of, selection: next });
  const [asking, setAsking] = useState<{ what: "edit" | "delete"; selection: Selection } | null>(null);

  const cases = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.total ?? cases.length;
  const ids = cases.map(({ id }) => id);
  const [rowHeight, setRowHeight] = useRowHeight(fittingHeight(dataset.columns, cases));
  const count = countChosen(selection, total);
  const filtered = Object.keys(filter).length > 0;
  const place = open ? ids.indexOf(open) : -1;
  const More = wide ? CaseTable : CaseCards;
  const asked = asking && {
    project,
    dataset,
    chosen: toChosen(asking.selection, filter),
    count: countChosen(asking.selection, total),
    onClose: () => setAsking(null),
    onDone: () => {
      setAsking(null);
      select(NOTHING);
      onOpen(null);
    },
  };

  if (!filtered && (list.isSuccess ? total === 0 : version === null && dataset.cases === 0))
    return <NoCases old={version !== null} edits={edits} onAdd={onAdd} onImport={onImport} />;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <CaseFilters
        project={project}
        dataset={dataset.id}
        filter={filter}
        sort={sort}
        onChange={onFilter}
        rowHeight={wide ? rowHeight : null}
        onRowHeight={setRowHeight}
      />
      {list.isPending && <RowSkeletons count={10} label="Loading cases" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && total === 0 && (
        <EmptyState
          icon={<SearchX />}
          title="No results found"
          action={
            <Button variant="secondary" onClick={() => onFilter({}, sort, false)}>
              Clear filters
            </Button>
          }
        >
          No case matches these filters.
        </EmptyState>
      )}
      {total > 0 && (
        <>
          <More
            key={of}
            columns={dataset.columns}
            cases={cases}
            total={total}
            locked={dataset.holdout_locked}
            rowHeight={rowHeight}
            selection={edits ? selection : null}
            onToggle={(id, range) => select(toggled(selection, ids, id, range))}
            onToggleAll={() => select(toggledAll(selection, ids))}
            onOpen={onOpen}
            onNearEnd={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
            stale={list.isPlaceholderData}
          />
          <p role="status" className="pt-2 text-xs text-ink-subtle">
            {filtered
              ? `${countOf(total, "case")} of ${dataset.cases.toLocaleString("en")} match`
              : countOf(total, "case")}
          </p>
        </>
      )}
      {edits && count > 0 && (
        <BulkBar
          count={count}
          offer={!selection.everything && allLoaded(selection, ids) && total > ids.length ? total : null}
          onEverything={() => select(everything())}
          onEdit={() => setAsking({ what: "edit", selection })}
          onDelete={() => setAsking({ what: "delete", selection })}
          onClear={() => select(NOTHING)}
        />
      )}
      {open && (
        <CaseSheet
          project={project}
          dataset={dataset}
          id={open}
          shown={cases[place] ?? null}
          version={version}
          edits={edits}
          previous={place > 0 ? (ids[place - 1] ?? null) : null}
          next={place >= 0 ? (ids[place + 1] ?? null) : null}
          onGo={onOpen}
          onDelete={(one) =>
            setAsking({ what: "delete", selection: { ids: new Set([one.id]), everything: false, anchor: null } })
          }
          onClose={() => onOpen(null)}
        />
      )}
      {asked && asking.what === "edit" && (
        <BulkEditDialog {...asked} knownTags={tags.data?.items.map(({ tag }) => tag) ?? []} />
      )}
      {asked && asking.what === "delete" && <BulkDeleteDialog {...asked} />}
    </div>
  );
}

function NoCases({
  old,
  edits,
  onAdd,
  onImport,
}: {
  old: boolean;
  edits: boolean;
  onAdd: () => void;
  onImport: () => void;
}) {
  if (old)
    return (
      <EmptyState action={<RoomLink room="datasets" />} icon={<Table2 />} title="This version has no cases">
        All cases were added later or deleted earlier.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Table2 />}
      title="No cases yet"
      action={
        edits && (
          <>
            <Button onClick={onImport}>
              <FileUp aria-hidden /> Import file
            </Button>
            <Button variant="secondary" onClick={onAdd}>
              <Plus aria-hidden /> Add case
            </Button>
          </>
        )
      }
    >
      Import cases from a CSV, JSON or Excel file: columns become variables, and you see every problem before anything
      is stored. Or write the first case by hand. {!edits && "An editor of this project can add cases."}
    </EmptyState>
  );
}
