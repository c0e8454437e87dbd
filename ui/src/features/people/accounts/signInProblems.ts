/** Why a sign-in with a provider did not work. The server sends the key with the redirect to the sign-in page. */

const PROBLEMS: Record<string, string> = {
  expired: "This sign-in has expired, or was started in another browser. Start again.",
  denied: "You did not allow the sign-in at the provider. Start again if this was a mistake.",
  provider: "The sign-in provider could not be reached, or sent an answer that cannot be accepted. Try again later.",
  unverified: "The provider has not verified your email address. Verify it there, then sign in again.",
  unconfirmed_account:
    "There is already an account with your address, but the address was never confirmed. Ask the owner of this " +
    "installation to confirm it.",
  closed: "You have no account on this installation. Ask its owner for an invite.",
  domain: "People with your email domain cannot sign in with this provider.",
  disabled: "Your account is disabled. Ask an owner of this installation.",
  limit: "Too many sign-ins were started. Wait a few minutes and try again.",
};

export function providerProblem(key: string | undefined): string | undefined {
  return key === undefined ? undefined : (PROBLEMS[key] ?? PROBLEMS["provider"]);
}
