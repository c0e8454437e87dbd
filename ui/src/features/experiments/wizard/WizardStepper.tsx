import { Check, CircleAlert } from "lucide-react";
import { cx } from "@/shared/ui/cx";
import type { StepProblem } from "./planTypes";
import { STEPS } from "./steps/stepNames";

interface WizardStepperProps {
  step: number;
  /** The farthest step that was ever opened. */
  reached: number;
  problems: readonly StepProblem[];
  onStep: (step: number) => void;
}

/** Where we are among the seven, what is done and what is not; each can be gone to. */
export function WizardStepper({ step, reached, problems, onStep }: WizardStepperProps) {
  return (
    <nav aria-label="Steps of the set-up">
      <ol className="flex items-center gap-1 sm:gap-1.5">
        {STEPS.map(({ short }, index) => {
          const number = index + 1;
          const here = number === step;
          const wrong = problems.some((problem) => problem.step === number);
          const seen = number <= reached;
          const state = here
            ? "you are here"
            : wrong && seen
              ? "something is missing"
              : seen
                ? "done"
                : "not yet opened";
          return (
            <li key={short} className="flex min-w-0 flex-1 items-center">
              <button
                type="button"
                aria-current={here ? "step" : undefined}
                onClick={() => onStep(number)}
                className={cx(
                  "flex h-9 w-full min-w-0 items-center justify-center gap-1.5 rounded-md",
                  "lg:gap-2 border-b-2 px-1.5 text-sm font-medium transition-colors duration-150",
                  "sm:justify-start sm:text-xs lg:px-2 lg:text-sm",
                  here
                    ? "border-accent-mark bg-surface text-ink"
                    : "border-line text-ink-muted hover:bg-surface-hover hover:text-ink",
                )}
              >
                <span
                  aria-hidden
                  className={cx(
                    "flex size-5 shrink-0 items-center justify-center rounded-full text-2xs",
                    here
                      ? "bg-accent text-on-accent"
                      : wrong && seen
                        ? "bg-warning-soft text-warning"
                        : seen
                          ? "bg-accent-soft text-accent-ink"
                          : "border border-line-strong text-ink-subtle",
                  )}
                >
                  {here ? (
                    number
                  ) : wrong && seen ? (
                    <CircleAlert className="size-3.5" />
                  ) : seen ? (
                    <Check className="size-3" strokeWidth={3} />
                  ) : (
                    number
                  )}
                </span>
                <span className="sr-only">Step {number}: </span>
                <span className="truncate max-sm:sr-only">{short}</span>
                <span className="sr-only">, {state}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
