/** The exact words for what can go wrong with an account. */
import type { ApiError } from "@/shared/http/apiError";
import { unmetMessage } from "./passwordRules";

interface AccountProblem {
  field: "email" | "password" | "current_password" | null;
  message: string;
}

const DISABLED = "This account is disabled. Ask an owner of this installation to enable it.";

export function signUpProblem(error: ApiError): AccountProblem | null {
  switch (error.code) {
    case "EMAIL_TAKEN":
      return { field: "email", message: "Email already in use" };
    case "INVALID_EMAIL":
      return { field: "email", message: "Invalid email format" };
    case "WEAK_PASSWORD":
      return { field: "password", message: unmetMessage(error.details["unmet"]) };
    case "RATE_LIMIT":
      return { field: null, message: "Too many attempts, try again in 15 minutes" };
    case "REGISTRATION_CLOSED":
      return { field: null, message: "Registration is closed on this installation. Ask its owner for an invite." };
    default:
      return null;
  }
}

export function signInProblem(error: ApiError): AccountProblem | null {
  switch (error.code) {
    case "INVALID_CREDENTIALS":
      return { field: null, message: "Invalid email or password" };
    case "ACCOUNT_LOCKED":
      return { field: null, message: `Account temporarily locked. Try again in ${minutesLeft(error)}` };
    case "RATE_LIMIT":
      return { field: null, message: "Too many login attempts. Please wait." };
    case "INVALID_EMAIL":
      return { field: "email", message: "Invalid email format" };
    case "ACCOUNT_DISABLED":
      return { field: null, message: DISABLED };
    default:
      return null;
  }
}

export function resetPasswordProblem(error: ApiError): string | null {
  switch (error.code) {
    case "PASSWORD_RESET_INVALID":
      return "This link is not valid or has expired. A link works once, for 30 minutes, and only the newest one.";
    case "ACCOUNT_DISABLED":
      return DISABLED;
    default:
      return null;
  }
}

export function changePasswordProblem(error: ApiError): AccountProblem | null {
  switch (error.code) {
    case "INVALID_CREDENTIALS":
      return { field: "current_password", message: "Current password is not right" };
    case "WEAK_PASSWORD":
      return { field: "password", message: unmetMessage(error.details["unmet"]) };
    default:
      return null;
  }
}

function minutesLeft(error: ApiError): string {
  const minutes = Number(error.details["minutes"]);
  const known = Number.isFinite(minutes) && minutes > 0 ? Math.ceil(minutes) : 15;
  return `${known} ${known === 1 ? "minute" : "minutes"}`;
}
