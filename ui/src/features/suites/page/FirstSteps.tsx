import { Link } from "@tanstack/react-router";
import { BellRing, CalendarClock, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import type { Suite } from "../types";
import type { SuiteActions, Asked } from "./suiteActions";

interface FirstStepsProps {
  project: string;
  suite: Suite;
  acts: SuiteActions;
  onAsk: (asked: Asked) => void;
}

/** What to do with a suite that has not run: once by hand, then by the clock. */
export function FirstSteps({ project, suite, acts, onAsk }: FirstStepsProps) {
  const monitors = {
    to: "/projects/$slug/suites/$suite",
    params: { slug: project, suite: suite.id },
    search: { tab: "monitors" },
  } as const;
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-raised">
      <SuiteStep
        icon={<Play aria-hidden />}
        title="Run the suite once"
        text="The first run shows how good the answers are today. Later runs are compared with it."
        action={
          acts.runs && (
            <Button size="sm" onClick={() => onAsk("run")}>
              <Play aria-hidden /> Run now
            </Button>
          )
        }
      />
      <SuiteStep
        icon={<CalendarClock aria-hidden />}
        title="Put the suite on a schedule"
        text={
          "Every night, every weekday at nine, every five minutes: " +
          "a monitor runs the suite and compares each result with the baseline."
        }
        action={
          acts.edits &&
          suite.monitors === 0 && (
            <Button size="sm" variant="secondary" asChild>
              <Link {...monitors}>Add a monitor</Link>
            </Button>
          )
        }
      />
      <SuiteStep
        icon={<BellRing aria-hidden />}
        title="Get an alert when results get worse"
        text={
          "An alert shows whether the model, the judge, " +
          "the prompt or the cases changed. It is raised only for significant differences."
        }
      />
    </ol>
  );
}

function SuiteStep({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
      <span
        className={cx(
          "flex size-8 shrink-0 items-center justify-center rounded-md bg-surface-hover text-ink-muted",
          "[&_svg]:size-4",
        )}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-sm font-medium text-ink">{title}</h3>
        <p className="text-sm text-ink-muted">{text}</p>
      </div>
      {action}
    </li>
  );
}
