/** One event as one plain sentence. Pure; the names are data and are shown as text. */
import type { ProjectEvent } from "@/api/types";
import { boardNews } from "./boardSentences";
import { channelNews } from "./channelSentences";
import { commentNews } from "./commentSentences";
import { experimentNews } from "./experimentSentences";
import { monitorNews } from "./monitorSentences";
import { promotionNews } from "./promotionSentences";
import { suiteNews } from "./suiteSentences";

const SETTING_NAMES: Record<string, string> = {
  name: "the name",
  description: "the description",
  settings: "the settings",
  default_provider: "the default provider",
  default_budget: "the default budget",
  default_budget_usd: "the default budget",
  default_max_iterations: "the maximum of iterations",
  allow_synthetic_datasets: "synthetic datasets",
  require_review_approval: "the review rule",
  cost_alert_threshold: "the cost alert",
  retention_days: "the retention time",
  answer_reuse_minutes: "the reuse of answers",
  protected_labels: "the protected labels",
};

function text(data: ProjectEvent["data"], key: string): string {
  const value = (data as Record<string, unknown>)[key];
  return typeof value === "string" ? value : "";
}

function possessive(label: string): string {
  return label.endsWith("s") ? `${label}'` : `${label}'s`;
}

function listOf(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "the project";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function changedParts(data: ProjectEvent["data"]): string {
  const changed = (data as Record<string, unknown>)["changed"];
  if (!Array.isArray(changed)) return "the project";
  return listOf(
    changed.map((key) => {
      const name = String(key).replace(/^settings\./, "");
      return SETTING_NAMES[name] ?? name.replaceAll("_", " ");
    }),
  );
}

const CREDENTIAL_PARTS: Record<string, string> = {
  label: "the label",
  is_default: "the default",
  allow_private: "private addresses",
};

const TEST_OUTCOMES: Record<string, string> = {
  ready: "it works",
  invalid: "the provider rejects it",
  paused: "its account needs attention",
};

const MODEL_PARTS: Record<string, string> = {
  capabilities: "the capabilities",
  limits: "the limits",
  api: "the API",
  dropped: "the refused parameters",
};

function changedOf(data: ProjectEvent["data"], names: Record<string, string>): string {
  const changed = (data as Record<string, unknown>)["changed"];
  return Array.isArray(changed)
    ? listOf(changed.map((part) => names[String(part)] ?? String(part).replaceAll("_", " ")))
    : "something";
}

const PROMPT_PARTS: Record<string, string> = { draft: "the draft", name: "the name", description: "the description" };

function numberIn(data: ProjectEvent["data"]): string {
  const { number } = data as Record<string, unknown>;
  return typeof number === "number" ? String(number) : "";
}

const DATASET_PARTS: Record<string, string> = {
  name: "the name",
  kind: "the kind",
  description: "the description",
  holdout_locked: "the lock of the hold-out",
};

/** A change of cases has a note in words; one of the name or the lock has not. */
function datasetChange(data: ProjectEvent["data"]): string {
  const [name, note] = [text(data, "name"), text(data, "note")];
  return note
    ? `${note.charAt(0).toLowerCase()}${note.slice(1)} in the dataset “${name}”`
    : `changed ${changedOf(data, DATASET_PARTS)} of the dataset “${name}”`;
}

const RUN_MOVES: Record<string, string> = {
  executing: "continued",
  judging: "began to judge",
  aggregating: "began to aggregate the scores of",
  completed: "completed",
  failed: "had to stop",
  cancelled: "cancelled",
  paused: "paused",
};

function runName(data: ProjectEvent["data"]): string {
  const name = text(data, "name");
  return `run ${numberIn(data)}${name ? `, “${name}”` : ""}`;
}

const AN_ID = /^[0-9a-f-]{36}$/;

/** A model is shown by its name, because its id means nothing to a reader. */
function modelName(data: ProjectEvent["data"]): string {
  const name = text(data, "name") || text(data, "model");
  return name && !AN_ID.test(name) ? name : "a model";
}

function pricedAs(choice: string): string {
  if (choice === "list") return "to the list price";
  return choice === "free" ? "to free" : "to a custom price";
}

/** A rubric or a judge has a new version, or only another name. */
function judgingChange(data: ProjectEvent["data"], what: "rubric" | "judge"): string {
  const changed = (data as Record<string, unknown>)["changed"];
  return Array.isArray(changed) && changed.includes("version")
    ? `saved version ${numberIn(data)} of the ${what} “${text(data, "name")}”`
    : `renamed the ${what} “${text(data, "name")}”`;
}

/** Who did it. A worker finishes what a person asked for: then it is the person who counts. */
export function whoDidIt(event: ProjectEvent): Pick<ProjectEvent["actor"], "kind" | "label"> {
  const asked = event.type === "try.finished" ? text(event.data, "asked_by") : "";
  return asked ? { kind: "user", label: asked } : event.actor;
}

/** What happened, without the actor, so that the actor can be shown in bold before it. */
export function whatHappened(event: ProjectEvent): string {
  const { data } = event;
  const label = text(data, "label");
  const told =
    experimentNews(event) ??
    suiteNews(event) ??
    monitorNews(event) ??
    channelNews(event) ??
    boardNews(event) ??
    promotionNews(event) ??
    commentNews(event);
  if (told !== null) return told;
  const self = event.actor.id !== null && event.actor.id === (data as Record<string, unknown>)["user_id"];
  const whose = self ? "their own" : possessive(label);
  switch (event.type) {
    case "project.created":
      return "created the project";
    case "project.updated":
      return `changed ${changedParts(data)}`;
    case "project.archived":
      return "archived the project";
    case "project.restored":
      return "restored the project";
    case "member.added":
      return self ? `joined as ${text(data, "role")}` : `added ${label} as ${text(data, "role")}`;
    case "member.role_changed":
      return `changed ${whose} role from ${text(data, "was")} to ${text(data, "role")}`;
    case "member.removed":
      return self ? "left the project" : `removed ${label}`;
    case "invite.created":
      return `invited ${text(data, "email")} as ${text(data, "role")}`;
    case "invite.renewed":
      return `renewed the invite for ${text(data, "email") || "a person"}`;
    case "invite.declined":
      return `declined the invite for ${text(data, "email") || "a person"}`;
    case "invite.revoked":
      return `revoked the invite for ${text(data, "email") || "a person"}`;
    case "token.created":
      return `created the token “${text(data, "name")}” with role ${text(data, "role")}`;
    case "token.revoked":
      return `revoked the token “${text(data, "name")}”`;
    case "credential.added":
      return `added the credential “${label}”`;
    case "credential.changed":
      return `changed ${changedOf(data, CREDENTIAL_PARTS)} of the credential “${label}”`;
    case "credential.tested":
      return `tested the credential “${label}”: ${TEST_OUTCOMES[text(data, "status")] ?? text(data, "status")}`;
    case "credential.stopped":
      return `stopped using the credential “${label}”: its provider rejects it for now`;
    case "credential.removed":
      return `removed the credential “${label}”`;
    case "model.added":
      return `added the model ${modelName(data)}`;
    case "model.changed":
      // The server records parameters that a model rejects; people correct them.
      return event.actor.kind === "system"
        ? `learned which parameters ${modelName(data)} refuses`
        : `corrected ${changedOf(data, MODEL_PARTS)} of ${modelName(data)}`;
    case "model.priced":
      return `set the price of ${modelName(data)} ${pricedAs(text(data, "choice"))}`;
    case "model.removed":
      return `removed the model ${modelName(data)}`;
    case "prompt.created":
      return `created the prompt “${text(data, "name")}”`;
    case "prompt.changed":
      return `changed ${changedOf(data, PROMPT_PARTS)} of the prompt “${text(data, "name")}”`;
    case "prompt.removed":
      return `deleted the prompt “${text(data, "name")}”`;
    case "version.saved":
      return `saved version ${numberIn(data)} of the prompt “${text(data, "name")}”`;
    case "label.moved":
      return numberIn(data) === ""
        ? `removed the label ${text(data, "label")} from the prompt “${text(data, "name")}”`
        : `labelled version ${numberIn(data)} of the prompt “${text(data, "name")}” ${text(data, "label")}`;
    case "rubric.created":
      return `created the rubric “${text(data, "name")}”`;
    case "rubric.changed":
      return judgingChange(data, "rubric");
    case "rubric.archived":
      return `archived the rubric “${text(data, "name")}”`;
    case "judge.created":
      return `created the judge “${text(data, "name")}”`;
    case "judge.changed":
      return judgingChange(data, "judge");
    case "judge.archived":
      return `archived the judge “${text(data, "name")}”`;
    case "dataset.created":
      return `created the dataset “${text(data, "name")}”`;
    case "dataset.changed":
      return datasetChange(data);
    case "dataset.removed":
      return `removed the dataset “${text(data, "name")}”`;
    case "run.created":
      return `started ${runName(data)}`;
    case "run.state_changed":
      return `${RUN_MOVES[text(data, "new")] ?? `moved to ${text(data, "new")}`} ${runName(data)}`;
    case "run.completed":
      return `completed ${runName(data)}`;
    case "queue.created":
      return `asked people to label answers in “${text(data, "name")}”`;
    case "queue.completed":
      return `gave the last label in “${text(data, "name")}”: every answer now has a score`;
    case "queue.closed":
      return `closed the annotation queue “${text(data, "name")}”`;
    case "budget.neared":
      return (data as Record<string, unknown>)["simulated"] === true
        ? "noticed that a budget of simulated money is nearly used up"
        : "noticed that a budget is nearly used up";
    case "reservation.exceeded":
      return `noticed that ${text(data, "model")} billed more than was reserved`;
    case "try.finished":
      return (
        `${(data as Record<string, unknown>)["ok"] === false ? "got no answer from" : "got an answer from"} ` +
        `${modelName(data)}`
      );
    default:
      // A newer server may know events this page does not; better a plain word than a hole.
      return event.type.replace(/[._]/g, " ");
  }
}
