import { useState } from "react";
import type { Cell, GridRow } from "@/api/types";
import { Difficulty, Tag, valueText } from "@/features/datasets";
import { CaseCell } from "@/features/runs";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { StoredFile } from "@/shared/ui/StoredFile";

interface CaseHeaderProps {
  row: GridRow | undefined;
  /** The case as a whole, once one of its answers is here. */
  whole: Cell["case"] | undefined;
}

/** What was asked, what was expected and what kind of case it is. It stays in sight while the answers scroll. */
export function CaseHeader({ row, whole }: CaseHeaderProps) {
  const [all, setAll] = useState(false);
  const cut =
    row !== undefined &&
    (Object.values(row.values).some(({ truncated, text, file }) => truncated || text.length > 160 || file != null) ||
      row.expected?.truncated === true);
  const tags = row?.tags ?? whole?.tags ?? [];
  const difficulty = whole?.difficulty ?? null;
  return (
    <section
      aria-label="Case"
      className={cx(
        "sticky -top-4 z-10 -mx-1 mb-3 rounded-lg border border-line",
        "bg-surface px-4 py-2.5 shadow-[0_8px_12px_-8px_var(--canvas)]",
      )}
    >
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <div className="min-w-0">
          <p className="mb-1 text-2xs font-medium text-ink-subtle">Input</p>
          {all && whole ? <WholeInput values={whole.values} /> : row && <CaseCell row={row} />}
        </div>
        {row?.expected && (
          <div className="min-w-0">
            <p className="mb-1 text-2xs font-medium text-ink-subtle">Expected</p>
            <p
              dir="auto"
              className={cx(
                all ? "max-h-60 overflow-y-auto whitespace-pre-wrap" : "line-clamp-3",
                "text-sm leading-4.5 wrap-anywhere text-ink",
              )}
            >
              {visibleText(all ? (whole?.expected ?? row.expected.text) : row.expected.text)}
            </p>
          </div>
        )}
      </div>
      {(tags.length > 0 || difficulty !== null || cut) && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-2xs text-ink-subtle">
          {tags.length > 0 && (
            <span className="flex min-w-0 flex-wrap items-center gap-1">
              <span className="sr-only">Tags: </span>
              {tags.map((tag) => (
                <Tag key={tag} text={tag} />
              ))}
            </span>
          )}
          {difficulty !== null && (
            <span className="flex items-center gap-1.5">
              Difficulty <Difficulty value={difficulty} />
            </span>
          )}
          {cut && (
            <button
              type="button"
              aria-expanded={all}
              onClick={() => setAll(!all)}
              className="ml-auto rounded text-xs font-medium text-accent-ink hover:underline"
            >
              {all ? "Show less of the case" : "Show the whole case"}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function WholeInput({ values }: { values: Cell["case"]["values"] }) {
  return (
    <dl className="flex max-h-60 min-w-0 flex-col gap-1 overflow-y-auto">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="truncate font-mono text-2xs text-lilac">{name}</dt>
          <dd dir="auto" className="text-sm leading-4.5 wrap-anywhere whitespace-pre-wrap text-ink">
            {typeof value === "object" && "file" in value ? <StoredFile file={value} /> : visibleText(valueText(value))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
