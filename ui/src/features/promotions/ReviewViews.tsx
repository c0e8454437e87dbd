import { Link } from "@tanstack/react-router";
import { cx } from "@/shared/ui/cx";

const VIEW = cx(
  "-mb-px inline-flex h-9 items-center border-b-2 border-transparent px-2.5 text-sm font-medium text-ink-muted",
  "hover:text-ink focus-visible:-outline-offset-2",
  "aria-[current=page]:border-accent-mark aria-[current=page]:text-ink",
);

/** What waits for a person: changes of prompts, moves of protected labels, and comments. */
export function ReviewViews({ slug }: { slug: string }) {
  return (
    <nav aria-label="Reviews" className="mb-4 flex gap-1 border-b border-line">
      <Link to="/projects/$slug/reviews" params={{ slug }} search={{}} activeOptions={ANY_SEARCH} className={VIEW}>
        Suggestions
      </Link>
      <Link to="/projects/$slug/promotions" params={{ slug }} search={{}} activeOptions={ANY_SEARCH} className={VIEW}>
        Promotions
      </Link>
      <Link to="/projects/$slug/comments" params={{ slug }} search={{}} activeOptions={ANY_SEARCH} className={VIEW}>
        Comments
      </Link>
    </nav>
  );
}

const ANY_SEARCH = { includeSearch: false } as const;
