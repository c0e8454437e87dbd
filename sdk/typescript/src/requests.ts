import type { Message, RenderedPrompt } from "./prompts.js";

// Anthropic requires a limit; the server sends the same one.
const ANTHROPIC_MAX_TOKENS = 4096;
const JSON_ONLY = "Answer with valid JSON only.";
const OPENAI_NAMES: Record<string, string> = {
  temperature: "temperature",
  max_tokens: "max_completion_tokens",
  top_p: "top_p",
  frequency_penalty: "frequency_penalty",
  presence_penalty: "presence_penalty",
  seed: "seed",
  stop: "stop",
  reasoning_effort: "reasoning_effort",
};
const ANTHROPIC_NAMES: Record<string, string> = {
  temperature: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  stop: "stop_sequences",
};

type Json = Record<string, unknown>;

/** The arguments of a chat completion. Parameters that OpenAI does not have are left out. */
export function toOpenAI(prompt: RenderedPrompt): Json {
  const request: Json = { messages: prompt.messages.map(openAIMessage) };
  if (prompt.tools.length > 0) {
    request.tools = prompt.tools.map((tool) => ({
      type: "function",
      function: { ...tool, parameters: objectSchema(tool.parameters) },
    }));
  }
  if (prompt.output.kind === "schema" && prompt.output.schema) {
    const json_schema = { name: "answer", schema: prompt.output.schema };
    request.response_format = { type: "json_schema", json_schema };
  } else if (prompt.output.kind === "json") {
    request.response_format = { type: "json_object" };
  }
  return { ...request, ...renamed(prompt.parameters, OPENAI_NAMES) };
}

/** The arguments of a message. Parameters that Anthropic does not have are left out. */
export function toAnthropic(prompt: RenderedPrompt): Json {
  const system = prompt.messages.filter((each) => each.role === "system").map((each) => each.content);
  if (prompt.output.kind === "json") system.push(JSON_ONLY);
  const request: Json = {
    max_tokens: prompt.parameters.max_tokens ?? ANTHROPIC_MAX_TOKENS,
    messages: turns(prompt.messages),
  };
  if (system.length > 0) request.system = system.join("\n\n");
  if (prompt.tools.length > 0) {
    request.tools = prompt.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: objectSchema(parameters),
    }));
  }
  if (prompt.output.kind === "schema" && prompt.output.schema) {
    request.output_config = { format: { type: "json_schema", schema: prompt.output.schema } };
  }
  return { ...request, ...renamed(prompt.parameters, ANTHROPIC_NAMES) };
}

function openAIMessage(message: Message): Json {
  const sent: Json = { role: message.role, content: message.content };
  if (message.tool_calls?.length) {
    sent.tool_calls = message.tool_calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    }));
  }
  if (message.tool_call_id != null) sent.tool_call_id = message.tool_call_id;
  return sent;
}

/** Joins messages of the same side: Anthropic's turns alternate, and tool results are the user's. */
function turns(messages: Message[]): Json[] {
  const joined: { role: string; content: Json[] }[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = joined.at(-1);
    if (last?.role === role) last.content.push(...blocks(message));
    else joined.push({ role, content: blocks(message) });
  }
  return joined;
}

function blocks(message: Message): Json[] {
  if (message.role === "tool") {
    const tool_use_id = message.tool_call_id ?? "";
    return [{ type: "tool_result", tool_use_id, content: message.content }];
  }
  const calls = message.tool_calls ?? [];
  // An empty text beside a tool call is rejected.
  const text = message.content || calls.length === 0 ? [{ type: "text", text: message.content }] : [];
  return [
    ...text,
    ...calls.map((call) => ({
      type: "tool_use",
      id: call.id,
      name: call.name,
      input: parsed(call.arguments),
    })),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "{}") as unknown;
  } catch {
    return {};
  }
}

function objectSchema(schema: Json): Json {
  return { type: "object", properties: {}, ...schema };
}

function renamed(parameters: Json, names: Record<string, string>): Json {
  return Object.fromEntries(
    Object.entries(names)
      .filter(([old]) => parameters[old] != null)
      .map(([old, name]) => [name, parameters[old]]),
  );
}
