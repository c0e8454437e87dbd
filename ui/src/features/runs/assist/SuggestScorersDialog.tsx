import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Ruler } from "lucide-react";
import { useState } from "react";
import type { Dataset } from "@/api/types";
import { firstCasesQuery } from "@/features/datasets";
import { judgeChoicesQuery } from "@/features/judging";
import type { DraftValues } from "@/features/prompts";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { scorerKindsQuery } from "../api";
import { newKey, type ScorerPart } from "../form/runForm";
import { byGroup } from "./scorerGroups";
import { suggestScorers, type SuggestedScorer } from "./suggestScorers";

const SAMPLE = 50;

interface SuggestScorersDialogProps {
  project: string;
  values: DraftValues;
  dataset: Dataset | null;
  /** Those that are chosen already. */
  scorers: readonly ScorerPart[];
  onAdd: (scorers: ScorerPart[]) => void;
  onClose: () => void;
}

/** Scorers that fit the prompt and the cases, by purpose and with the reason for each. */
export function SuggestScorersDialog(props: SuggestScorersDialogProps) {
  const { project, values, dataset, scorers, onAdd, onClose } = props;
  const kinds = useQuery(scorerKindsQuery(project));
  const judges = useQuery(judgeChoicesQuery(project));
  const cases = useQuery({ ...firstCasesQuery(project, dataset?.id ?? "", SAMPLE), enabled: dataset !== null });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const loading = kinds.isPending || judges.isPending || (dataset !== null && cases.isPending);
  const offered = new Map((kinds.data?.items ?? []).map((kind) => [kind.kind, kind]));
  const found = suggestScorers({
    prompt: [values.system, ...values.messages.map(({ content }) => content)].join("\n"),
    output: values.output.kind,
    hasTools: values.tools.length > 0,
    expected: (cases.data?.items ?? []).map(({ expected }) => expected),
    judges: judges.data?.items ?? [],
  }).filter(({ kind }) => offered.get(kind)?.missing === null);
  const has = ({ kind, values: wanted }: SuggestedScorer) =>
    scorers.some((part) => part.kind === kind && (kind !== "judge" || part.values["judge"] === wanted["judge"]));
  const chosen = found.filter((one) => !has(one) && !left.has(keyOf(one)));
  const add = () => {
    onAdd([...scorers, ...chosen.map(({ kind, values: wanted }) => ({ key: newKey(), kind, values: wanted }))]);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Suggested scorers"
      description="Chosen by rules from the prompt and the cases. The suggestion is free."
      width="lg"
    >
      {loading && <RowSkeletons count={4} label="Looking at the prompt and the cases" />}
      {!loading && found.length === 0 && (
        <EmptyState
          icon={<Ruler />}
          title="No scorer to suggest"
          action={
            <Button asChild variant="secondary">
              <Link to="/projects/$slug/judges" params={{ slug: project }}>
                Create a judge
              </Link>
            </Button>
          }
        >
          The cases have no expected answers and the project has no judge. Add expected answers to the dataset, or
          create a judge that scores answers by a rubric.
        </EmptyState>
      )}
      {!loading && found.length > 0 && (
        <>
          <div className="flex flex-col gap-4">
            {byGroup(found).map(({ title, items }) => (
              <section key={title} aria-label={title}>
                <h3 className="mb-1.5 text-sm font-semibold text-ink">{title}</h3>
                <ul className="divide-y divide-line rounded-md border border-line">
                  {items.map((one) => (
                    <li key={keyOf(one)} className="flex items-start gap-3 px-3 py-2">
                      <div className="min-w-0 flex-1">
                        {has(one) ? (
                          <p className="text-sm text-ink-muted">{offered.get(one.kind)?.title} (added already)</p>
                        ) : (
                          <Checkbox
                            checked={!left.has(keyOf(one))}
                            onChange={() => setLeft(toggled(left, keyOf(one)))}
                            label={<span className="font-medium text-ink">{offered.get(one.kind)?.title}</span>}
                          />
                        )}
                        <p className="pl-6.5 text-xs wrap-anywhere text-ink-muted">{visibleText(one.reason)}</p>
                      </div>
                      <span className="shrink-0 pt-1 text-2xs whitespace-nowrap text-ink-subtle">
                        {one.paid ? "one call for each answer" : "free"}
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <p className="mt-3 text-xs text-ink-subtle">
            The forecast of the next run includes the calls of judges. Settings can be changed under Scorers.
          </p>
        </>
      )}
      {found.length > 0 && (
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={chosen.length === 0} onClick={add}>
            Add {countOf(chosen.length, "scorer")}
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}

const keyOf = ({ kind, values }: SuggestedScorer) => `${kind} ${JSON.stringify(values)}`;

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set(set.has(key) ? [...set].filter((one) => one !== key) : [...set, key]);
}
