import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitCompareArrows, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { PromoteDialog, protectionOf } from "@/features/promotions";
import { promptQuery, useMoveLabel, useRestoreVersion } from "@/features/prompts";
import { suiteQuery } from "@/features/suites";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import type { Alert, Change } from "../types";
import { rollbackOf, versionsOf } from "./promptRollback";

/** Changes just before the alert: the diff to read, and the way back. */
export function AlertChangesCard({ project, alert }: { project: Project; alert: Alert }) {
  if (alert.changes.length === 0) return null;
  const acts = may(project, "edit_prompts") && project.archived_at === null && alert.state !== "resolved";
  return (
    <section aria-label="What changed" className="rounded-lg border border-line bg-raised px-5 py-4">
      <h2 className="text-base font-semibold text-ink">Changes just before the alert</h2>
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {alert.changes.map((change) => (
          <ChangeItem key={change.words} project={project} alert={alert} change={change} acts={acts} />
        ))}
      </ul>
    </section>
  );
}

interface ChangeItemProps {
  project: Project;
  alert: Alert;
  change: Change;
  acts: boolean;
}

function ChangeItem({ project, alert, change, acts }: ChangeItemProps) {
  const versions = versionsOf(change);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere text-ink">{visibleText(change.words)}</p>
      {versions && (
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="sm" asChild>
            <Link
              to="/projects/$slug/prompts/$prompt"
              params={{ slug: project.slug, prompt: versions.prompt }}
              search={{ a: versions.old, b: versions.new }}
            >
              <GitCompareArrows aria-hidden /> View diff
            </Link>
          </Button>
          {acts && <RollBack project={project} suite={alert.suite_id} {...versions} />}
        </div>
      )}
    </li>
  );
}

interface RollBackProps {
  project: Project;
  suite: string;
  prompt: string;
  old: number;
}

function RollBack({ project, suite, prompt, old }: RollBackProps) {
  const { slug } = project;
  const [asking, setAsking] = useState(false);
  const recipe = useQuery(suiteQuery(slug, suite)).data?.recipe;
  const found = useQuery(promptQuery(slug, prompt)).data;
  const move = useMoveLabel(slug, prompt);
  const restore = useRestoreVersion(slug, prompt);
  const way = recipe && found ? rollbackOf(recipe.prompts, found, old) : null;
  if (!way || !found) return null;
  if (way.kind === "done") return <span className="text-sm text-ink-muted">Rolled back to version {old}</span>;
  if (way.kind === "pinned")
    return (
      <Button variant="secondary" size="sm" asChild>
        <Link to="/projects/$slug/suites/$suite/edit" params={{ slug, suite }}>
          <Undo2 aria-hidden /> Choose version {old} in the suite
        </Link>
      </Button>
    );
  const heard = {
    onSuccess: () => {
      setAsking(false);
      notify.success(`Rolled back to version ${old}. The next run of the suite shows whether it helped.`);
    },
    onError: notify.failure,
  };
  const roll = () =>
    way.kind === "label" ? move.mutate({ label: way.label, number: old }, heard) : restore.mutate(old, heard);
  const guarded = way.kind === "label" && protectionOf(project, way.label) !== null;
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <Undo2 aria-hidden /> Roll back to v{old}
      </Button>
      {/* The dialog offers the rollback if the label was promoted from that version. */}
      {asking && way.kind === "label" && guarded && (
        <PromoteDialog
          project={project}
          prompt={found}
          label={way.label}
          number={old}
          onClose={() => setAsking(false)}
        />
      )}
      <ConfirmDialog
        open={asking && !guarded}
        onOpenChange={setAsking}
        title={`Roll ${found.name} back to version ${old}?`}
        description={
          way.kind === "label"
            ? `The label “${way.label}” moves from version ${way.now} to version ${old}. ` +
              "Programs that request this label get that version immediately."
            : `The text of version ${old} becomes the newest version again. Nothing is deleted.`
        }
        confirmLabel="Roll back"
        onConfirm={roll}
        busy={move.isPending || restore.isPending}
      />
    </>
  );
}
