import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { TryFailure } from "@/api/types";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import { Badge } from "@/shared/ui/Badge";
import { Card } from "@/shared/ui/Card";
import { ErrorState } from "@/shared/ui/ErrorState";
import type { MoneyKind } from "@/shared/ui/SimulatedMark";
import { Verbatim } from "@/shared/ui/Verbatim";
import { PlaygroundAnswer } from "./PlaygroundAnswer";
import { tryQuery } from "./api";
import { doubtWords, failureTitle, failureWord, nextStep } from "./callOutcome";
import { useElapsed } from "./useElapsed";

interface PlaygroundOutcomeProps {
  project: string;
  wanted: string;
  since: number;
  money: MoneyKind;
  onSetPrice: (() => void) | null;
  onDone: () => void;
}

export function PlaygroundOutcome({ project, wanted, since, money, onSetPrice, onDone }: PlaygroundOutcomeProps) {
  const found = useQuery(tryQuery(project, wanted));
  const state = found.data?.state;
  const tell = useEffectEvent(onDone);
  useEffect(() => {
    if (state === "done" || found.isError) tell();
  }, [state, found.isError]);

  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const { answer, failure } = found.data ?? {};
  return (
    <div aria-live="polite">
      {state !== "done" && <WaitingForAnswer since={since} queued={state === "waiting"} />}
      {answer && (
        <PlaygroundAnswer
          answer={answer}
          money={money}
          malformed={found.data?.output_problem ?? null}
          onSetPrice={onSetPrice}
        />
      )}
      {failure && <Failure project={project} failure={failure} />}
    </div>
  );
}

function WaitingForAnswer({ since, queued }: { since: number; queued: boolean }) {
  const elapsed = useElapsed(since, true);
  return (
    <Card className="flex items-center gap-3 px-5 py-4">
      <span aria-hidden className="flex h-4 items-end gap-0.5">
        {[0, 150, 300].map((delay) => (
          <span
            key={delay}
            className="h-full w-1 origin-bottom animate-bars rounded-full bg-accent-mark"
            style={{ animationDelay: `${delay}ms` }}
          />
        ))}
      </span>
      <span className="text-sm text-ink-muted">{queued ? "Waiting for a worker…" : "Waiting for the model…"}</span>
      {/* Hidden from screen readers: a clock must not be read out ten times a second. */}
      <span aria-hidden className="ml-auto font-mono text-sm text-ink-subtle">
        {(elapsed / 1_000).toFixed(1)} s
      </span>
    </Card>
  );
}

const ABOUT_THE_KEY: readonly TryFailure["code"][] = ["invalid_key", "quota", "forbidden_address", "unreachable"];

function Failure({ project, failure }: { project: string; failure: TryFailure }) {
  return (
    <Card aria-label="What went wrong" className="border-error-mark!">
      <div className="flex flex-wrap items-center gap-2 px-5 pt-4">
        <h3 className="text-base font-semibold text-error">{failureTitle(failure.code)}</h3>
        <Badge tone="error">{failureWord(failure.code)}</Badge>
        {failure.status !== null && <Badge>HTTP {failure.status}</Badge>}
        {failure.provider_code && <Badge>{failure.provider_code}</Badge>}
      </div>
      <p className="px-5 pt-1.5 text-sm text-ink-muted">{failure.suggestion ?? nextStep(failure.code)}</p>
      <Verbatim label="Message of the provider" className="mx-5 mt-3 max-h-60 text-xs">
        {failure.message}
      </Verbatim>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 pt-2 pb-4 text-xs text-ink-subtle">
        <span>{countOf(failure.attempts, "attempt")}</span>
        {failure.cost_usd !== null && <span>cost {formatMoney(readMoney(failure.cost_usd))}</span>}
        {failure.doubtful > 0 && <span>{doubtWords(failure)}</span>}
        {failure.parameter && (
          <span>
            about <code>{failure.parameter}</code>
          </span>
        )}
        {failure.dropped.length > 0 && <span>left out: {failure.dropped.join(", ")}</span>}
        {ABOUT_THE_KEY.includes(failure.code) && (
          <Link
            to="/projects/$slug/settings/credentials"
            params={{ slug: project }}
            className="ml-auto inline-flex min-h-6 items-center rounded font-medium text-accent-ink hover:underline"
          >
            View the credential
          </Link>
        )}
      </div>
    </Card>
  );
}
