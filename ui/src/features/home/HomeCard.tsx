import { type ReactNode, useId } from "react";
import { Card, CardTitle } from "@/shared/ui/Card";
import { countOf } from "@/shared/format/quantities";

interface HomeCardProps {
  title: string;
  /** How many there are, if the list shows only some of them. */
  count?: number;
  /** Leads to the complete list. */
  link: ReactNode;
  children: ReactNode;
}

/** One list of the project home: its title, how many there are, and the way to all of them. */
export function HomeCard({ title, count, link, children }: HomeCardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-11 items-center gap-2 px-4 pt-2 pb-1">
        <CardTitle id={id}>{title}</CardTitle>
        {count !== undefined && count > 0 && (
          <span className="text-sm text-ink-subtle tabular-nums">
            <span className="sr-only">{countOf(count, "item")}</span>
            <span aria-hidden>{count.toLocaleString("en")}</span>
          </span>
        )}
        <span className="ml-auto shrink-0">{link}</span>
      </div>
      {children}
    </Card>
  );
}

export const homeLink = "inline-flex min-h-6 items-center rounded text-sm font-medium text-accent-ink hover:underline";

/** Why a list is empty, and what to do first. */
export function NothingHere({ children, next }: { children: ReactNode; next?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-1 pb-4 text-sm text-ink-muted">
      <p>{children}</p>
      {next}
    </div>
  );
}
