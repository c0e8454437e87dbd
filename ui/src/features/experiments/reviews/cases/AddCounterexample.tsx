import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { CaseContent } from "@/api/types";
import { CaseEditor, caseQuery, datasetQuery } from "@/features/datasets";
import { notify } from "@/shared/ui/notify";
import type { Exemplar } from "../types";
import { counterexample } from "./counterexample";

interface AddCounterexampleProps {
  project: string;
  dataset: string;
  exemplar: Exemplar;
  onDone: () => void;
}

/** A case of one's own that begins as a copy of the one that went wrong. */
export function AddCounterexample({ project, dataset, exemplar, onDone }: AddCounterexampleProps) {
  const about = useQuery(datasetQuery(project, dataset));
  // The case may be gone: what the suggestion remembers of it is enough to begin with.
  const found = useQuery({
    ...caseQuery(project, dataset, exemplar.case ?? ""),
    retry: false,
    enabled: exemplar.case !== null,
  });
  useEffect(() => {
    if (about.isError) notify.failure(about.error);
  }, [about.isError, about.error]);
  if (!about.data || found.isLoading) return null;
  const like: CaseContent | null = found.data?.case ?? null;
  return (
    <CaseEditor
      project={project}
      dataset={about.data}
      one={null}
      start={counterexample(exemplar, like, about.data)}
      title="Add a counterexample"
      hint={
        "A running experiment keeps its cases, so that its iterations can be compared. " +
        "The new case takes part in later runs and experiments."
      }
      onDone={onDone}
    />
  );
}
