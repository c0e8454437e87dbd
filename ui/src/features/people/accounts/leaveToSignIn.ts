/** Leaving loads a fresh page, so that nothing of the old session stays in memory. */

type LeaveNotice = "expired" | "everywhere" | "deleted" | "password";

export function leaveToSignIn(notice?: LeaveNotice, next?: string): void {
  const search = new URLSearchParams();
  if (next) search.set("next", next);
  if (notice) search.set("notice", notice);
  const query = search.toString();
  window.location.assign(query ? `/sign-in?${query}` : "/sign-in");
}
