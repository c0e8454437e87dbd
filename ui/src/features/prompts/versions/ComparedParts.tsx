import type { ReactNode } from "react";
import { Card } from "@/shared/ui/Card";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Segmented } from "@/shared/ui/Segmented";
import { PART_NAMES } from "../promptPhrasing";
import { countsOf, rowsOf } from "./diffRows";
import { type DiffLayout, DiffView } from "./DiffView";

export interface ComparedPart {
  part: string;
  changed: boolean;
  /** As `diff -u` writes them. */
  lines: readonly string[];
}

interface ComparedPartsProps {
  parts: readonly ComparedPart[];
  layout: DiffLayout;
  /** Said if they do not differ. */
  children: ReactNode;
}

/** What changed, part by part; what did not is only named. */
export function ComparedParts({ parts, layout, children }: ComparedPartsProps) {
  const changed = parts.filter((part) => part.changed);
  const same = parts.filter((part) => !part.changed).map(({ part }) => PART_NAMES[part] ?? part);
  if (changed.length === 0)
    return (
      <EmptyState action={null} title="The versions are the same">
        {children}
      </EmptyState>
    );
  return (
    <>
      {changed.map(({ part, lines }) => {
        const name = PART_NAMES[part] ?? part;
        const { added, removed } = countsOf(rowsOf(lines));
        return (
          <Card key={part} aria-label={name} className="shrink-0 overflow-hidden">
            <div className="flex h-10 items-center justify-between gap-2 border-b border-line px-3">
              <h3 className="text-sm font-medium text-ink">{name}</h3>
              <span className="flex gap-2 text-xs font-medium">
                {added > 0 && (
                  <span className="text-success">
                    +{added}
                    <span className="sr-only"> lines added</span>
                  </span>
                )}
                {removed > 0 && (
                  <span className="text-error">
                    −{removed}
                    <span className="sr-only"> lines removed</span>
                  </span>
                )}
              </span>
            </div>
            <DiffView label={`${name}: what changed`} lines={lines} layout={layout} />
          </Card>
        );
      })}
      {same.length > 0 && <p className="text-xs text-ink-subtle">Unchanged: {same.join(", ")}</p>}
    </>
  );
}

export function LayoutChoice({ layout, onLayout }: { layout: DiffLayout; onLayout: (layout: DiffLayout) => void }) {
  return (
    <Segmented<DiffLayout>
      label="Layout of the comparison"
      value={layout}
      onChange={onLayout}
      options={[
        { value: "unified", label: "Unified" },
        { value: "split", label: "Side by side" },
      ]}
    />
  );
}
