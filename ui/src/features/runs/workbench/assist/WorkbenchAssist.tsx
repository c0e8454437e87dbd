import { ListPlus, Ruler, Sparkles } from "lucide-react";
import type { Dataset, Project, Prompt, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { ImproveDialog, type PromptDraft } from "@/features/prompts";
import { GenerateCasesDialog, SuggestScorersDialog, useFailingCells } from "@/features/runs";
import { Button } from "@/shared/ui/Button";
import type { Setup } from "../setup/runSetup";
import { wantedOf, type WorkbenchUrlState } from "../workbenchUrlState";

interface WorkbenchAssistProps {
  project: Project;
  prompt: Prompt;
  draft: PromptDraft;
  setup: Setup;
  onSetup: (part: Partial<Setup>) => void;
  dataset: Dataset | null;
  run: RunReport | null;
  place: WorkbenchUrlState;
  onPlace: (place: WorkbenchUrlState, replace?: boolean) => void;
}

/** What a model or a rule can do for the prompt, its cases and its scorers. Which one is open stands in the address. */
export function WorkbenchAssist(props: WorkbenchAssistProps) {
  const { project, prompt, draft, setup, onSetup, dataset, run, place, onPlace } = props;
  const { panel } = place;
  const failing = useFailingCells(project.slug, panel === "improve" ? run : null, wantedOf(place));
  if (project.archived_at !== null || !may(project, "edit_prompts") || !may(project, "start_runs")) return null;
  const open = (next: "improve" | "generate" | "scorers") => {
    void draft.save();
    onPlace({ ...place, panel: next });
  };
  const close = () => {
    const { panel: _, ...rest } = place;
    onPlace(rest, true);
  };
  const { values } = draft;
  const text = [values.system, ...values.messages.map(({ content }) => content)].filter(Boolean).join("\n\n");
  return (
    <div role="group" aria-label="Assist" className="flex shrink-0 flex-wrap gap-0.5 border-b border-line px-1.5 py-1">
      <Button variant="ghost" size="xs" onClick={() => open("improve")}>
        <Sparkles aria-hidden className="text-lilac" /> Improve
      </Button>
      {may(project, "edit_datasets") && (
        <Button variant="ghost" size="xs" onClick={() => open("generate")}>
          <ListPlus aria-hidden className="text-lilac" /> Generate cases
        </Button>
      )}
      <Button variant="ghost" size="xs" onClick={() => open("scorers")}>
        <Ruler aria-hidden className="text-lilac" /> Suggest scorers
      </Button>
      {panel === "improve" && <ImproveDialog project={project.slug} draft={draft} failing={failing} onClose={close} />}
      {panel === "generate" && may(project, "edit_datasets") && (
        <GenerateCasesDialog
          project={project}
          prompt={prompt}
          promptText={text}
          variables={prompt.variables}
          dataset={dataset}
          onDataset={(chosen) => onSetup({ dataset: chosen })}
          onClose={close}
        />
      )}
      {panel === "scorers" && (
        <SuggestScorersDialog
          project={project.slug}
          values={values}
          dataset={dataset}
          scorers={setup.scorers}
          onAdd={(scorers) => onSetup({ scorers })}
          onClose={close}
        />
      )}
    </div>
  );
}
