import type { Connection } from "./connection.js";
import { EdisonError, RequestRefused, ServerUnreachable, ValuesMissing } from "./errors.js";
import { toAnthropic, toOpenAI } from "./requests.js";

export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

export interface Message {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  tool_calls?: ToolCall[];
  tool_call_id?: string | null;
}

export interface Tool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

export interface OutputFormat {
  kind: string;
  schema: Record<string, unknown> | null;
}

export interface PromptContent {
  system: string;
  few_shots: { user: string; assistant: string }[];
  messages: Message[];
  tools: Tool[];
  output: OutputFormat;
  parameters: Record<string, unknown>;
}

export interface PromptView {
  prompt_id: string;
  version_id: string;
  name: string;
  version: number;
  labels: string[];
  digest: string;
  variables: string[];
  content: PromptContent;
}

export interface Wanted {
  /** Default: `production`. */
  label?: string;
  version?: number;
}

// The same names as on the server: letters and digits of every script.
const VARIABLE = /\{\{([\p{L}\p{N}_]+)\}\}/gu;

/** The messages to send, with the tools, output format and parameters of the version. */
export class RenderedPrompt {
  constructor(
    readonly messages: Message[],
    readonly tools: Tool[],
    readonly output: OutputFormat,
    readonly parameters: Record<string, unknown>,
  ) {}

  /** The arguments of a chat completion of OpenAI, without the model. */
  toOpenAI(): Record<string, unknown> {
    return toOpenAI(this);
  }

  /** The arguments of a message of Anthropic, without the model. */
  toAnthropic(): Record<string, unknown> {
    return toAnthropic(this);
  }
}

/** One version of a prompt. */
export class Prompt {
  constructor(
    readonly view: PromptView,
    /** Whether the server could not be asked, so that the last known copy is used. */
    readonly stale = false,
  ) {}

  get name(): string {
    return this.view.name;
  }

  get version(): number {
    return this.view.version;
  }

  /** Replaces the variables; throws ValuesMissing if one has no value. Additional values are ignored. */
  render(values: Record<string, unknown> = {}): RenderedPrompt {
    const { content } = this.view;
    const missing = new Set<string>();
    const parts: Message[] = [
      ...(content.system ? [{ role: "system" as const, content: content.system }] : []),
      ...content.few_shots.flatMap((shot) => [
        { role: "user" as const, content: shot.user },
        { role: "assistant" as const, content: shot.assistant },
      ]),
      ...content.messages,
    ];
    const messages = parts.flatMap((part) => rendered(part, values, missing));
    if (missing.size > 0) throw new ValuesMissing([...missing]);
    return new RenderedPrompt(messages, content.tools, content.output, content.parameters);
  }
}

function rendered(part: Message, values: Record<string, unknown>, missing: Set<string>): Message[] {
  const whole = part.content.trim().match(new RegExp(`^${VARIABLE.source}$`, "u"));
  const conversation = whole?.[1] === undefined ? undefined : conversationOf(own(values, whole[1]));
  if (conversation) return conversation;
  const content = part.content.replace(VARIABLE, (found: string, name: string) => {
    const value = own(values, name);
    if (value === undefined) {
      missing.add(name);
      return found;
    }
    if (conversationOf(value)) {
      throw new EdisonError(`{{${name}}} is a list of messages and must be alone in a message`);
    }
    return asText(value);
  });
  return [{ ...part, content }];
}

function own(values: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null ? "" : dumped(value);
}

/** Writes JSON with the spaces that the server writes. */
function dumped(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(dumped).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${pairs.map(([name, each]) => `${JSON.stringify(name)}: ${dumped(each)}`).join(", ")}}`;
}

function conversationOf(value: unknown): Message[] | undefined {
  const listed = Array.isArray(value) ? value : (value as { messages?: unknown } | null)?.messages;
  const isConversation =
    Array.isArray(listed) &&
    listed.every(
      (item: Partial<Message> | null) =>
        typeof item?.content === "string" &&
        ["system", "user", "assistant", "tool"].includes(item.role ?? ""),
    );
  return isConversation ? (listed as Message[]) : undefined;
}

interface Entry {
  prompt: Prompt;
  etag: string | null;
  checkedAt: number;
}

/** Prompts by name, kept in a cache. */
export class Prompts {
  private readonly entries = new Map<string, Entry>();
  private readonly refreshing = new Map<string, Promise<unknown>>();

  constructor(
    private readonly connection: Connection,
    private readonly ttlMs: number,
    private readonly staleMs: number,
  ) {}

  /** Returns a version of a prompt: by label, by number, or `production`. */
  async get(name: string, wanted: Wanted = {}): Promise<Prompt> {
    const key = JSON.stringify([name, wanted.label ?? null, wanted.version ?? null]);
    const entry = this.entries.get(key);
    const age = entry ? Date.now() - entry.checkedAt : Infinity;
    if (entry && age <= this.ttlMs) return entry.prompt;
    if (entry && age <= this.ttlMs + this.staleMs) {
      if (!this.refreshing.has(key)) {
        const work = this.load(key, name, wanted)
          .catch(() => undefined)
          .finally(() => this.refreshing.delete(key));
        this.refreshing.set(key, work);
      }
      return entry.prompt;
    }
    try {
      return await this.load(key, name, wanted);
    } catch (error) {
      const down =
        error instanceof ServerUnreachable ||
        (error instanceof RequestRefused && error.status >= 500);
      if (!entry || !down) throw error;
      return new Prompt(entry.prompt.view, true);
    }
  }

  /** Renders a prompt on the server. */
  async render(
    name: string,
    values: Record<string, unknown>,
    wanted: Wanted = {},
  ): Promise<RenderedPrompt> {
    const { body } = await this.connection.send({
      method: "POST",
      path: `/prompts/by-name/${encodeURIComponent(name)}/render`,
      body: { values, ...wanted },
      repeatable: true,
    });
    const view = body as Pick<RenderedPrompt, "messages" | "tools" | "output" | "parameters">;
    return new RenderedPrompt(view.messages, view.tools, view.output, view.parameters);
  }

  private async load(key: string, name: string, wanted: Wanted): Promise<Prompt> {
    const known = this.entries.get(key);
    const answer = await this.connection.send({
      method: "GET",
      path: `/prompts/by-name/${encodeURIComponent(name)}`,
      query: { label: wanted.label, version: wanted.version },
      headers: known?.etag ? { "if-none-match": known.etag } : {},
    });
    const prompt =
      answer.status === 304 && known ? known.prompt : new Prompt(answer.body as PromptView);
    const etag = answer.headers.get("etag");
    this.entries.set(key, { prompt, etag, checkedAt: Date.now() });
    return prompt;
  }
}
