/** Between the editor's fields and the content the server keeps. JSON is text while it is typed. Pure. */
import type { paths, PromptContent } from "@/api/types";
import { type PlaygroundValues, parameterProblems, toParameters, typedParameters } from "@/features/models/playground";

export type ContentBody = NonNullable<
  paths["/api/v1/projects/{project}/prompts/{prompt}"]["patch"]["requestBody"]
>["content"]["application/json"]["content"] &
  object;

export type Role = PromptContent["messages"][number]["role"];
export type OutputKind = PromptContent["output"]["kind"];

export interface MessageValues {
  /** Keeps the field in its place while messages move around it. */
  key: string;
  role: Role;
  content: string;
  /** A JSON list, or empty for none. */
  toolCalls: string;
  toolCallId: string;
}

interface FewShotValues {
  key: string;
  user: string;
  assistant: string;
}

interface ToolValues {
  key: string;
  name: string;
  description: string;
  /** A JSON schema. */
  parameters: string;
}

export interface DraftValues {
  system: string;
  messages: readonly MessageValues[];
  fewShots: readonly FewShotValues[];
  tools: readonly ToolValues[];
  output: { kind: OutputKind; schema: string };
  parameters: PlaygroundValues["parameters"];
}

/** What a prompt begins with. */
export const contentOf = (text: string): ContentBody => ({
  system: "",
  messages: [{ role: "user", content: text }],
  output: { kind: "auto" },
  parameters: {},
});

const NO_PARAMETERS_SCHEMA = '{\n  "type": "object",\n  "properties": {},\n  "required": []\n}';

let keys = 0;
export const newKey = () => `k${keys++}`;

export const newMessage = (role: Role): MessageValues => ({
  key: newKey(),
  role,
  content: "",
  toolCalls: "",
  toolCallId: "",
});
export const newFewShot = (): FewShotValues => ({ key: newKey(), user: "", assistant: "" });
export const newTool = (): ToolValues => ({
  key: newKey(),
  name: "",
  description: "",
  parameters: NO_PARAMETERS_SCHEMA,
});

export function valuesOf(content: PromptContent): DraftValues {
  const messages = content.messages.map((message) => ({
    key: newKey(),
    role: message.role,
    content: message.content,
    toolCalls: message.tool_calls.length > 0 ? pretty(message.tool_calls) : "",
    toolCallId: message.tool_call_id ?? "",
  }));
  return {
    system: content.system,
    // There is always somewhere to begin.
    messages: messages.length > 0 ? messages : [newMessage("user")],
    fewShots: content.few_shots.map((shot) => ({ key: newKey(), ...shot })),
    tools: content.tools.map(({ name, description, parameters }) => ({
      key: newKey(),
      name,
      description,
      parameters: pretty(parameters),
    })),
    output: { kind: content.output.kind, schema: content.output.schema ? pretty(content.output.schema) : "" },
    parameters: typedParameters(content.parameters),
  };
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** What cannot be sent as it is typed, by the field it stands in. */
export type TypingProblems = Record<string, string>;

export function typingProblems(values: DraftValues): TypingProblems {
  const problems: TypingProblems = {};
  values.messages.forEach(({ toolCalls }, index) => {
    if (toolCalls.trim() && !readToolCalls(toolCalls)) problems[`messages.${index}.tool_calls`] = TOOL_CALLS_RULE;
  });
  values.tools.forEach(({ parameters }, index) => {
    if (parameters.trim() && !readObject(parameters)) problems[`tools.${index}.parameters`] = SCHEMA_RULE;
  });
  if (values.output.schema.trim() && !readObject(values.output.schema)) problems["output.schema"] = SCHEMA_RULE;
  for (const [name, words] of Object.entries(parameterProblems(values.parameters)))
    problems[`parameters.${name}`] = words;
  return problems;
}

const SCHEMA_RULE = 'This is not yet a JSON object, such as {"type": "object"}';
const TOOL_CALLS_RULE = 'A list such as [{"id": "call_1", "name": "search", "arguments": "{}"}]';

/** The content to send; only for values without typing problems. */
export function toContent(values: DraftValues): ContentBody {
  return {
    system: values.system,
    messages: values.messages.map(({ role, content, toolCalls, toolCallId }) => ({
      role,
      content,
      tool_calls: readToolCalls(toolCalls) ?? [],
      tool_call_id: toolCallId.trim() || null,
    })),
    few_shots: values.fewShots.map(({ user, assistant }) => ({ user, assistant })),
    tools: values.tools.map(({ name, description, parameters }) => ({
      name: name.trim(),
      description,
      parameters: readObject(parameters) ?? {},
    })),
    output: { kind: values.output.kind, schema: readObject(values.output.schema) },
    parameters: toParameters(values.parameters),
  };
}

/** The same words, whatever keys the fields have and however the JSON is indented or sorted. */
export function sameContent(a: DraftValues, b: DraftValues): boolean {
  return Object.keys(typingProblems(a)).length === 0 && sorted(toContent(a)) === sorted(toContent(b));
}

function sorted(content: unknown): string {
  return JSON.stringify(content, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readObject(text: string): Record<string, unknown> | null {
  const read = readJson(text);
  return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null;
}

interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

function readToolCalls(text: string): ToolCall[] | null {
  const read = readJson(text);
  if (!Array.isArray(read)) return null;
  const calls = read.map((item: unknown) => {
    if (typeof item !== "object" || item === null) return null;
    const { id, name, arguments: given } = item as Record<string, unknown>;
    if (typeof id !== "string" || typeof name !== "string") return null;
    return { id, name, arguments: typeof given === "string" ? given : JSON.stringify(given ?? {}) };
  });
  return calls.every((call) => call !== null) ? calls : null;
}

/** Every text of the prompt in the order of sending, and the way to put them back. */
export function textsOf(values: DraftValues): string[] {
  return [
    values.system,
    ...values.fewShots.flatMap(({ user, assistant }) => [user, assistant]),
    ...values.messages.map(({ content }) => content),
  ];
}

export function withTexts(values: DraftValues, texts: readonly string[]): DraftValues {
  const rest = [...texts];
  const next = (kept: string) => rest.shift() ?? kept;
  return {
    ...values,
    system: next(values.system),
    fewShots: values.fewShots.map((shot) => ({ ...shot, user: next(shot.user), assistant: next(shot.assistant) })),
    messages: values.messages.map((message) => ({ ...message, content: next(message.content) })),
  };
}
