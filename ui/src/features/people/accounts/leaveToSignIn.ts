/** Leaving loads a fresh page, so that nothing of the old session stays in memory. */

type LeaveNotice = "expired" | "everywhere" | "deleted" | "password";

/** Sign out of the provider that signed the person in, too. Without one this leads to the sign-in page. */
export function leaveAfterSignOut(): void {
  window.location.assign("/api/v1/sign-in/sign-out");
}

export function leaveToSignIn(notice?: LeaveNotice, next?: string): void {
  const search = new URLSearchParams();
  if (next) search.set("next", next);
  if (notice) search.set("notice", notice);
  const query = search.toString();
  window.location.assign(query ? `/sign-in?${query}` : "/sign-in");
}
