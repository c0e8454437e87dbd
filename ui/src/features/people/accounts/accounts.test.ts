import { describe, expect, it } from "vitest";
import { ApiError } from "@/shared/http/apiError";
import { signInProblem, signUpProblem } from "./accountProblems";
import { safeNextPath } from "./nextPath";
import { PASSWORD_RULES, passwordStrength } from "./passwordRules";
import { signUpSchema } from "./accountFormSchemas";

describe("safeNextPath", () => {
  const origin = "https://edison.test";
  it.each([
    ["/projects/support-bot?tab=1#top", "/projects/support-bot?tab=1#top"],
    ["//evil.test/steal", "/projects"],
    ["/\\evil.test", "/projects"],
    ["https://evil.test", "/projects"],
    ["javascript:alert(1)", "/projects"],
    ["/sign-in?next=/sign-in", "/projects"],
    [undefined, "/projects"],
  ])("%s leads to %s", (wanted, path) => expect(safeNextPath(wanted, origin)).toBe(path));
});

describe("passwordStrength", () => {
  it.each([
    ["abc", "weak"],
    ["Aaaaaaaaaaa1!", "weak"],
    ["Abcdefgh1", "fair"],
    ["Abcdefghij1!", "good"],
    ["Correct-Horse-9!battery", "strong"],
  ])("%s is %s", (password, strength) => expect(passwordStrength(password)).toBe(strength));
});

describe("the special character", () => {
  const special = PASSWORD_RULES.find(({ name }) => name === "special");
  it.each(["!", "-", "_", "?", " ", "€", "🔑"])("%s counts", (sign) => expect(special?.met(`Aa1${sign}`)).toBe(true));
  it.each(["é", "ß", "²", "三"])("%s does not", (sign) => expect(special?.met(`Aa1${sign}`)).toBe(false));
});

describe("messages", () => {
  const error = (code: string, details = {}) => new ApiError(400, { code, message: "raw", details });
  it("names the rule that a password broke", () => {
    expect(signUpProblem(error("WEAK_PASSWORD", { unmet: ["special"] }))).toEqual({
      field: "password",
      message: "Must contain special character",
    });
  });
  it("uses the agreed words", () => {
    expect(signUpProblem(error("EMAIL_TAKEN"))?.message).toBe("Email already in use");
    expect(signUpProblem(error("RATE_LIMIT"))?.message).toBe("Too many attempts, try again in 15 minutes");
    expect(signInProblem(error("INVALID_CREDENTIALS"))?.message).toBe("Invalid email or password");
    expect(signInProblem(error("ACCOUNT_LOCKED", { minutes: 14 }))?.message).toBe(
      "Account temporarily locked. Try again in 14 minutes",
    );
    expect(signInProblem(error("ACCOUNT_LOCKED", { minutes: 1 }))?.message).toContain("1 minute");
  });
});

it("refuses a form whose passwords differ", () => {
  const form = {
    name: "",
    email: "ada@example.com",
    password: "Correct-Horse-9!",
    confirm_password: "other",
    accept_terms: true,
  };
  const result = signUpSchema.safeParse(form);
  expect(result.success).toBe(false);
  expect(result.error?.issues[0]).toMatchObject({ path: ["confirm_password"], message: "Passwords don't match" });
});
