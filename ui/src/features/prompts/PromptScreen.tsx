import { Tabs } from "radix-ui";
import { useState } from "react";
import type { Project, Prompt } from "@/api/types";
import { may } from "@/features/projects";
import { Card } from "@/shared/ui/Card";
import { TabTrigger } from "@/shared/ui/TabTrigger";
import { ConflictNotice } from "./ConflictNotice";
import { convertDraft } from "./draft/convertDraft";
import { usePromptDraft } from "./draft/usePromptDraft";
import { PromptEditor } from "./editor/PromptEditor";
import { type PromptPlace, shownAt } from "./place";
import { EditorFooter } from "./preview/EditorFooter";
import { PreviewPanel } from "./preview/PreviewPanel";
import { useSamples } from "./preview/samples";
import { useRendered } from "./preview/useRendered";
import { PromptHeader } from "./PromptHeader";
import { CompareView } from "./versions/CompareView";
import type { VersionQuestion } from "./versions/questions";
import { VersionDialogs } from "./versions/VersionDialogs";
import { useVersionShown, VersionNotice } from "./versions/VersionNotice";
import { VersionsPanel } from "./versions/VersionsPanel";

interface PromptScreenProps {
  project: Project;
  prompt: Prompt;
  place: PromptPlace;
  onPlace: (place: PromptPlace) => void;
}

export const COLUMNS = "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_420px]";

export function PromptScreen({ project, prompt, place, onPlace }: PromptScreenProps) {
  const { slug } = project;
  const mayEdit = may(project, "edit_prompts") && project.archived_at === null;
  const draft = usePromptDraft(slug, prompt);
  const [question, setQuestion] = useState<VersionQuestion | null>(null);
  const shown = shownAt(place, prompt.latest);
  const version = useVersionShown(slug, prompt.id, shown.kind === "version" ? shown.number : null);
  const looking = version.values !== null;
  const values = version.values ?? draft.values;
  const [samples, setSamples] = useSamples(prompt.id);
  const rendered = useRendered(slug, values, samples);
  const [tab, setTab] = useState(place.version === undefined ? "preview" : "versions");

  const convert = () => convertDraft(slug, draft);
  return (
    <>
      <PromptHeader project={project} prompt={prompt} draft={draft} mayEdit={mayEdit} />
      {draft.theirs && <ConflictNotice project={slug} draft={draft} theirs={draft.theirs} />}
      {shown.kind === "compare" ? (
        <CompareView
          project={slug}
          prompt={prompt.id}
          latest={prompt.latest}
          a={shown.a}
          b={shown.b}
          onChoose={(a, b) => onPlace({ a, b })}
          onClose={() => onPlace({})}
        />
      ) : (
        <div className={COLUMNS}>
          <div className="flex min-w-0 flex-col gap-3">
            {shown.kind === "version" && (
              <VersionNotice
                number={shown.number}
                prompt={prompt}
                version={version}
                mayEdit={mayEdit}
                onBack={() => onPlace({})}
                onCompare={(a, b) => onPlace({ a, b })}
                onAsk={setQuestion}
              />
            )}
            <Card aria-label={looking ? "Version" : "Draft"} className="min-w-0 overflow-hidden">
              <PromptEditor
                // A version and the draft have nothing in common but their look.
                key={looking ? `version-${place.version}` : "draft"}
                values={values}
                onChange={draft.change}
                onLeave={() => void draft.save()}
                readOnly={looking || !mayEdit}
                contract={rendered.shown?.contract ?? null}
                typing={looking ? {} : draft.problems}
                problems={looking ? [] : rendered.problems}
                footer={<EditorFooter rendered={rendered} onConvert={looking || !mayEdit ? null : convert} />}
              />
            </Card>
          </div>
          <Card aria-label="Preview and versions" className="min-w-0 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-5rem)] xl:overflow-y-auto">
            <Tabs.Root value={tab} onValueChange={setTab}>
              <Tabs.List aria-label="Beside the prompt" className="sticky top-0 z-10 flex gap-0.5 rounded-t-lg border-b border-line bg-raised px-2">
                <TabTrigger value="preview" label="Preview" />
                <TabTrigger value="versions" label="Versions" summary={prompt.latest > 0 ? String(prompt.latest) : null} />
              </Tabs.List>
              <Tabs.Content value="preview" tabIndex={-1} className="p-4 focus:outline-none">
                <PreviewPanel rendered={rendered} samples={samples} onSamples={setSamples} />
              </Tabs.Content>
              <Tabs.Content value="versions" tabIndex={-1} className="p-4 focus:outline-none">
                <VersionsPanel
                  project={slug}
                  prompt={prompt}
                  shown={shown.kind === "version" ? shown.number : null}
                  mayEdit={mayEdit}
                  onShow={(number) => onPlace(number === null ? {} : { version: number })}
                  onCompare={(a, b) => onPlace({ a, b })}
                  onAsk={setQuestion}
                />
              </Tabs.Content>
            </Tabs.Root>
          </Card>
        </div>
      )}
      <VersionDialogs project={slug} prompt={prompt} question={question} onClose={() => setQuestion(null)} onRestored={() => onPlace({})} />
    </>
  );
}
