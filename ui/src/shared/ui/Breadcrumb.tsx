import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { cx } from "./cx";

interface Crumb {
  key: string;
  /** A link, or plain text for the current page. */
  content: ReactNode;
}

const SHORT = 14;

/** Where there is little room, the nearest steps are the ones worth showing. */
function narrow(index: number, count: number): string {
  if (index >= count - 1) return "";
  return index === count - 2 ? "hidden sm:block" : "hidden lg:block";
}

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm text-ink-muted">
        {crumbs.map((crumb, index) => (
          <Fragment key={crumb.key}>
            {index > 0 && (
              <li aria-hidden className={cx("shrink-0", narrow(index - 1, crumbs.length))}>
                <ChevronRight className="size-3.5 text-ink-subtle" />
              </li>
            )}
            <li
              aria-current={index === crumbs.length - 1 ? "page" : undefined}
              className={cx(
                "max-w-56 min-w-6 truncate last:max-w-none last:text-ink",
                // A short word cut to two letters says nothing; long names give way.
                crumb.key.length <= SHORT && "shrink-0",
                narrow(index, crumbs.length),
              )}
            >
              {crumb.content}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
