export { AccountCard, textLink } from "./AccountCard";
export { sessionQuery, useMe, useSignOut } from "./api";
export { safeNextPath } from "./nextPath";
export { SignInForm } from "./SignInForm";
export { SignUpForm } from "./SignUpForm";
export { leaveToSignIn } from "./leave";
