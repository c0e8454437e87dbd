import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, X } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Select } from "@/shared/ui/Select";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { compareQuery } from "../api";
import { ComparedParts, LayoutChoice } from "./ComparedParts";
import { useDiffLayout } from "./useDiffLayout";

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
  const [layout, setLayout] = useDiffLayout();
  const numbers = Array.from({ length: latest }, (_, index) => {
    const number = String(latest - index);
    return { value: number, label: `Version ${number}` };
  });
  return (
    <section aria-label={`Version ${a} compared with version ${b}`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-1 text-base font-semibold text-ink">Compare</h2>
        <Select
          label="From version"
          size="sm"
          className="w-28"
          value={String(a)}
          onChange={(next) => onChoose(Number(next), b)}
          options={numbers}
        />
        <IconButton label="Swap the two" onClick={() => onChoose(b, a)}>
          <ArrowLeftRight aria-hidden />
        </IconButton>
        <Select
          label="To version"
          size="sm"
          className="w-28"
          value={String(b)}
          onChange={(next) => onChoose(a, Number(next))}
          options={numbers}
        />
        <span className="ml-auto flex items-center gap-2">
          <LayoutChoice layout={layout} onLayout={setLayout} />
          <Button variant="secondary" size="sm" onClick={onClose}>
            <X aria-hidden /> Close
          </Button>
        </span>
      </div>
      {found.isPending && <RowSkeletons count={4} label="Comparing" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <ComparedParts parts={found.data.parts} layout={layout}>
          Version {found.data.a} and version {found.data.b} do not differ in any part.
        </ComparedParts>
      )}
    </section>
  );
}
