/** The HTTP client of the API: cookies, the CSRF token and errors as exceptions. */
import createClient, { type Middleware } from "openapi-fetch";
import type { paths } from "@/api/types";
import { ApiError, errorFromAnswer, timedOut, unreachable } from "./apiError";

const CSRF_COOKIE = "edison_csrf";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** How long one request may take, its body included. Streams do not come through here. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** A fetch that gives up after this time. The browser's own is looked up at call time, so that tests can replace it. */
export function fetchWithin(milliseconds: number): (request: Request) => Promise<Response> {
  return (request) => {
    // A timer of the page and not AbortSignal.timeout, so that a test can let the time pass.
    const late = new AbortController();
    const reason = timedOut(milliseconds / 1_000, SAFE_METHODS.has(request.method));
    window.setTimeout(() => late.abort(reason), milliseconds);
    return globalThis.fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) });
  };
}

const fetchInTime = fetchWithin(REQUEST_TIMEOUT_MS);

export function readCookie(name: string, cookies: string = document.cookie): string | null {
  const found = cookies.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/** The CSRF token that a changing request must send. Only uploads with progress call this themselves. */
export async function csrfToken(): Promise<string | null> {
  const known = readCookie(CSRF_COOKIE);
  if (known) return known;
  // A request for the session makes the server set the cookie.
  await fetchInTime(new Request(new URL("/api/v1/session", window.location.origin), { credentials: "same-origin" }));
  return readCookie(CSRF_COOKIE);
}

const echoCsrfToken: Middleware = {
  async onRequest({ request }) {
    if (SAFE_METHODS.has(request.method)) return undefined;
    const token = await csrfToken();
    if (token) request.headers.set("X-CSRF-Token", token);
    return request;
  },
};

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: "same-origin",
  fetch: fetchInTime,
});
api.use(echoCsrfToken);

export interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Turn an answer into its data, or throw an ApiError. */
export async function unwrap<Data>(pending: Promise<Reply<Data>>): Promise<Data> {
  let reply: Reply<Data>;
  try {
    reply = await pending;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw cause instanceof ApiError ? cause : unreachable();
  }
  if (!reply.response.ok) throw errorFromAnswer(reply.response.status, reply.error);
  return reply.data as Data;
}
