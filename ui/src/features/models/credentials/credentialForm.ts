/** Between a provider's form as the server describes it and the body it wants. Pure. */
import type { ProviderForm } from "@/api/types";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { type ApiError, type FieldProblem, fieldProblems } from "@/shared/http/apiError";
import type { NewCredential } from "./api";

type FormField = ProviderForm["fields"][number];

export interface CredentialValues {
  label: string;
  /** What was typed, by field. Secret ones too. */
  fields: Record<string, string>;
  /** The environment variable to read a secret field from, by field. */
  variables: Record<string, string>;
  /** Where each secret comes from; a stored key unless it says otherwise. */
  sources: Record<string, KeySource>;
  allow_private: boolean;
  make_default: boolean;
  /** What one call of an application costs, in dollars as typed; empty means unknown. */
  cost_per_call: string;
}

export type KeySource = "key" | "variable";

export function toBody(form: ProviderForm, values: CredentialValues): NewCredential {
  const body: NewCredential = {
    provider: form.provider,
    label: values.label.trim(),
    config: {},
    secrets: {},
    variables: {},
    allow_private: values.allow_private,
    make_default: values.make_default,
    save_anyway: false,
  };
  const cost = values.cost_per_call.trim();
  if (form.provider === "APPLICATION" && cost) body.cost_per_call_usd = cost;
  for (const field of form.fields) {
    const typed = values.fields[field.name]?.trim() ?? "";
    const variable = values.variables[field.name] ?? "";
    if (field.secret && values.sources[field.name] === "variable") {
      if (variable) body.variables[field.name] = variable;
    } else if (typed) {
      (field.secret ? body.secrets : body.config)[field.name] = typed;
    }
  }
  return body;
}

/** The server speaks of `secrets.api_key` and `config.base_url`; the form has one place for both. */
function formPath(path: string): string {
  return path.replace(/^(secrets|config)\./, "fields.").replace(/^cost_per_call_usd$/, "cost_per_call");
}

/** Problems that belong to a field of this form. What is left over is a notice. */
export function placedProblems(form: ProviderForm, error: ApiError): FieldProblem[] {
  const known = new Set([
    "label",
    "cost_per_call",
    ...form.fields.flatMap(({ name }) => [`fields.${name}`, `variables.${name}`]),
  ]);
  return fieldProblems(error)
    .map(({ path, message }) => ({ path: formPath(path), message }))
    .filter(({ path }) => known.has(path));
}

/** The provider's own words, when the server passed them on and they say more than the message. */
export function providerWords(error: ApiError): string | null {
  const words = error.details["provider_message"];
  return typeof words === "string" && words !== "" && words !== error.message ? words : null;
}

/** An address that may be the right one, when the one that was typed is no API. */
export function suggestedAddress(error: ApiError): string | null {
  const address = error.details["suggested_base_url"];
  return typeof address === "string" && address !== "" ? address : null;
}

/** Whether the failure may be the server's way: it is away, or it has no list of models. */
export function canSaveAnyway(error: ApiError): boolean {
  return error.details["can_save_anyway"] === true;
}

/** What most people leave empty is out of the way: organizations, and base URLs for proxies and tests. */
export function isAdvanced(field: FormField): boolean {
  return RARE.has(field.name) || (!field.secret && !field.required && field.placeholder === "");
}

/** Fields of an application that most people leave as they are. */
const RARE = new Set(["usage_path", "cost_path", "timeout_s", "query", "test_input"]);

const DOLLARS = /^\d{1,5}(\.\d{1,9})?$/;

/** What is wrong with a cost per call, or true. */
export function isCost(typed: string): true | string {
  return typed.trim() === "" || DOLLARS.test(typed.trim()) || "Enter dollars, such as 0.002";
}

const PRIVATE_NAME = /^([^.:]+|.+\.(local|internal|lan|home|localhost)|\[(::1?|f[cd].*|fe[89ab].*)\])$/i;
const NUMBERS = /^[\d.]+$/;
const PRIVATE_NUMBERS =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;

/** Whether an address looks like one of an own network. The server decides; this only offers the switch in time. */
export function looksPrivate(address: string): boolean {
  if (address.trim() === "") return false;
  try {
    const host = new URL(address.trim()).hostname;
    return NUMBERS.test(host) ? PRIVATE_NUMBERS.test(host) : PRIVATE_NAME.test(host);
  } catch {
    return false;
  }
}

/** The default label: the name of the provider, with a number if it is taken. */
export function freeLabel(form: ProviderForm, taken: readonly string[]): string {
  const name = PROVIDER_NAMES[form.provider];
  const used = new Set(taken.map((label) => label.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const label = number === 1 ? name : `${name} ${number}`;
    if (!used.has(label.toLowerCase())) return label;
  }
}
