import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { Project } from "@/api/types";
import { SuiteTrend } from "@/features/monitoring";
import { may } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { Fact } from "@/shared/ui/Fact";
import { PageHeader } from "@/shared/ui/PageHeader";
import { CauseChip, AlertStateChip } from "../AlertChips";
import type { Alert } from "../types";
import { CAUSE_WORDS, RULE_WORDS } from "../alertPhrasing";
import { AlertActions } from "./AlertActions";
import { AlertHistory } from "./AlertHistory";
import { AlertChangesCard } from "./AlertChangesCard";
import { AlertEvidenceCard } from "./AlertEvidenceCard";
import { FindingsCard } from "./FindingsCard";

const link = "inline-flex min-h-6 items-center gap-1 rounded text-sm text-accent-ink hover:underline [&_svg]:size-3.5";

/** What happened, how sure that is, what is behind it and what to do next: in that order. */
export function AlertScreen({ project, alert }: { project: Project; alert: Alert }) {
  const slug = project.slug;
  const rules = [...new Set([alert.rule, ...alert.findings.map(({ rule }) => rule)])];
  const acts = may(project, "start_runs") && project.archived_at === null;
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title={visibleText(alert.title)}
        documentTitle={["Alert", project.name]}
        badges={<AlertStateChip alert={alert} />}
        actions={acts && <AlertActions project={slug} alert={alert} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-4">
          <section aria-label="What happened" className="rounded-lg border border-line bg-raised px-5 py-4">
            <p className="max-w-prose text-base wrap-anywhere text-ink">{visibleText(alert.sentence)}</p>
            {alert.cause && (
              <p className="mt-3 flex flex-wrap items-center gap-2 text-base font-semibold text-ink">
                {alert.cause === "unknown"
                  ? "The cause is not known yet"
                  : `Most likely ${CAUSE_WORDS[alert.cause].who}`}
                <CauseChip cause={alert.cause} />
              </p>
            )}
            {alert.next_step && (
              <p className="mt-1 text-sm wrap-anywhere text-ink-muted">{visibleText(alert.next_step)}</p>
            )}
            <p className="mt-2 flex flex-wrap gap-x-4">
              {alert.run_id && (
                <Link to="/projects/$slug/runs/$run/results" params={{ slug, run: alert.run_id }} className={link}>
                  Read the answers of the run <ArrowRight aria-hidden />
                </Link>
              )}
              <Link to="/projects/$slug/suites/$suite" params={{ slug, suite: alert.suite_id }} className={link}>
                Open the suite <ArrowRight aria-hidden />
              </Link>
            </p>
          </section>
          <AlertChangesCard project={project} alert={alert} />
          {alert.findings.length > 1 ? <FindingsCard alert={alert} /> : <AlertEvidenceCard found={alert} />}
          <SuiteTrend project={slug} suite={alert.suite_id} />
        </div>
        <div className="flex flex-col gap-4">
          <section aria-label="Facts" className="rounded-lg border border-line bg-raised px-4 py-3">
            <dl className="flex flex-col gap-2 text-sm">
              <Fact name="Suite">
                <Link
                  to="/projects/$slug/suites/$suite"
                  params={{ slug, suite: alert.suite_id }}
                  className="rounded text-accent-ink hover:underline"
                >
                  {visibleText(alert.suite_name)}
                </Link>
              </Fact>
              <Fact name="Monitor">
                <Link
                  to="/projects/$slug/suites/$suite"
                  params={{ slug, suite: alert.suite_id }}
                  search={{ tab: "monitors" }}
                  className="rounded text-accent-ink hover:underline"
                >
                  {visibleText(alert.monitor_name)}
                </Link>
              </Fact>
              <Fact name={rules.length === 1 ? "Rule" : "Rules"}>
                {rules.map((rule) => (
                  <span key={rule} className="block">
                    {RULE_WORDS[rule]}
                  </span>
                ))}
              </Fact>
            </dl>
          </section>
          <AlertHistory alert={alert} />
        </div>
      </div>
    </div>
  );
}
