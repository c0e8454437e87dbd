/** Ask a model something and see what it says, what it cost and how long it took. */
import { type FormEvent, type KeyboardEvent, useState } from "react";
import type { Model, Project, Try } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Kbd } from "@/shared/ui/Kbd";
import { Notice } from "@/shared/ui/Notice";
import { moneyOf } from "@/shared/ui/SimulatedMark";
import { useAskModel } from "./api";
import {
  type PlaygroundProblems,
  type PlaygroundValues,
  EMPTY_PLAYGROUND,
  problemsOf,
  valuesOfTry,
} from "./playgroundBody";
import { AnswerFormatFields } from "./AnswerFormatFields";
import { PlaygroundFields } from "./PlaygroundFields";
import { PlaygroundOutcome } from "./PlaygroundOutcome";
import { PlaygroundHistory } from "./PlaygroundHistory";

interface PlaygroundPanelProps {
  project: Project;
  model: Model;
  mayAsk: boolean;
  /** Null without permission to set prices. */
  onSetPrice: (() => void) | null;
}

interface Shown {
  id: string;
  /** By this browser's clock: the server's may differ, and people watch this one. */
  since: number;
}

export function PlaygroundPanel({ project, model, mayAsk, onSetPrice }: PlaygroundPanelProps) {
  const [values, setValues] = useState<PlaygroundValues>(EMPTY_PLAYGROUND);
  const [problems, setProblems] = useState<PlaygroundProblems>({});
  const [shown, setShown] = useState<Shown | null>(null);
  const [waiting, setWaiting] = useState(false);
  const ask = useAskModel(project.slug, model.id);
  const busy = ask.isPending || waiting;

  const send = () => {
    if (busy) return;
    const found = problemsOf(values);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const since = Date.now();
    ask.mutate(values, {
      onSuccess: (asked) => {
        setWaiting(asked.state !== "done");
        setShown({ id: asked.id, since });
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const reuse = (asked: Try) => {
    setValues(valuesOfTry(asked));
    setProblems({});
    setWaiting(false);
    setShown({ id: asked.id, since: new Date(asked.asked_at).getTime() });
  };

  return (
    <div className="flex min-w-0 flex-col gap-4">
      {mayAsk ? (
        <Card aria-label="Playground">
          <CardHeader room="list">
            <CardTitle>Playground</CardTitle>
          </CardHeader>
          <CardContent>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions --
                the shortcut works from every field of the form */}
            <form onSubmit={submit} onKeyDown={sendByKey} noValidate className="flex flex-col gap-3">
              <PlaygroundFields model={model} values={values} problems={problems} onChange={setValues} />
              {ask.error && <AskProblem error={ask.error} />}
              <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
                <AnswerFormatFields
                  model={model}
                  values={values}
                  reuseMinutes={project.settings.answer_reuse_minutes}
                  onChange={setValues}
                />
                <span className="ml-auto flex items-center gap-3">
                  <span aria-hidden className="hidden items-center gap-1 text-xs text-ink-subtle sm:flex">
                    <Kbd>Ctrl</Kbd>
                    <Kbd>Enter</Kbd>
                  </span>
                  {/* One width for both words, so that nothing moves when they change. */}
                  <Button
                    type="submit"
                    loading={busy}
                    aria-keyshortcuts="Control+Enter Meta+Enter"
                    className="min-w-24"
                  >
                    {busy ? "Waiting" : "Send"}
                  </Button>
                </span>
              </div>
            </form>
          </CardContent>
        </Card>
      ) : (
        <Notice tone="info">Your role can read earlier calls, but not call models.</Notice>
      )}
      {shown && (
        <PlaygroundOutcome
          key={shown.id}
          project={project.slug}
          wanted={shown.id}
          since={shown.since}
          money={moneyOf(model.provider)}
          onSetPrice={onSetPrice}
          onDone={() => setWaiting(false)}
        />
      )}
      <PlaygroundHistory project={project.slug} model={model.id} shown={shown?.id ?? null} onReuse={reuse} />
    </div>
  );
}

function AskProblem({ error }: { error: Error }) {
  const known = error instanceof ApiError ? error : null;
  const problem = known?.details["problem"];
  return (
    <Notice tone="error" alert>
      <p className="font-medium">{known?.message ?? "The call could not be sent."}</p>
      {typeof problem === "string" && <p className="wrap-anywhere">{problem}</p>}
      <p>{known?.nextStep ?? "Try again in a moment."}</p>
    </Notice>
  );
}
