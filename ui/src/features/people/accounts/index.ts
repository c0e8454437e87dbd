export { AccountCard, textLink } from "./AccountCard";
export { sessionQuery, signInMethodsQuery, useMe, useSignOut, useVouchForEmail } from "./api";
export { UnconfirmedNotice } from "./UnconfirmedNotice";
export { safeNextPath } from "./nextPath";
export { ProviderButtons } from "./ProviderButtons";
export { SignInForm } from "./SignInForm";
export { SignUpForm } from "./SignUpForm";
export { leaveAfterSignOut, leaveToSignIn } from "./leaveToSignIn";
