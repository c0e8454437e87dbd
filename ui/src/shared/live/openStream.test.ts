import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onSessionLost } from "@/shared/http/sessionLoss";
import { openStream, RECONNECT_AFTER_MS, SILENCE_MS } from "./openStream";
import type { SseMessage } from "./sseParser";

const fetchStub = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetchStub);
  fetchStub.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function stream(text: string): Response {
  return new Response(text, { headers: { "Content-Type": "text/event-stream" } });
}

function follow() {
  const states: string[] = [];
  const messages: SseMessage[] = [];
  const close = openStream({
    url: "/events",
    after: "3",
    onState: (state) => states.push(state),
    onMessage: (message) => messages.push(message),
  });
  return { states, messages, close };
}

it("comes back after five seconds and asks for what it missed", async () => {
  fetchStub.mockResolvedValueOnce(stream("id: 4\ndata: {}\n\n")).mockImplementation(() => new Promise(() => undefined));
  const { states, messages, close } = follow();

  await vi.advanceTimersByTimeAsync(1);
  expect(messages.map((message) => message.id)).toEqual(["4"]);
  expect(states).toEqual(["connecting", "live", "reconnecting"]);

  await vi.advanceTimersByTimeAsync(RECONNECT_AFTER_MS);
  expect(fetchStub).toHaveBeenCalledTimes(2);
  expect(fetchStub.mock.calls[1]?.[1]?.headers).toMatchObject({ "Last-Event-ID": "4" });
  close();
});

it("does not trust a wire that has gone silent", async () => {
  fetchStub.mockImplementation((_, init) => {
    const body = new ReadableStream({
      start: (controller) => init?.signal?.addEventListener("abort", () => controller.error(new Error("aborted"))),
    });
    return Promise.resolve(new Response(body));
  });
  const { states, close } = follow();
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
  expect(states).toEqual(["connecting", "live"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(states).toEqual(["connecting", "live", "reconnecting"]);
  await vi.advanceTimersByTimeAsync(RECONNECT_AFTER_MS);
  expect(states.at(-1)).toBe("live");
  close();
});

it("says that the session is lost instead of trying for ever", async () => {
  const lost = vi.fn();
  const forget = onSessionLost(lost);
  fetchStub.mockResolvedValue(new Response(null, { status: 401 }));
  const { close } = follow();
  await vi.advanceTimersByTimeAsync(RECONNECT_AFTER_MS * 2);
  expect(lost).toHaveBeenCalledOnce();
  expect(fetchStub).toHaveBeenCalledOnce();
  close();
  forget();
});

it("stops when the project is no longer ours to see", async () => {
  fetchStub.mockResolvedValue(new Response(null, { status: 404 }));
  const { states, close } = follow();
  await vi.advanceTimersByTimeAsync(RECONNECT_AFTER_MS * 2);
  expect(states).toEqual(["connecting", "idle"]);
  expect(fetchStub).toHaveBeenCalledOnce();
  close();
});
