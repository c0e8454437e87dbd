import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import type { Project, Prompt } from "@/api/types";
import {
  PromptConflictNotice,
  convertDraft,
  EditorWarnings,
  type EditorMode,
  PromptEditor,
  type PromptDraft,
  useRendered,
} from "@/features/prompts";
import type { TargetPart } from "@/features/runs";
import { RequestDialog } from "../request/RequestDialog";
import { CompareDialog } from "./CompareDialog";
import { DatasetLine } from "./DatasetLine";
import { forgetFresh, isFresh } from "./freshPrompt";
import { StatusBar } from "./StatusBar";
import { useFocusZone } from "./useFocusZone";
import { useLineWrap } from "./useLineWrap";
import { VariableRow } from "./VariableRow";

interface EditorPanelProps {
  project: Project;
  prompt: Prompt;
  draft: PromptDraft;
  /** The columns of the dataset; null while they are not known. */
  datasetVariables: readonly string[] | null;
  dataset: { id: string; name: string; cases: number } | null;
  /** Whose request is shown, and whose tokens are counted. */
  target: TargetPart | null;
  onFocus: () => void;
  onBlur: () => void;
  onRun: () => void;
  running: boolean;
  readOnly: boolean;
}

type Asked = "request" | "compare";

// One object: a new one would be a new question to the server.
const NO_SAMPLES = {};

/** The prompt and its variables. The parent gives it more room while it has the focus. */
export function EditorPanel(props: EditorPanelProps) {
  const { project, prompt, draft, datasetVariables, dataset, target, readOnly, onRun } = props;
  const { slug } = project;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [wrap, toggleWrap] = useLineWrap();
  const [begins] = useState(() => isFresh(prompt.id) && !readOnly);
  useEffect(() => forgetFresh(prompt.id), [prompt.id]);
  const rendered = useRendered(slug, draft.values, NO_SAMPLES, target?.model ?? null);
  const zone = useFocusZone(props.onFocus, props.onBlur);
  const mode = useMemo<EditorMode>(
    () => ({ numbered: true, wrap, onToggleWrap: toggleWrap, runs: true, fill: true, begins }),
    [wrap, toggleWrap, begins],
  );
  const variables = rendered.shown?.variables ?? prompt.variables;

  const run = () => {
    if (readOnly || props.running) return;
    void draft.save();
    // Also without a model: the start handler says what is missing.
    onRun();
  };
  const runByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // The screen listens for the same key, everywhere else.
    event.stopPropagation();
    run();
  };
  const ask = (what: Asked) => {
    void draft.save();
    setAsked(what);
  };
  return (
    <section aria-label="Editor" className="@container flex h-full min-h-0 min-w-0 flex-1 flex-col">
      {draft.theirs && (
        <div className="px-3 pt-3 [&>*]:mb-3">
          <PromptConflictNotice project={slug} draft={draft} theirs={draft.theirs} />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions --
          it only listens to what happens in the fields inside */}
      <div {...zone} onKeyDown={runByKey} className="flex min-h-0 flex-1 flex-col">
        <PromptEditor
          key={prompt.id}
          values={draft.values}
          onChange={draft.change}
          onLeave={() => void draft.save()}
          readOnly={readOnly}
          contract={rendered.shown?.contract ?? prompt.contract}
          typing={draft.problems}
          problems={rendered.problems}
          mode={mode}
        />
      </div>
      <div className="shrink-0 border-t border-line">
        <VariableRow
          variables={variables}
          columns={datasetVariables}
          dataset={dataset?.name ?? null}
          contract={rendered.shown?.contract ?? prompt.contract}
        />
        <EditorWarnings rendered={rendered} onConvert={readOnly ? null : () => convertDraft(slug, draft)} />
        <DatasetLine project={slug} dataset={dataset} columns={datasetVariables} variables={variables} />
        <StatusBar
          draft={draft}
          prompt={prompt}
          shown={rendered.shown}
          readOnly={readOnly}
          wrap={wrap}
          onWrap={toggleWrap}
          onCompare={() => ask("compare")}
          onRequest={() => ask("request")}
        />
      </div>
      {asked === "request" && (
        <RequestDialog project={slug} draft={draft} target={target} dataset={dataset} onClose={() => setAsked(null)} />
      )}
      {asked === "compare" && (
        <CompareDialog
          project={slug}
          prompt={prompt}
          draft={draft}
          readOnly={readOnly}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
