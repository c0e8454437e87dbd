/**
 * One followed stream. It is read with fetch, not EventSource, because only fetch tells why a stream was refused:
 * a lost session must lead to sign-in, a lost connection to another try.
 */
import { reportSessionLost } from "@/shared/http/sessionLoss";
import type { ConnectionState } from "./connectionState";
import { parseSse, type SseMessage } from "./sseParser";

export const RECONNECT_AFTER_MS = 5_000;
/**
 * The server gives a sign of life every 15 seconds; when three are missing, the connection is treated as lost.
 */
export const SILENCE_MS = 45_000;

interface StreamOptions {
  url: string;
  after: string | null;
  onMessage: (message: SseMessage) => void;
  onState: (state: ConnectionState) => void;
}

/** Follow until the returned function is called. Missed messages are replayed from the last id we saw. */
export function openStream({ url, after, onMessage, onState }: StreamOptions): () => void {
  const stop = new AbortController();
  let lastId = after;
  let timer: number | undefined;
  let attempt = new AbortController();
  const breakOff = () => attempt.abort();

  const retryLater = () => {
    if (stop.signal.aborted) return;
    onState("reconnecting");
    timer = window.setTimeout(() => void follow(), RECONNECT_AFTER_MS);
  };

  const follow = async () => {
    attempt = new AbortController();
    try {
      const answer = await fetch(url, {
        headers: { Accept: "text/event-stream", ...(lastId === null ? {} : { "Last-Event-ID": lastId }) },
        credentials: "same-origin",
        cache: "no-store",
        signal: AbortSignal.any([stop.signal, attempt.signal]),
      });
      if (answer.status === 401) return reportSessionLost();
      // Not ours to see any more: trying again would not change that.
      if (answer.status === 403 || answer.status === 404) return onState("idle");
      if (!answer.ok || !answer.body) return retryLater();
      onState("live");
      await read(answer.body, breakOff, (message) => {
        lastId = message.id ?? lastId;
        onMessage(message);
      });
      retryLater();
    } catch {
      retryLater();
    }
  };

  onState("connecting");
  window.addEventListener("offline", breakOff);
  void follow();
  return () => {
    window.removeEventListener("offline", breakOff);
    stop.abort();
    window.clearTimeout(timer);
    onState("idle");
  };
}

async function read(
  body: ReadableStream<Uint8Array>,
  onSilence: () => void,
  onMessage: (message: SseMessage) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffered = "";
  for (;;) {
    const silence = window.setTimeout(onSilence, SILENCE_MS);
    const { done, value } = await reader.read().finally(() => window.clearTimeout(silence));
    if (done) return;
    const parsed = parseSse(buffered + decoder.decode(value, { stream: true }));
    buffered = parsed.rest;
    parsed.messages.forEach(onMessage);
  }
}
