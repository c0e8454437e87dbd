import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import { useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { PromoteDialog, protectionOf } from "@/features/promotions";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { promptQuery } from "../api";
import { useMoveLabel } from "../promptMutations";
import { PRODUCTION, productionMove } from "../promptPhrasing";

interface MakeProductionProps {
  project: Project;
  prompt: string;
  version: number;
}

/**
 * The button that moves production to a version, for people who may; nothing where production is there already.
 * If production is protected, it opens the promotion.
 */
export function MakeProduction({ project, prompt: id, version }: MakeProductionProps) {
  const allowed = may(project, "edit_prompts") && project.archived_at === null;
  const prompt = useQuery({ ...promptQuery(project.slug, id), enabled: allowed });
  const move = useMoveLabel(project.slug, id);
  const [asking, setAsking] = useState(false);
  const guarded = protectionOf(project, PRODUCTION) !== null;
  if (!allowed || !prompt.data || prompt.data.labels[PRODUCTION] === version) return null;
  return (
    <>
      <Button variant="secondary" size="xs" onClick={() => setAsking(true)}>
        <Rocket aria-hidden /> Make v{version} production
      </Button>
      {asking && guarded && (
        <PromoteDialog
          project={project}
          prompt={prompt.data}
          label={PRODUCTION}
          number={version}
          onClose={() => setAsking(false)}
        />
      )}
      <ConfirmDialog
        open={asking && !guarded}
        onOpenChange={setAsking}
        title={`Make version ${version} of ${prompt.data.name} production?`}
        description={`${productionMove(prompt.data.labels[PRODUCTION], version)} Programs request a prompt by its label.`}
        confirmLabel="Move production"
        danger
        busy={move.isPending}
        onConfirm={() =>
          move.mutate(
            { label: PRODUCTION, number: version },
            {
              onSuccess: () => notify.success(`${PRODUCTION} is now version ${version}`),
              onError: notify.failure,
              onSettled: () => setAsking(false),
            },
          )
        }
      />
    </>
  );
}
