/** Server-sent events, read from text. Pure: feed it chunks, get messages and the unfinished rest. */

export interface SseMessage {
  id: string | null;
  event: string;
  data: string;
}

interface Parsed {
  messages: SseMessage[];
  rest: string;
}

export function parseSse(buffered: string): Parsed {
  const blocks = buffered.replace(/\r\n?/g, "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  return { messages: blocks.flatMap(readBlock), rest };
}

function readBlock(block: string): SseMessage[] {
  let id: string | null = null;
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon === 0) continue; // A comment: the server's heartbeat.
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") id = value;
    else if (field === "event") event = value;
    else if (field === "data") data.push(value);
  }
  return data.length > 0 ? [{ id, event, data: data.join("\n") }] : [];
}
