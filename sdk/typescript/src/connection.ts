import { RequestRefused, ServerUnreachable } from "./errors.js";

export interface Options {
  url: string;
  token: string;
  project: string;
  /** Milliseconds until a request is given up. */
  timeoutMs?: number;
  /** Milliseconds for which a prompt is returned from the cache. */
  cacheTtlMs?: number;
  /** Milliseconds after that for which an old prompt is returned while it is refreshed. */
  cacheStaleMs?: number;
  fetch?: typeof fetch;
}

export interface Call {
  method: "GET" | "POST" | "PUT";
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether the request may be sent again if it is unknown what became of it. */
  repeatable?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

const ATTEMPTS = 5;
const LONGEST_WAIT_MS = 30_000;
const TRY_AGAIN = new Set([429, 502, 503, 504]);

/** Sends requests to one project. The token is never sent to another host. */
export class Connection {
  readonly url: string;
  readonly project: string;

  constructor(private readonly options: Options) {
    this.url = options.url.replace(/\/+$/, "");
    this.project = options.project;
  }

  async send(call: Call): Promise<Answer> {
    const repeatable = call.repeatable ?? call.method === "GET";
    let wait = 200;
    for (let attempt = 1; ; attempt += 1) {
      let answer: Answer;
      try {
        answer = await this.once(call);
      } catch (error) {
        if (error instanceof ServerUnreachable || !repeatable || attempt === ATTEMPTS) {
          throw error instanceof ServerUnreachable
            ? error
            : new ServerUnreachable(`${this.url} cannot be reached: ${String(error)}`);
        }
        await sleep(wait * (0.5 + Math.random() / 2));
        wait *= 2;
        continue;
      }
      // A request that was refused because of the rate limit was not done.
      const again = TRY_AGAIN.has(answer.status) && (repeatable || answer.status === 429);
      if (!again || attempt === ATTEMPTS) return checked(answer);
      const asked = Number(answer.headers.get("retry-after") ?? NaN);
      await sleep(Number.isFinite(asked) ? Math.min(asked * 1000, LONGEST_WAIT_MS) : wait);
      wait *= 2;
    }
  }

  private async once(call: Call): Promise<Answer> {
    const address = new URL(`${this.url}/api/v1/projects/${encodeURIComponent(this.project)}${call.path}`);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const response = await (this.options.fetch ?? fetch)(address, {
      method: call.method,
      // A redirect could send the token to another host.
      redirect: "manual",
      headers: {
        authorization: `Bearer ${this.options.token}`,
        accept: "application/json",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: AbortSignal.timeout(this.options.timeoutMs ?? 60_000),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: this.parse(response.status, text) };
  }

  private parse(status: number, text: string): unknown {
    try {
      return text ? (JSON.parse(text) as unknown) : null;
    } catch {
      // A proxy answers for a server that is down with a page of its own.
      if (status >= 500) return null;
      throw new ServerUnreachable(`${this.url} is not an Edison server`);
    }
  }
}

function checked(answer: Answer): Answer {
  if (answer.status < 300 || answer.status === 304) return answer;
  const body = answer.body as { error?: object } | null;
  throw new RequestRefused(answer.status, body?.error ?? {});
}

function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
