import type { CaseHistory } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { DiffText } from "@/shared/ui/DiffText";
import { type Difference, firstText, steps } from "./caseText";

/** Every wording of a case, newest first, each with what it changed. */
export function CaseTimeline({ history, columns }: { history: CaseHistory; columns: readonly string[] }) {
  const { case: newest, earlier } = history;
  return (
    <ol className="flex flex-col">
      {newest.until !== null && (
        <TimelineStep title={`Deleted in version ${newest.until}`}>
          <p className="text-sm text-ink-muted">Earlier versions still contain the case.</p>
        </TimelineStep>
      )}
      {steps(columns, [newest, ...earlier]).map(({ case: wording, changed }) => (
        <TimelineStep
          key={wording.revision}
          title={changed ? `Changed in version ${wording.since}` : `Added in version ${wording.since}`}
        >
          {changed ? <CaseChanges changes={changed} /> : <FirstWords text={firstText(columns, wording)} />}
        </TimelineStep>
      ))}
    </ol>
  );
}

function FirstWords({ text }: { text: string }) {
  return text ? (
    <p dir="auto" className="line-clamp-2 text-sm text-ink-muted">
      {visibleText(text.slice(0, 300))}
    </p>
  ) : null;
}

function TimelineStep({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <li className="group relative pb-5 pl-6 last:pb-0">
      <span
        aria-hidden
        className="absolute top-1.5 left-0.75 size-2.5 rounded-full border-2 border-accent-mark bg-raised"
      />
      <span aria-hidden className="absolute top-4.5 bottom-0 left-1.75 w-px bg-line-strong group-last:hidden" />
      <h3 className="mb-1.5 text-sm font-medium text-ink">{title}</h3>
      {children}
    </li>
  );
}

export function CaseChanges({ changes }: { changes: readonly Difference[] }) {
  if (changes.length === 0) return <p className="text-sm text-ink-muted">The same words in another order.</p>;
  return (
    <dl className="flex flex-col divide-y divide-line rounded-md border border-line">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <dt className="truncate text-xs leading-5 text-ink-subtle" title={field}>
            {field}
          </dt>
          <dd className="min-w-0">
            {before.length + after.length > LONG ? (
              <Scrolled field={field}>
                <DiffText before={before} after={after} />
              </Scrolled>
            ) : (
              <DiffText before={before} after={after} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** More letters than that get a box of their own that scrolls. */
const LONG = 1_200;

function Scrolled({ field, children }: { field: string; children: React.ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
    <div role="region" aria-label={`Change of ${field}`} tabIndex={0} className="max-h-72 overflow-y-auto">
      {children}
    </div>
  );
}
