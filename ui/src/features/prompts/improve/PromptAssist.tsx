import { Link } from "@tanstack/react-router";
import { ListPlus, Ruler, Sparkles } from "lucide-react";
import { useState } from "react";
import type { Project, Prompt } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import type { PromptDraft } from "../draft/usePromptDraft";
import { ImproveDialog } from "./ImproveDialog";

interface PromptAssistProps {
  project: Project;
  prompt: Prompt;
  draft: PromptDraft;
}

/** Improve the draft here; cases and scorers are chosen in the workbench, so those two open there. */
export function PromptAssist({ project, prompt, draft }: PromptAssistProps) {
  const [improving, setImproving] = useState(false);
  if (!may(project, "start_runs")) return null;
  const inWorkbench = (panel: "generate" | "scorers") => ({
    to: "/projects/$slug/workbench/$prompt" as const,
    params: { slug: project.slug, prompt: prompt.id },
    search: { panel },
    onClick: () => void draft.save(),
  });
  return (
    <div role="group" aria-label="Assist" className="flex flex-wrap gap-0.5 border-b border-line px-1.5 py-1">
      <Button
        variant="ghost"
        size="xs"
        onClick={() => {
          void draft.save();
          setImproving(true);
        }}
      >
        <Sparkles aria-hidden className="text-lilac" /> Improve
      </Button>
      {prompt.kind === "generator" && (
        <>
          {may(project, "edit_datasets") && (
            <Button variant="ghost" size="xs" asChild>
              <Link {...inWorkbench("generate")}>
                <ListPlus aria-hidden className="text-lilac" /> Generate cases
              </Link>
            </Button>
          )}
          <Button variant="ghost" size="xs" asChild>
            <Link {...inWorkbench("scorers")}>
              <Ruler aria-hidden className="text-lilac" /> Suggest scorers
            </Link>
          </Button>
        </>
      )}
      {improving && <ImproveDialog project={project.slug} draft={draft} onClose={() => setImproving(false)} />}
    </div>
  );
}
