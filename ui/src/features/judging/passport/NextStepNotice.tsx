import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Judge, Passport } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { passportSizesQuery } from "../api";
import { SIZE_NAMES, sizeWords } from "./examNames";
import { gravest, nextStep } from "./passportFigures";
import { OutcomeMark } from "./OutcomeMark";
import { Detectable } from "./SizeChoice";

interface NextStepNoticeProps {
  project: string;
  judge: Judge;
  passport: Passport;
  onExamine: (() => void) | null;
}

/** The result of the passport, and the step that would improve it most. */
export function NextStepNotice({ project, judge, passport, onExamine }: NextStepNoticeProps) {
  const found = gravest(passport.findings);
  const step = nextStep(passport, judge.mode);
  const params = { slug: project };
  if (!found && step === null) return null;
  return (
    <section
      aria-label="What to do next"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface px-5 py-3.5"
    >
      <div className="min-w-0 flex-1 basis-80">
        {found && (
          <p className="flex items-start gap-2 text-sm font-medium text-ink">
            <span className="mt-0.5">
              <OutcomeMark outcome={found.outcome} />
            </span>{" "}
            {found.title}
          </p>
        )}
        {step === "score" && (
          <NextStepText title="This judge has not scored any answer yet">
            Open a finished run and press Score. The scores appear in the grid with their reasons.
          </NextStepText>
        )}
        {step === "label" && (
          <NextStepText title={found ? null : "Unvalidated: the judge has not been compared with people"}>
            {passport.labels_needed > 0
              ? `Label ${countOf(passport.labels_needed, "more answer")} that the judge has scored; ` +
                "then the agreement of the judge with people can be measured."
              : "Label both good and bad answers, so that the agreement of the judge with people can be measured."}
          </NextStepText>
        )}
        {step === "examine" && (
          <NextStepText title={found ? null : "People agree with this judge. Check how easily it is misled."}>
            In an exam the judge scores the same answers again: unchanged, made longer, and with a hidden instruction to
            the judge. The more answers, the smaller the faults that the exam detects.
          </NextStepText>
        )}
        {step === "compare" && <MorePairs project={project} judge={judge} />}
      </div>
      {(step === "score" || step === "compare") && (
        <Button size="sm" asChild>
          <Link to="/projects/$slug/runs" params={params} search={{ state: "completed" }}>
            Choose a run
          </Link>
        </Button>
      )}
      {step === "label" && (
        <Button size="sm" asChild>
          <Link to="/projects/$slug/annotate" params={params}>
            Label in Annotate
          </Link>
        </Button>
      )}
      {(step === "label" || step === "examine") && onExamine && (
        <Button size="sm" variant={step === "examine" ? "primary" : "secondary"} onClick={onExamine}>
          Examine
        </Button>
      )}
    </section>
  );
}

/** A pairwise judge is examined whenever it compares: a larger passport is more pairs. */
function MorePairs({ project, judge }: { project: string; judge: Judge }) {
  const sizes = useQuery(passportSizesQuery(project, judge.id, judge.version, null)).data;
  return (
    <NextStepText title="Let the judge compare more pairs to rule out a smaller position bias">
      {sizes
        ?.filter(({ calls }) => calls > 0)
        .map((choice) => (
          <span key={choice.size} className="mt-1 block">
            {SIZE_NAMES[choice.size]}: {sizeWords(choice, "pair")}. <Detectable finds={choice.finds} />
          </span>
        ))}
    </NextStepText>
  );
}

function NextStepText({ title, children }: { title: string | null; children: ReactNode }) {
  return (
    <>
      {title && <p className="text-sm font-medium text-ink">{title}</p>}
      <p className="mt-0.5 text-sm text-ink-muted">{children}</p>
    </>
  );
}
