import { Link } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { exactTime } from "@/shared/format/formatTime";
import { useClock } from "@/shared/ui/useClock";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useMoveSuite } from "../api";
import { DAILY_LIMIT, untilWords } from "../suiteStates";
import type { Suite } from "../types";
import type { SuiteActions, Asked } from "./suiteActions";

interface SuiteBannerProps {
  project: string;
  suite: Suite;
  acts: SuiteActions;
  onAsk: (asked: Asked) => void;
}

/** Why nothing runs, and what to do about it. */
export function SuiteBanner({ project, suite, acts, onAsk }: SuiteBannerProps) {
  const move = useMoveSuite(project, suite.id);
  const clock = useClock();
  const resume = acts.moves && (
    <Button
      size="sm"
      variant="secondary"
      loading={move.isPending}
      onClick={() =>
        move.mutate("resume", { onSuccess: () => notify.success("Suite resumed"), onError: notify.failure })
      }
    >
      <RotateCcw aria-hidden /> Resume
    </Button>
  );
  if (suite.state === "archived") {
    const restore = acts.edits && (
      <Button
        size="sm"
        variant="secondary"
        loading={move.isPending}
        onClick={() =>
          move.mutate("restore", { onSuccess: () => notify.success("Suite restored"), onError: notify.failure })
        }
      >
        Restore
      </Button>
    );
    return (
      <Banner
        tone="info"
        title="This suite is archived"
        text="The suite runs neither by hand nor on schedule. Its results are kept."
        actions={restore}
      />
    );
  }
  if (suite.state === "paused" && suite.pause_reason === "budget") {
    return (
      <Banner
        tone="warning"
        title="Paused: the daily limit is spent"
        text={
          <>
            Nothing is lost. The suite resumes by itself at midnight UTC
            {suite.paused_until && (
              <>
                ,{" "}
                <span title={exactTime(new Date(suite.paused_until))}>in {untilWords(suite.paused_until, clock)}</span>
              </>
            )}
            , with a new daily limit. Raise the limit to resume now.
          </>
        }
        actions={
          <>
            {acts.moves && (
              <Button size="sm" variant="secondary" onClick={() => onAsk("limit")}>
                Change the limit
              </Button>
            )}
            {resume}
          </>
        }
      />
    );
  }
  if (suite.state === "paused")
    return (
      <Banner
        tone="warning"
        title="Paused by a person"
        text="The suite runs neither by hand nor on schedule until someone resumes it."
        actions={resume}
      />
    );
  if (suite.problems.length > 0) {
    return (
      <Banner
        tone="error"
        title="The suite could not run"
        text={
          <ul className="list-disc pl-4">
            {suite.problems.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
          </ul>
        }
        actions={
          <>
            {acts.moves && suite.problems.some(isOfLimit) && (
              <Button size="sm" variant="secondary" onClick={() => onAsk("limit")}>
                Change the limit
              </Button>
            )}
            {acts.edits && !suite.problems.every(isOfLimit) && (
              <Button size="sm" variant="secondary" asChild>
                <Link to="/projects/$slug/suites/$suite/edit" params={{ slug: project, suite: suite.id }}>
                  Edit the recipe
                </Link>
              </Button>
            )}
          </>
        }
      />
    );
  }
  return null;
}

function isOfLimit({ field }: Suite["problems"][number]): boolean {
  return field === DAILY_LIMIT;
}

function Banner({
  tone,
  title,
  text,
  actions,
}: {
  tone: "info" | "warning" | "error";
  title: string;
  text: ReactNode;
  actions: ReactNode;
}) {
  return (
    <Notice tone={tone}>
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">{title}</p>
          <div className="wrap-anywhere">{text}</div>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </Notice>
  );
}
