import { Tabs } from "radix-ui";
import { useState } from "react";
import type { Project, Prompt } from "@/api/types";
import { CommentThreads } from "@/features/comments";
import { may } from "@/features/people/projects";
import { ProtectedLabels } from "@/features/promotions";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { TabTrigger } from "@/shared/ui/TabTrigger";
import { PromptConflictNotice } from "./PromptConflictNotice";
import { convertDraft } from "./draft/convertDraft";
import { usePromptDraft } from "./draft/usePromptDraft";
import { PromptEditor } from "./editor/PromptEditor";
import { PromptAssist } from "./improve/PromptAssist";
import { LineageView } from "./lineage/LineageView";
import { type PromptUrlState, shownAt } from "./promptUrlState";
import { EditorFooter } from "./preview/EditorFooter";
import { PreviewPanel } from "./preview/PreviewPanel";
import { useSamples } from "./preview/sampleValues";
import { useRendered } from "./preview/useRendered";
import { PromptHeader } from "./PromptHeader";
import { CompareView } from "./versions/CompareView";
import type { VersionQuestion } from "./versions/versionDialogs";
import { useEditVersion } from "./versions/useEditVersion";
import { VersionDialogs } from "./versions/VersionDialogs";
import { EditingNotice, useVersionShown, VersionNotice } from "./versions/VersionNotice";
import { PromptVersionsPanel } from "./versions/PromptVersionsPanel";

interface PromptScreenProps {
  project: Project;
  prompt: Prompt;
  place: PromptUrlState;
  onPlace: (place: PromptUrlState) => void;
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
  const editing = useEditVersion(slug, prompt, draft, onPlace);
  const from = shown.kind === "draft" ? shown.from : null;
  return (
    <>
      <PromptHeader
        project={project}
        prompt={prompt}
        draft={draft}
        mayEdit={mayEdit}
        from={from}
        onSaved={() => onPlace({})}
      />
      <ProtectedLabels project={project} prompt={prompt} />
      <PromptViews
        view={shown.kind === "lineage" ? "lineage" : "prompt"}
        versions={prompt.latest}
        onView={(view) => onPlace(view === "lineage" ? { view } : {})}
      />
      {draft.theirs && <PromptConflictNotice project={slug} draft={draft} theirs={draft.theirs} />}
      {shown.kind === "lineage" && (
        <LineageView
          slug={slug}
          prompt={prompt}
          mayEdit={mayEdit}
          onShow={(number) => onPlace({ version: number })}
          onEdit={editing.edit}
          onCompare={(a, b) => onPlace({ a, b })}
          scores={{ metric: place.metric, target: place.target }}
          onScores={(wanted) => onPlace({ view: "lineage", ...wanted })}
        />
      )}
      {shown.kind === "compare" && (
        <CompareView
          project={slug}
          prompt={prompt.id}
          latest={prompt.latest}
          a={shown.a}
          b={shown.b}
          onChoose={(a, b) => onPlace({ a, b })}
          onClose={() => onPlace({})}
        />
      )}
      {(shown.kind === "draft" || shown.kind === "version") && (
        <div className={COLUMNS}>
          <div className="flex min-w-0 flex-col gap-3">
            {from !== null && from !== prompt.latest && mayEdit && (
              <EditingNotice from={from} latest={prompt.latest} onLetGo={() => onPlace({})} />
            )}
            {shown.kind === "version" && (
              <VersionNotice
                number={shown.number}
                prompt={prompt}
                version={version}
                mayEdit={mayEdit}
                onBack={() => onPlace({})}
                onEdit={editing.edit}
                onCompare={(a, b) => onPlace({ a, b })}
                onAsk={setQuestion}
              />
            )}
            <Card aria-label={looking ? "Version" : "Draft"} className="min-w-0 overflow-hidden">
              {!looking && mayEdit && <PromptAssist project={project} prompt={prompt} draft={draft} />}
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
            {shown.kind === "version" && (
              <CommentThreads
                key={shown.number}
                card
                project={project}
                subject={{ kind: "version", id: prompt.id, part: String(shown.number) }}
              />
            )}
          </div>
          <Card
            aria-label="Preview and versions"
            className="min-w-0 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-5rem)] xl:overflow-y-auto"
          >
            <Tabs.Root value={tab} onValueChange={setTab}>
              <Tabs.List
                aria-label="Beside the prompt"
                className="sticky top-0 z-10 flex gap-0.5 rounded-t-lg border-b border-line bg-raised px-2"
              >
                <TabTrigger value="preview" label="Preview" />
                <TabTrigger
                  value="versions"
                  label="Versions"
                  summary={prompt.latest > 0 ? String(prompt.latest) : null}
                />
              </Tabs.List>
              <Tabs.Content value="preview" tabIndex={-1} className="p-4 focus:outline-none">
                <PreviewPanel rendered={rendered} samples={samples} onSamples={setSamples} />
              </Tabs.Content>
              <Tabs.Content value="versions" tabIndex={-1} className="p-4 focus:outline-none">
                <PromptVersionsPanel
                  project={project}
                  prompt={prompt}
                  shown={shown.kind === "version" ? shown.number : null}
                  mayEdit={mayEdit}
                  onShow={(number) => onPlace(number === null ? {} : { version: number })}
                  onEdit={editing.edit}
                  onCompare={(a, b) => onPlace({ a, b })}
                  onAsk={setQuestion}
                />
              </Tabs.Content>
            </Tabs.Root>
          </Card>
        </div>
      )}
      <VersionDialogs
        project={project}
        prompt={prompt}
        question={question}
        onClose={() => setQuestion(null)}
        onRestored={() => onPlace({})}
      />
      {editing.question}
    </>
  );
}

const VIEW = cx(
  "-mb-px inline-flex h-9 items-center border-b-2 border-transparent px-2.5 text-sm font-medium text-ink-muted",
  "hover:text-ink focus-visible:-outline-offset-2",
  "aria-[current=page]:border-accent-mark aria-[current=page]:text-ink",
);

/** The text, or how it came to be. */
function PromptViews({
  view,
  versions,
  onView,
}: {
  view: "prompt" | "lineage";
  versions: number;
  onView: (view: "prompt" | "lineage") => void;
}) {
  if (versions === 0) return null;
  const one = (name: "prompt" | "lineage", label: string) => (
    <button
      type="button"
      aria-current={view === name ? "page" : undefined}
      onClick={() => onView(name)}
      className={VIEW}
    >
      {label}
    </button>
  );
  return (
    <nav aria-label="Prompt" className="mb-4 flex gap-1 border-b border-line">
      {one("prompt", "Prompt")}
      {one("lineage", "Lineage")}
    </nav>
  );
}
