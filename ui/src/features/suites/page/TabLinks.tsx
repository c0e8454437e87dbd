import { Link } from "@tanstack/react-router";
import { cx } from "@/shared/ui/cx";
import { SUITE_TABS, type SuiteTab, TAB_NAMES } from "./suiteTabs";

const LOOK = cx(
  "-mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent",
  "px-2.5 text-sm font-medium text-ink-muted hover:text-ink focus-visible:-outline-offset-2",
  "aria-[current=page]:border-accent-mark aria-[current=page]:text-ink",
);

interface TabLinksProps {
  project: string;
  suite: string;
  /** How many there are behind a tab, where a number says something. */
  counts: Partial<Record<SuiteTab, number>>;
}

export function TabLinks({ project, suite, counts }: TabLinksProps) {
  return (
    <nav aria-label="Suite" className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line">
      {SUITE_TABS.map((name) => (
        <Link
          key={name}
          to="/projects/$slug/suites/$suite"
          params={{ slug: project, suite }}
          search={name === "overview" ? {} : { tab: name }}
          resetScroll={false}
          // The overview has the address of the suite itself, which all the others begin with.
          activeOptions={{ exact: true, explicitUndefined: true }}
          className={LOOK}
        >
          {TAB_NAMES[name]}
          {counts[name] ? (
            <span className="rounded bg-surface-hover px-1 text-2xs font-medium text-ink-muted">
              {counts[name].toLocaleString("en")}
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}
