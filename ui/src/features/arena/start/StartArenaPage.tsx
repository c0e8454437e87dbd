import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Project, StartRun } from "@/api/types";
import { datasetQuery } from "@/features/datasets";
import { may, useProject } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { type ArenaForm, arenaProblems, EMPTY_ARENA, NEW_JUDGE, readyText } from "./arenaForm";
import { AwaitLeaderboard } from "./AwaitLeaderboard";
import { ArenaCostConfirm } from "./ArenaCostConfirm";
import { JudgePart } from "./JudgePart";
import { ModelsPart } from "./ModelsPart";
import { QuestionsPart } from "./QuestionsPart";
import { useJudgeChoices, usePrepareArena } from "./usePrepareArena";

const route = getRouteApi("/frame/projects/$slug/arena/start");

/** One form from questions to a leaderboard. */
export function StartArenaPage() {
  const { slug } = route.useParams();
  const { run } = route.useSearch();
  const project = useProject(slug);
  if (!may(project, "start_runs") || project.archived_at !== null) {
    return (
      <EmptyState action={<RoomLink room="arena" />} title="You cannot start an arena here">
        {project.archived_at ? "The project is archived." : "An editor of this project can start one."}
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader
        title="Start an arena"
        documentTitle={["Start an arena", project.name]}
        description="Models answer the same questions, a judge scores the answers, and a leaderboard ranks the models."
      />
      {run === undefined ? <ArenaFormView project={project} /> : <AwaitLeaderboard project={slug} run={run} />}
    </div>
  );
}

function ArenaFormView({ project }: { project: Project }) {
  const { slug } = project;
  const { dataset: chosen, assist } = route.useSearch();
  const navigate = route.useNavigate();
  const dataset = useQuery({ ...datasetQuery(slug, chosen ?? ""), enabled: chosen !== undefined }).data ?? null;
  const judges = useJudgeChoices(slug) ?? [];
  const [form, setForm] = useState<ArenaForm>(EMPTY_ARENA);
  const [tried, setTried] = useState(false);
  const [order, setOrder] = useState<StartRun | null>(null);
  const prepare = usePrepareArena(slug);
  const judge = form.judge ?? judges[0]?.id ?? NEW_JUDGE;
  const found = arenaProblems(form, dataset, judge);
  const problems = tried ? found : {};
  const change = (part: Partial<ArenaForm>) => setForm((before) => ({ ...before, ...part }));
  const start = () => {
    setTried(true);
    if (Object.keys(found).length > 0 || !dataset || prepare.isPending) return;
    prepare.mutate({ form, dataset, judge }, { onSuccess: setOrder });
  };
  return (
    <div className="flex flex-col gap-4">
      <StartSection title="Questions" problem={problems.questions}>
        <QuestionsPart
          project={project}
          dataset={dataset}
          assist={assist ?? null}
          onBegun={(id) => void navigate({ search: { assist: id }, replace: true, resetScroll: false })}
          onDataset={(id) => {
            change({ text: null });
            void navigate({ search: id === null ? {} : { dataset: id }, replace: true, resetScroll: false });
          }}
        />
      </StartSection>
      <StartSection title="Prompt">
        <Field label="Text" error={problems.text} hint="Ready to use. Each question replaces the variable in braces.">
          <Textarea
            rows={4}
            className="font-mono"
            value={form.text ?? readyText(dataset?.columns ?? [])}
            onChange={({ target }) => change({ text: target.value })}
          />
        </Field>
      </StartSection>
      <StartSection title="Models" problem={problems.models}>
        <ModelsPart project={slug} models={form.models} onChange={(models) => change({ models })} />
      </StartSection>
      <StartSection title="Scores">
        <JudgePart
          project={slug}
          judges={judges}
          judge={judge}
          model={form.judgeModel}
          problem={problems.judge}
          onJudge={(id) => change({ judge: id })}
          onModel={(judgeModel) => change({ judgeModel })}
        />
      </StartSection>
      {prepare.isError && (
        <Notice tone="error" alert>
          {prepare.error instanceof ApiError ? prepare.error.message : "The request failed. Try again in a moment."}
        </Notice>
      )}
      <div className="flex items-center justify-end gap-3">
        <p className="text-xs text-ink-muted">The price is shown before any model is called.</p>
        <Button loading={prepare.isPending} onClick={start}>
          <Play aria-hidden /> Start arena
        </Button>
      </div>
      {order && <ArenaCostConfirm project={slug} order={order} onClose={() => setOrder(null)} />}
    </div>
  );
}

function StartSection({
  title,
  problem,
  children,
}: {
  title: string;
  problem?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Card aria-label={title} className="px-5 py-4">
      <h2 className="mb-3 text-base font-semibold text-ink">{title}</h2>
      {problem && (
        <p role="alert" className="mb-3 text-xs text-error">
          {problem}
        </p>
      )}
      {children}
    </Card>
  );
}
