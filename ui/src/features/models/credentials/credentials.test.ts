import { describe, expect, it } from "vitest";
import type { CredentialCard, CredentialPage, ProjectEvent, ProviderForm } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { needsFreshCredentials, reduceCredentials } from "./events";
import {
  type CredentialValues,
  freeLabel,
  isAdvanced,
  looksPrivate,
  placedProblems,
  providerWords,
  toBody,
} from "./credentialForm";
import { adviceFor, breakerWords, maskedKey, shownStatus } from "./credentialStatus";

const field = (name: string, by: Partial<ProviderForm["fields"][number]> = {}) => ({
  name,
  label: name,
  secret: false,
  required: true,
  multiline: false,
  placeholder: "",
  help: "",
  ...by,
});
const openai: ProviderForm = {
  provider: "OPENAI",
  title: "OpenAI",
  base_url: "https://api.openai.com/v1",
  usually_private: false,
  fields: [
    field("api_key", { secret: true }),
    field("organization", { required: false }),
    field("base_url", { required: false }),
  ],
};
const values: CredentialValues = {
  label: " Team ",
  fields: { api_key: " sk-1 ", organization: "", base_url: "https://proxy.example.com/v1" },
  variables: {},
  sources: {},
  allow_private: false,
  make_default: false,
  cost_per_call: "",
};

describe("the body of a new credential", () => {
  it("parts secrets from the rest, trimmed, and leaves out what is empty", () => {
    expect(toBody(openai, values)).toEqual({
      provider: "OPENAI",
      label: "Team",
      secrets: { api_key: "sk-1" },
      config: { base_url: "https://proxy.example.com/v1" },
      variables: {},
      allow_private: false,
      make_default: false,
      save_anyway: false,
    });
  });
  it("has the cost per call of an application only", () => {
    const priced = { ...values, cost_per_call: " 0.002 " };
    expect(toBody({ ...openai, provider: "APPLICATION" }, priced).cost_per_call_usd).toBe("0.002");
    expect(toBody(openai, priced)).not.toHaveProperty("cost_per_call_usd");
  });
  it("sends the name of a variable instead of a key, never both", () => {
    const body = toBody(openai, {
      ...values,
      sources: { api_key: "variable" },
      variables: { api_key: "OPENAI_API_KEY" },
    });
    expect(body.secrets).toEqual({});
    expect(body.variables).toEqual({ api_key: "OPENAI_API_KEY" });
  });
  it("does not send a variable that was chosen before the person went back to a key", () => {
    const body = toBody(openai, { ...values, sources: { api_key: "key" }, variables: { api_key: "OPENAI_API_KEY" } });
    expect(body.variables).toEqual({});
  });
});

describe("what the server refuses", () => {
  const refused = (path: string | null) => new ApiError(400, { message: "No", path });
  it.each([
    ["secrets.api_key", "fields.api_key"],
    ["config.base_url", "fields.base_url"],
    ["variables.api_key", "variables.api_key"],
    ["label", "label"],
  ])("%s is shown at %s", (path, place) =>
    expect(placedProblems(openai, refused(path))).toEqual([{ path: place, message: "No" }]),
  );
  it("is a notice when the form has no such field", () => {
    expect(placedProblems(openai, refused("config.region"))).toEqual([]);
    expect(placedProblems(openai, refused(null))).toEqual([]);
  });
  it("carries the provider's words only when they say more", () => {
    expect(
      providerWords(
        new ApiError(422, { message: "Invalid API key", details: { provider_message: "Incorrect API key provided" } }),
      ),
    ).toBe("Incorrect API key provided");
    expect(providerWords(new ApiError(422, { message: "Same", details: { provider_message: "Same" } }))).toBeNull();
    expect(providerWords(new ApiError(422, {}))).toBeNull();
  });
});

it.each([
  ["http://localhost:11434", true],
  ["http://192.168.1.20/v1", true],
  ["http://172.20.0.3", true],
  ["http://172.40.0.3", false],
  ["http://vllm:8000/v1", true],
  ["http://[::1]:8000", true],
  ["https://api.openai.com/v1", false],
  ["https://10.example.com", false],
  ["not an address", false],
  ["", false],
])("%s looks private: %s", (address, looks) => expect(looksPrivate(address)).toBe(looks));

it("hides an optional base URL, but not one the provider is mostly used with", () => {
  expect(isAdvanced(field("base_url", { required: false }))).toBe(true);
  expect(isAdvanced(field("base_url", { required: false, placeholder: "http://localhost:11434" }))).toBe(false);
  expect(isAdvanced(field("base_url"))).toBe(false);
});

it("finds a label that is free", () => {
  expect(freeLabel(openai, [])).toBe("OpenAI");
  expect(freeLabel(openai, ["openai", "OpenAI 2"])).toBe("OpenAI 3");
});

describe("status in words", () => {
  it("shows the end of a key, or where it is read from", () => {
    expect(maskedKey({ hint: "abcd", variables: {} })).toBe("••••abcd");
    expect(maskedKey({ hint: "", variables: { api_key: "OPENAI_API_KEY" } })).toBe("from OPENAI_API_KEY");
    expect(maskedKey({ hint: "", variables: {} })).toBe("");
  });
  it("always knows something to do", () => {
    expect(adviceFor("quota")).toContain("pay the bill");
    expect(adviceFor("something_new")).not.toBe("");
    expect(adviceFor(null)).not.toBe("");
  });
  it("says when a broken circuit tries again", () => {
    const now = new Date("2026-05-01T12:00:00Z");
    const open = { state: "open" as const, failures: 5, successes: 0, next_attempt_at: "2026-05-01T12:00:41Z" };
    expect(breakerWords(open, now)).toBe(
      "Calls are on hold: the provider failed 5 times in a row. Next attempt in 41 s.",
    );
    expect(breakerWords({ ...open, next_attempt_at: "2026-05-01T11:00:00Z" }, now)).toContain("with the next call");
    expect(breakerWords({ ...open, state: "closed" }, now)).toBeNull();
  });
});

describe("events", () => {
  const page = {
    items: [{ id: "c1", label: "Old", status: "testing" } as CredentialCard],
    next_cursor: null,
  } as CredentialPage;
  const event = (type: string, data: Record<string, unknown>): ProjectEvent => ({
    number: 1,
    type,
    at: "2026-05-01T12:00:00Z",
    actor: { kind: "user", id: "ada", label: "Ada" },
    data,
  });
  it("rename, set the outcome of a test, and remove", () => {
    expect(reduceCredentials(page, event("credential.changed", { id: "c1", label: "New" })).items[0]?.label).toBe(
      "New",
    );
    expect(reduceCredentials(page, event("credential.tested", { id: "c1", status: "ready" })).items[0]).toMatchObject({
      status: "ready",
      tested_at: "2026-05-01T12:00:00Z",
    });
    expect(reduceCredentials(page, event("credential.removed", { id: "c1" })).items).toEqual([]);
    expect(reduceCredentials(page, event("token.created", {}))).toBe(page);
  });
  it("know when their facts do not suffice", () => {
    expect(needsFreshCredentials(event("credential.stopped", {}))).toBe(true);
    expect(needsFreshCredentials(event("credential.removed", {}))).toBe(false);
  });
});

it("does not call a key ready while its provider is on hold", () => {
  const closed = { state: "closed", failures: 0, successes: 0, next_attempt_at: null } as const;
  expect(shownStatus({ status: "ready", breaker: closed, problem_code: null })).toBe("ready");
  expect(shownStatus({ status: "ready", breaker: { ...closed, state: "open" }, problem_code: null })).toBe("held");
  expect(shownStatus({ status: "invalid", breaker: { ...closed, state: "open" }, problem_code: null })).toBe("invalid");
  expect(shownStatus({ status: "ready", breaker: closed, problem_code: "wrong_address" })).toBe("unverified");
});
