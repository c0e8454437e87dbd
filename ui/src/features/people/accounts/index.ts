export { AccountCard, textLink } from "./AccountCard";
export { sessionQuery, useMe, useSignOut, useVouchForEmail } from "./api";
export { UnconfirmedNotice } from "./UnconfirmedNotice";
export { safeNextPath } from "./nextPath";
export { SignInForm } from "./SignInForm";
export { SignUpForm } from "./SignUpForm";
export { leaveToSignIn } from "./leaveToSignIn";
