import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, X } from "lucide-react";
import type { VersionComparison } from "@/api/types";
import { useStoredFlag } from "@/shared/theme/useStoredFlag";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { compareQuery } from "../api";
import { PART_NAMES } from "../words";
import { countsOf, rowsOf } from "./diffRows";
import { type DiffLayout, DiffView } from "./DiffView";

interface CompareViewProps {
  project: string;
  prompt: string;
  latest: number;
  a: number;
  b: number;
  onChoose: (a: number, b: number) => void;
  onClose: () => void;
}

/** What one version changes about another, part by part. The lines come from the server. */
export function CompareView({ project, prompt, latest, a, b, onChoose, onClose }: CompareViewProps) {
  const found = useQuery(compareQuery(project, prompt, a, b));
  const [split, setSplit] = useStoredFlag("edison.diff-split", window.innerWidth >= 1280);
  const numbers = Array.from({ length: latest }, (_, index) => {
    const number = String(latest - index);
    return { value: number, label: `Version ${number}` };
  });
  return (
    <section aria-label={`Version ${a} compared with version ${b}`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-1 text-base font-semibold text-ink">Compare</h2>
        <Select label="From version" size="sm" className="w-28" value={String(a)} onChange={(next) => onChoose(Number(next), b)} options={numbers} />
        <IconButton label="Swap the two" onClick={() => onChoose(b, a)}><ArrowLeftRight aria-hidden /></IconButton>
        <Select label="To version" size="sm" className="w-28" value={String(b)} onChange={(next) => onChoose(a, Number(next))} options={numbers} />
        <span className="ml-auto flex items-center gap-2">
          <Segmented<DiffLayout>
            label="Layout of the comparison"
            value={split ? "split" : "unified"}
            onChange={(layout) => setSplit(layout === "split")}
            options={[{ value: "unified", label: "Unified" }, { value: "split", label: "Side by side" }]}
          />
          <Button variant="secondary" size="sm" onClick={onClose}><X aria-hidden /> Close</Button>
        </span>
      </div>
      {found.isPending && <RowSkeletons count={4} label="Comparing" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Parts comparison={found.data} layout={split ? "split" : "unified"} />}
    </section>
  );
}

function Parts({ comparison, layout }: { comparison: VersionComparison; layout: DiffLayout }) {
  const changed = comparison.parts.filter((part) => part.changed);
  const same = comparison.parts.filter((part) => !part.changed).map(({ part }) => PART_NAMES[part] ?? part);
  if (changed.length === 0) return <EmptyState title="They say the same">Version {comparison.a} and version {comparison.b} do not differ in any part.</EmptyState>;
  return (
    <>
      {changed.map(({ part, lines }) => {
        const name = PART_NAMES[part] ?? part;
        const { added, removed } = countsOf(rowsOf(lines));
        return (
          <Card key={part} aria-label={name} className="overflow-hidden">
            <div className="flex h-10 items-center justify-between gap-2 border-b border-line px-3">
              <h3 className="text-sm font-medium text-ink">{name}</h3>
              <span className="flex gap-2 text-xs font-medium">
                {added > 0 && <span className="text-success">+{added}<span className="sr-only"> lines added</span></span>}
                {removed > 0 && <span className="text-error">−{removed}<span className="sr-only"> lines removed</span></span>}
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
