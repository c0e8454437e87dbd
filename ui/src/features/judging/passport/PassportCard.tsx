import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Coins } from "lucide-react";
import type { ReactNode } from "react";
import type { Judge, Passport } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { passportQuery } from "../api";
import { type Figure, figuresOf, otherFindings } from "./passportFigures";
import { OutcomeMark } from "./OutcomeMark";
import { SpanBar } from "./SpanBar";

/** How far to trust a judge, figure by figure. */
export function PassportCard({ project, judge }: { project: string; judge: Judge }) {
  const found = useQuery(passportQuery(project, judge.id, judge.version));
  if (found.isPending) return <RowSkeletons count={6} label="Loading passport" />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const passport = found.data;
  const figures = figuresOf(passport, judge.mode);
  const others = otherFindings(passport, judge.mode);
  return (
    <Card aria-label="Passport">
      <CardHeader className="border-b border-line">
        <CardTitle>Passport</CardTitle>
        <CardDescription>
          {passport.verdicts === 0 ? (
            "The passport is updated by scores of the judge, labels of people on the same answers, and exams."
          ) : (
            <>
              From {countOf(passport.verdicts, "verdict")} of version {passport.version}, computed{" "}
              <RelativeTime at={passport.computed_at} />. Each end of an interval holds with 95% confidence.
            </>
          )}
        </CardDescription>
      </CardHeader>
      <ul aria-label="Figures" className="divide-y divide-line">
        {figures.map((figure) => (
          <FigureRow key={figure.kind} figure={figure}>
            {figure.kind === "agreement" && <CriteriaAgreement passport={passport} />}
          </FigureRow>
        ))}
      </ul>
      {others.length > 0 && (
        <ul aria-label="Other findings" className="flex flex-col gap-1.5 border-t border-line px-5 py-3">
          {others.map(({ kind, outcome, title, sentence }) => (
            <li key={kind} className="flex items-start gap-2 text-sm text-ink-muted">
              <OutcomeMark outcome={outcome} />{" "}
              <span>
                <span className="font-medium text-ink">{title}.</span> {sentence}
              </span>
            </li>
          ))}
        </ul>
      )}
      {passport.sources.length > 0 && <PassportSources project={project} sources={passport.sources} />}
    </Card>
  );
}

function FigureRow({ figure, children }: { figure: Figure; children: ReactNode }) {
  const { title, value, interval, count, outcome, sentence, span } = figure;
  return (
    <li data-figure={figure.kind} className="grid gap-x-6 gap-y-1 px-5 py-3 sm:grid-cols-[minmax(0,1fr)_12.5rem]">
      <div className="flex min-w-0 items-start gap-2.5">
        <span className="mt-0.5">
          {figure.kind === "cost" ? (
            <Coins aria-hidden className="size-4 text-ink-subtle" />
          ) : (
            <OutcomeMark outcome={outcome} />
          )}
        </span>
        <div className="min-w-0">
          <h3 className="text-sm font-medium text-ink">{title}</h3>
          <p className="mt-0.5 text-sm text-ink-muted">{sentence}</p>
          {children}
        </div>
      </div>
      <div className="pl-6.5 sm:pl-0">
        {value === null ? (
          <p className="text-sm text-ink-subtle sm:text-right">Not measured</p>
        ) : (
          <>
            <p className="flex items-baseline justify-between gap-2">
              <span className="text-lg leading-6 font-semibold text-ink">{value}</span>
              <span className="text-xs whitespace-nowrap text-ink-subtle">{count}</span>
            </p>
            {span && <SpanBar span={span} />}
            {interval && <p className="text-xs text-ink-muted">{interval}</p>}
          </>
        )}
      </div>
    </li>
  );
}

/** Where it agrees and where it does not: a judge may know accuracy and not empathy. */
function CriteriaAgreement({ passport }: { passport: Passport }) {
  if (passport.criteria.length === 0) return null;
  return (
    <ul aria-label="Agreement by criterion" className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-muted">
      {passport.criteria.map(({ name, alpha, n }) => (
        <li key={name}>
          {name} <span className="font-medium text-ink">{alpha === null ? "–" : `α ${alpha.toFixed(2)}`}</span>{" "}
          <span className="text-ink-subtle">n {n.toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
}

function PassportSources({ project, sources }: { project: string; sources: Passport["sources"] }) {
  return (
    <CardContent className="border-t border-line pt-3">
      <h3 className="mb-1.5 text-xs font-medium text-ink-muted">Data behind these figures</h3>
      <ul className="flex flex-col">
        {sources.map(({ run, number, name, cells }) => (
          <li key={run} className="flex items-baseline justify-between gap-3 text-sm">
            <Link
              to="/projects/$slug/runs/$run"
              params={{ slug: project, run }}
              className="inline-flex min-h-7 min-w-0 items-center rounded hover:text-accent-ink hover:underline"
            >
              <span className="truncate">
                <span className="text-ink-subtle">#{number}</span> {name}
              </span>
            </Link>
            <span className="text-xs whitespace-nowrap text-ink-subtle">{countOf(cells, "answer")}</span>
          </li>
        ))}
      </ul>
    </CardContent>
  );
}
