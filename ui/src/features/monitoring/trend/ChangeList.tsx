import { useState } from "react";
import { CHANGE_ICONS, CHANGE_WORDS } from "@/shared/charts/timeline/ChangeFlags";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { Trend } from "../types";
import { kindOf } from "./trendSeries";

const FIRST = 5;

/** What people changed, newest first: the first place to look when a line moves. */
export function ChangeList({ annotations }: { annotations: Trend["annotations"] }) {
  const [all, setAll] = useState(false);
  const newest = annotations.toReversed();
  return (
    <section aria-label="Changes" className="rounded-lg border border-line bg-raised px-5 py-4">
      <h3 className="text-sm font-semibold text-ink">Changes</h3>
      <ul className="mt-2 flex flex-col">
        {newest.slice(0, all ? undefined : FIRST).map(({ at, what, words, execution_id: execution, number }) => {
          const kind = kindOf(what);
          const Icon = CHANGE_ICONS[kind];
          return (
            <li key={`${execution} ${what} ${words}`} className="flex min-h-8 items-center gap-2.5 text-sm">
              <Icon aria-hidden className="size-4 shrink-0 text-lilac" />
              <span className="min-w-0 flex-1 wrap-anywhere text-ink">
                <span className="sr-only">{CHANGE_WORDS[kind]}: </span>
                {visibleText(words)}
              </span>
              <span className="text-xs whitespace-nowrap text-ink-subtle">
                run {number} · <RelativeTime at={at} />
              </span>
            </li>
          );
        })}
      </ul>
      {!all && newest.length > FIRST && (
        <Button variant="ghost" size="xs" className="mt-1 -ml-2" onClick={() => setAll(true)}>
          Show all {newest.length}
        </Button>
      )}
    </section>
  );
}
