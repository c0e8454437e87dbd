import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { RunReport } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { CELL_WORDS } from "../runStates";
import { rowCountsQuery } from "./gridApi";
import { COMPARED_KINDS, filterOf, orderOf, ROW_KINDS, type RowKind, type WantedRows } from "./rowFilter";
import { againstWords, isOffered, kindHint, kindWords } from "./rowKinds";

interface RowKindLinksProps {
  project: string;
  run: RunReport;
  wanted: WantedRows;
  /** The search part of the address that shows these rows here. */
  searchOf: (wanted: WantedRows) => object;
}

const COLORS: Partial<Record<RowKind, string>> = { fixed: "text-success", broken: "text-error", errors: "text-error" };

/** The rows people look for first, with their number. Each is a link: it can be opened elsewhere and shared. */
export function RowKindLinks({ project, run, wanted, searchOf }: RowKindLinksProps) {
  const counts = useQuery(rowCountsQuery(project, run, wanted)).data;
  const judges = run.scorers.filter(({ kind, spec }) => kind === "judge" && !spec["exam"]).length;
  // An address may ask for something that has no link of its own.
  const other = wanted.state ? CELL_WORDS[wanted.state] : wanted.low !== undefined ? "Low score" : null;
  const chosen = wanted.show ?? (wanted.flagged ? "flagged" : null);
  const all = run.plan.cases * run.plan.trials;
  const offered = ROW_KINDS.filter((kind) => isOffered(kind, counts, judges));
  const compared = offered.find((kind) => COMPARED_KINDS.includes(kind));
  return (
    <nav aria-label="Rows to show" className="flex min-w-0 flex-wrap items-center gap-1">
      <KindLink
        label="All"
        count={all}
        current={chosen === null && other === null}
        search={searchOf(withKind(wanted, null))}
      />
      {offered.map((kind) => (
        <Fragment key={kind}>
          {kind === compared && (
            <span className="ml-1 text-xs text-ink-subtle">{againstWords(counts?.baseline?.number)}</span>
          )}
          <KindLink
            label={kindWords(kind)}
            count={counts?.[kind] ?? null}
            hint={kindHint(kind, counts?.baseline?.number ?? null)}
            color={COLORS[kind]}
            current={chosen === kind}
            search={searchOf(withKind(wanted, kind))}
          />
        </Fragment>
      ))}
      {other !== null && <span className={cx(look, "bg-surface-hover text-ink ring-1 ring-line-strong")}>{other}</span>}
    </nav>
  );
}

/** The same search, tag and column; of rows of another kind. */
function withKind(wanted: WantedRows, kind: RowKind | null): WantedRows {
  const { show: _, state: __, low: ___, flagged: ____, ...rest } = filterOf(wanted);
  return { ...rest, ...(kind ? { show: kind } : {}), ...orderOf(wanted) };
}

const look = cx(
  "inline-flex h-6 items-center gap-1.5 rounded-md px-2 text-xs font-medium whitespace-nowrap",
  "transition-colors duration-150",
);

interface KindLinkProps {
  label: string;
  /** Null until it is known. */
  count: number | null;
  current: boolean;
  search: object;
  hint?: string;
  color?: string | undefined;
}

function KindLink({ label, count, current, search, hint, color }: KindLinkProps) {
  return (
    <Link
      to="."
      search={search as never}
      resetScroll={false}
      title={hint}
      activeOptions={{ exact: true }}
      className={cx(
        look,
        current
          ? "bg-surface-hover text-ink ring-1 ring-line-strong"
          : "text-ink-muted hover:bg-surface-hover hover:text-ink",
      )}
    >
      {label}
      {count !== null && (
        <span className={cx("tabular-nums", count === 0 ? "text-ink-subtle" : (color ?? "text-ink"))}>
          {count.toLocaleString("en")}
        </span>
      )}
    </Link>
  );
}
