/** Where to go after sign-in. A link in a mail may carry anything, so only paths of this very site are followed. */

export function safeNextPath(wanted: string | undefined, origin: string = window.location.origin): string {
  const home = "/projects";
  if (!wanted || !wanted.startsWith("/") || wanted.startsWith("//") || wanted.includes("\\")) return home;
  try {
    const url = new URL(wanted, origin);
    if (url.origin !== origin || url.pathname.startsWith("//")) return home;
    if (url.pathname === "/sign-in" || url.pathname === "/sign-up" || url.pathname === "/") return home;
    return url.pathname + url.search + url.hash;
  } catch {
    return home;
  }
}
