/** Which pages of rows are needed for what is in sight. Pure. */

export const PAGE_ROWS = 50;

/** The first rows of the pages that touch a stretch of rows, with a few rows beyond it on either side. */
export function pagesFor(first: number, last: number, total: number, ahead = 10): number[] {
  if (total <= 0) return [];
  const from = Math.max(0, Math.min(first - ahead, total - 1));
  const to = Math.min(total - 1, Math.max(last, first) + ahead);
  const pages: number[] = [];
  for (let page = Math.floor(from / PAGE_ROWS); page * PAGE_ROWS <= to; page++) pages.push(page * PAGE_ROWS);
  return pages;
}
