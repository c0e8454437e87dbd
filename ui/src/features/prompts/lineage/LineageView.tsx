import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, GitBranch } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { LineageGraph, Prompt } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { MetricPicker } from "@/shared/metrics/MetricPicker";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Select } from "@/shared/ui/Select";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { VERDICT_WORDS, type VerdictWord } from "@/shared/verdicts/verdictPhrasing";
import { lineageQuery, type WantedScores } from "../api";
import { closedAtFirst, type Entry, lanesIn, type Row, rowsOf, sectionsOf, type SectionEntry } from "./lineageLanes";
import { LanesCell, widthOf } from "./LanesCell";
import { type LineageActions, LineageRow } from "./LineageRow";

interface LineageViewProps extends LineageActions {
  slug: string;
  prompt: Prompt;
  scores: WantedScores;
  onScores: (wanted: { metric?: string; target?: string }) => void;
}

/** How the versions came from each other, with scores on them and verdicts between them. */
export function LineageView({ prompt, scores, ...props }: LineageViewProps) {
  const found = useQuery(lineageQuery(props.slug, prompt.id, scores));
  if (found.isPending) return <RowSkeletons count={4} label="Loading lineage" />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data.nodes.length === 0) {
    return (
      <EmptyState action={<RoomLink room="experiments" />} icon={<GitBranch />} title="No version yet">
        Save a version, or let an experiment suggest one. The lineage shows which version is based on which, and which
        one is better.
      </EmptyState>
    );
  }
  return <Graph graph={found.data} latest={prompt.latest} {...props} />;
}

function Graph({
  graph,
  latest,
  onScores,
  ...actions
}: Omit<LineageViewProps, "prompt" | "scores"> & { graph: LineageGraph; latest: number }) {
  // Null until someone opens or closes one: versions that come later then fold in by themselves.
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const closed = chosen ?? closedAtFirst(graph);
  const sections = sectionsOf(graph);
  const rows = rowsOf(graph, closed);
  const width = widthOf(lanesIn(rows));
  const turn = (id: string) =>
    setChosen(closed.has(id) ? new Set([...closed].filter((one) => one !== id)) : new Set([...closed, id]));
  return (
    <Card aria-label="Lineage" className="overflow-hidden">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5">
        <p className="text-sm text-ink-muted">{summaryOf(graph)}</p>
        <ScoreChoice graph={graph} onScores={onScores} />
        {sections.length > 0 && (
          <span className="ml-auto flex gap-1">
            <Button variant="ghost" size="xs" onClick={() => setChosen(new Set())} disabled={closed.size === 0}>
              Expand all
            </Button>
            <Button
              variant="ghost"
              size="xs"
              onClick={() => setChosen(new Set(sections.map(({ id }) => id)))}
              disabled={closed.size === sections.length}
            >
              Collapse all
            </Button>
          </span>
        )}
      </div>
      {/* Arrow keys are a shortcut; every version is reachable by Tab as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions --
          moves the focus between the buttons inside */}
      <ol aria-label="Versions and where they came from" onKeyDown={moveFocus} className="py-2">
        {rows.map((row) => (
          <li key={row.entry.id} className="flex gap-1 pr-4 pl-2 hover:bg-surface-hover/50">
            <LanesCell
              lanes={row.lanes}
              width={width}
              look={lookOf(row.entry, latest)}
              verdict={row.entry.kind === "version" ? (row.entry.edge?.verdict ?? null) : null}
            />
            <div className="min-w-0 flex-1 py-2">
              <LineageEntryView row={row} sections={sections} closed={closed} onTurn={turn} {...actions} />
            </div>
          </li>
        ))}
      </ol>
      {graph.left_out > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-subtle">
          {countOf(graph.left_out, "older version")} not shown.
        </p>
      )}
    </Card>
  );
}

/** All versions are shown by one metric and on one model: only such scores mean the same. */
function ScoreChoice({ graph, onScores }: { graph: LineageGraph; onScores: LineageViewProps["onScores"] }) {
  const { metric, target, metrics, targets } = graph;
  if (metric === null || target === null) return null;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <MetricPicker metrics={metrics} value={metric} onChange={(next) => onScores({ metric: next, target })} />
      {targets.length > 1 && (
        <Select
          label="Model"
          size="sm"
          className="w-44 max-w-full"
          value={target}
          onChange={(next) => onScores({ metric, target: next })}
          options={targets.map((name) => ({ value: name, label: name }))}
        />
      )}
    </span>
  );
}

interface LineageEntryViewProps extends LineageActions {
  slug: string;
  row: Row;
  sections: readonly SectionEntry[];
  closed: ReadonlySet<string>;
  onTurn: (id: string) => void;
}

function LineageEntryView({ row: { entry }, sections, closed, onTurn, slug, ...actions }: LineageEntryViewProps) {
  if (entry.kind === "source") {
    return (
      <p className="flex min-h-7 items-center text-sm text-ink-muted">
        <Link
          to="/projects/$slug/prompts/$prompt"
          params={{ slug, prompt: entry.source.prompt }}
          search={{ version: entry.source.number }}
          className="inline-flex min-h-6 items-center font-medium text-ink hover:text-accent-ink hover:underline"
        >
          {entry.source.prompt_name}, version {entry.source.number}
        </Link>
        <span className="ml-1.5">is where this prompt was forked from</span>
      </p>
    );
  }
  if (entry.kind === "section") return <SectionLine section={entry} open={false} onTurn={onTurn} />;
  const opened = sections.find(({ id, last }) => !closed.has(id) && last === entry.node.number);
  return (
    <>
      {opened && <SectionLine section={opened} open onTurn={onTurn} />}
      <LineageRow slug={slug} entry={entry} {...actions} />
    </>
  );
}

function SectionLine({
  section,
  open,
  onTurn,
}: {
  section: SectionEntry;
  open: boolean;
  onTurn: (id: string) => void;
}) {
  const scored = section.nodes.filter(({ composite }) => composite).length;
  const told = verdictsOf(section.edges, TOLD.slice(0, -1));
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <button
        type="button"
        data-version
        aria-expanded={open}
        onClick={() => onTurn(section.id)}
        className={cx(
          "inline-flex min-h-7 items-center gap-1 rounded text-sm font-medium text-ink-muted",
          "hover:text-ink [&_svg]:size-4",
        )}
      >
        {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />} Versions {section.first} to {section.last}
      </button>
      {!open && (
        <span className="text-xs text-ink-subtle">
          {scored > 0 && <>{scored} with a score</>}
          {told.map((words) => ` · ${words}`)}
        </span>
      )}
    </div>
  );
}

function lookOf(entry: Entry, latest: number) {
  if (entry.kind !== "version") return entry.kind;
  return entry.node.number === latest ? "latest" : "plain";
}

const TOLD: readonly VerdictWord[] = [
  "better",
  "worse",
  "better_on_these_cases",
  "worse_on_these_cases",
  "cannot_tell",
];

/** "3 better", "1 worse on these cases": the verdicts of these edges that are there at all. */
function verdictsOf(edges: readonly LineageGraph["edges"][number][], words: readonly VerdictWord[]): string[] {
  return words.flatMap((word) => {
    const many = edges.filter(({ verdict }) => verdict === word).length;
    return many > 0 ? [`${many} ${VERDICT_WORDS[word].toLowerCase()}`] : [];
  });
}

function summaryOf(graph: LineageGraph): string {
  return [countOf(graph.nodes.length + graph.left_out, "version"), ...verdictsOf(graph.edges, TOLD)].join(" · ");
}

function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-version]")];
  const here = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[here + (event.key === "ArrowDown" ? 1 : -1)];
  if (here < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
