import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button";

/** Pages by cursor: the way back is the list of cursors we came through. */
export function useCursorPages(resetKey: string) {
  const [trail, setTrail] = useState<{ key: string; cursors: string[] }>({ key: resetKey, cursors: [] });
  // A changed filter starts again at the first page.
  const cursors = trail.key === resetKey ? trail.cursors : [];
  return {
    cursor: cursors.at(-1) ?? null,
    page: cursors.length + 1,
    next: (cursor: string) => setTrail({ key: resetKey, cursors: [...cursors, cursor] }),
    previous: () => setTrail({ key: resetKey, cursors: cursors.slice(0, -1) }),
  };
}

interface PaginationProps {
  label: string;
  pages: ReturnType<typeof useCursorPages>;
  nextCursor: string | null;
}

export function Pagination({ label, pages, nextCursor }: PaginationProps) {
  if (pages.page === 1 && nextCursor === null) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-2 pt-4">
      <span className="mr-auto text-xs text-ink-subtle">Page {pages.page}</span>
      <Button variant="secondary" size="sm" disabled={pages.page === 1} onClick={pages.previous}>
        <ChevronLeft aria-hidden /> Previous
      </Button>
      <Button
        variant="secondary"
        size="sm"
        disabled={nextCursor === null}
        onClick={() => nextCursor && pages.next(nextCursor)}
      >
        Next <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
