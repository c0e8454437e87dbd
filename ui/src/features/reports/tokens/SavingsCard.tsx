import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { countOf, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { daysQueryOf } from "../api";
import { DownloadMenu } from "../DownloadMenu";
import type { Days } from "../period";
import { ReportCard } from "../ReportCard";
import type { Saved, Savings } from "../types";
import { nameOf, savedText, usd } from "../reportPhrasing";

interface SavingsCardProps {
  project: string;
  days: Days;
  found: UseQueryResult<Savings>;
}

const CELL = "py-1.5 pl-3 text-right whitespace-nowrap text-ink";

/** What did not have to be paid: answers that were there already, and prompts that the provider remembered. */
export function SavingsCard({ project, days, found }: SavingsCardProps) {
  return (
    <ReportCard label="Savings" found={found}>
      {(report) => (
        <>
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <h3 className="text-sm font-semibold text-ink">Saved</h3>
              <p className="mt-0.5 max-w-prose text-sm text-ink-muted">{reading(report)}</p>
            </div>
            {anything(report) && (
              <DownloadMenu project={project} report="savings" query={daysQueryOf(days)} what="Savings by model" />
            )}
          </div>
          {anything(report) ? (
            <>
              <SavingsTable report={report} />
              {report.notes.length > 0 && (
                <ul className="mt-2 flex list-disc flex-col gap-0.5 pl-4 text-xs text-ink-subtle">
                  {report.notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              )}
            </>
          ) : (
            <p className="mt-3 rounded-md bg-surface px-4 py-3 text-sm text-ink-subtle">
              The project settings define how long answers are reused: see{" "}
              <Link
                to="/projects/$slug/settings/general"
                params={{ slug: project }}
                className="rounded font-medium text-accent-ink hover:underline"
              >
                Settings
              </Link>
              . The provider decides whether prompts are cached.
            </p>
          )}
        </>
      )}
    </ReportCard>
  );
}

function anything({ reused_calls: reused, cached_tokens: cached }: Saved): boolean {
  return reused > 0 || cached > 0;
}

function reading(report: Savings): string {
  if (!anything(report))
    return "Nothing was saved in these days: no answer was used again, and no prompt came from a cache.";
  const { reused_calls: reused, reused_usd: reusedUsd, cached_tokens: cached, cached_usd: cachedUsd } = report;
  const parts = [
    reused > 0 && `${countOf(reused, "answer")} reused instead of called again saved ${formatMoney(usd(reusedUsd))}`,
    cached > 0 && cacheWords(cached, readMoney(cachedUsd)),
  ].filter((part) => part !== false);
  return `${parts.join("; ")}.`;
}

function cacheWords(tokens: number, saved: number | null): string {
  const first = `${formatTokens(tokens)} tokens came from caches`;
  if (saved === null) return `${first}, and what that saved is unknown`;
  return saved < 0
    ? `${first}, but storing them in the cache cost ${formatMoney(-saved)} more than it saved`
    : `${first}, which saved ${formatMoney(saved)}`;
}

function SavingsTable({ report }: { report: Savings }) {
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
       a region that scrolls has to be reachable by keyboard */
    <div role="region" aria-label="Savings by model" tabIndex={0} className="mt-3 max-h-72 overflow-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Savings by model</caption>
        <thead>
          <tr className="text-xs text-ink-subtle">
            <th scope="col" className="pb-1.5 text-left font-medium">
              Model
            </th>
            <th scope="col" className="pb-1.5 pl-3 text-right font-medium">
              Used again
            </th>
            <th scope="col" className="pb-1.5 pl-3 text-right font-medium">
              saved
            </th>
            <th scope="col" className="pb-1.5 pl-3 text-right font-medium">
              From cache
            </th>
            <th scope="col" className="pb-1.5 pl-3 text-right font-medium">
              saved
            </th>
          </tr>
        </thead>
        <tbody>
          {report.models.map((model) => (
            <tr key={model.key} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal wrap-anywhere text-ink">
                {nameOf("model", model)}
              </th>
              <td className={CELL}>{model.reused_calls.toLocaleString("en")}</td>
              <td className={CELL}>{formatMoney(usd(model.reused_usd))}</td>
              <td className={CELL}>{formatTokens(model.cached_tokens)}</td>
              <td className={CELL}>{savedText(readMoney(model.cached_usd))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
