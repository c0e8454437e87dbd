import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { Project, Prompt } from "@/api/types";
import { ACCEPTED, datasetQuery, useWide } from "@/features/datasets";
import { may } from "@/features/people/projects";
import { usePromptDraft } from "@/features/prompts";
import { FileInput } from "@/shared/ui/FileInput";
import { WorkbenchAssist } from "./assist/WorkbenchAssist";
import { CompareRuns } from "./compare/CompareRuns";
import { EditorPanel } from "./editor/EditorPanel";
import { HistorySheet } from "./history/HistorySheet";
import { FocusButton } from "./layout/FocusButton";
import { SplitPanels } from "./layout/SplitPanels";
import { usePanelSplit } from "./layout/usePanelSplit";
import { pinned, type WorkbenchUrlState } from "./workbenchUrlState";
import { WorkbenchResults } from "./WorkbenchResults";
import type { Setup } from "./setup/runSetup";
import { useRunSetup } from "./setup/useRunSetup";
import { PromptSwitcher } from "./switcher/PromptSwitcher";
import { ProblemsDialog } from "./toolbar/ProblemsDialog";
import type { RunButtonProps } from "./toolbar/RunButton";
import { useRunner } from "./toolbar/useRunner";
import { useDatasetFile } from "./useDatasetFile";
import { useRunKey } from "./useRunKey";
import { useShownRun } from "./useShownRun";

interface WorkbenchScreenProps {
  project: Project;
  prompt: Prompt;
  seed: Setup;
  place: WorkbenchUrlState;
  onPlace: (place: WorkbenchUrlState, replace?: boolean) => void;
  /** The address of a place, for sharing. */
  addressOf: (place: WorkbenchUrlState) => string;
  onPrompt: (prompt: string) => void;
  onGone: () => void;
}

export function WorkbenchScreen({
  project,
  prompt,
  seed,
  place,
  onPlace,
  addressOf,
  onPrompt,
  onGone,
}: WorkbenchScreenProps) {
  const { slug } = project;
  const open = project.archived_at === null;
  const draft = usePromptDraft(slug, prompt);
  const [setup, change] = useRunSetup(prompt.id, seed);
  const split = usePanelSplit();
  const wide = useWide();
  const shown = useShownRun(slug, prompt.id, place.run);
  const dataset =
    useQuery({ ...datasetQuery(slug, setup.dataset?.id ?? ""), enabled: setup.dataset !== null }).data ?? null;
  const file = useDatasetFile(slug, prompt.variables, (chosen) => change({ dataset: chosen }));
  const picker = useRef<HTMLInputElement>(null);
  const runner = useRunner(slug, prompt, draft, setup, (run) => {
    shown.setStarted(run);
    // The baseline that was chosen for the newest run stays chosen.
    onPlace(place.baseline && !place.run ? { baseline: place.baseline } : {});
  });
  const run = () => {
    if (shown.active || setup.targets.length === 0 || !open || !may(project, "start_runs")) return;
    split.toBalanced();
    runner.start();
  };
  useRunKey(run);
  const address = () => addressOf(pinned(place, shown.run?.id ?? null));
  const switcher = (button: ReactNode) => (
    <PromptSwitcher project={project} prompt={prompt} onOpen={onPrompt} onGone={onGone}>
      {button}
    </PromptSwitcher>
  );
  const runButton: RunButtonProps | null =
    shown.active === null && open && may(project, "start_runs")
      ? { starting: runner.starting, ready: setup.targets.length > 0, onRun: run }
      : null;
  const { compare, panel } = place;
  const compared = place.run ?? shown.newest;

  return (
    <>
      {compare && compared ? (
        <div className="flex h-full min-h-0 flex-col">
          {switcher(null)}
          <div className="min-h-0 flex-1">
            <CompareRuns
              project={project}
              run={compared}
              other={compare}
              place={place}
              onPlace={onPlace}
              address={() => addressOf({ ...place, run: compared })}
            />
          </div>
        </div>
      ) : (
        <SplitPanels
          split={split}
          run={runButton}
          left={
            <>
              {switcher(<FocusButton split={split} />)}
              <WorkbenchAssist
                {...{ project, prompt, draft, setup, dataset, place, onPlace }}
                onSetup={change}
                run={shown.run}
              />
              <div className="grid min-h-0 flex-1 grid-rows-[minmax(24rem,1fr)] overflow-y-auto">
                <EditorPanel
                  project={project}
                  prompt={prompt}
                  draft={draft}
                  datasetVariables={dataset ? dataset.columns : null}
                  dataset={dataset && { id: dataset.id, name: dataset.name, cases: dataset.cases }}
                  target={setup.targets[0] ?? null}
                  onFocus={split.enterEditor}
                  onBlur={split.leaveEditor}
                  onRun={run}
                  running={shown.active !== null || runner.starting}
                  readOnly={!open || !may(project, "edit_prompts")}
                />
              </div>
            </>
          }
          right={
            <WorkbenchResults
              project={project}
              prompt={prompt}
              setup={setup}
              onSetup={change}
              dataset={dataset}
              shown={shown}
              file={file}
              place={place}
              onPlace={onPlace}
              runButton={wide ? runButton : null}
              address={address}
            />
          }
        />
      )}
      {panel === "history" && (
        <HistorySheet
          project={slug}
          prompt={prompt.id}
          shown={shown.run?.id ?? null}
          onOpen={(chosen) => onPlace(chosen === shown.newest ? {} : { run: chosen })}
          onCompare={(later, earlier) => onPlace({ run: later, compare: earlier })}
          onClose={() => {
            const { panel: _, ...rest } = place;
            onPlace(rest, true);
          }}
        />
      )}
      <ProblemsDialog
        project={slug}
        problems={runner.problems}
        dataset={setup.dataset}
        grader={setup.grader?.prompt ?? null}
        onClose={runner.putAway}
        onUpload={() => {
          runner.putAway();
          picker.current?.click();
        }}
      />
      <FileInput ref={picker} label="Dataset file for the run" accept={ACCEPTED} onFile={file.send} />
    </>
  );
}
