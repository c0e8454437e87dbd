import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, fieldProblems } from "./apiError";
import { api, readCookie, REQUEST_TIMEOUT_MS, unwrap } from "./client";

const fetchStub = vi.fn<(request: Request, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetchStub);
  fetchStub.mockReset();
  document.cookie = "edison_csrf=abc123";
});
afterEach(() => vi.unstubAllGlobals());

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

it("echoes the CSRF cookie on what changes something, and only there", async () => {
  fetchStub.mockImplementation(() => Promise.resolve(json(200, { items: [], next_cursor: null })));
  await unwrap(api.GET("/api/v1/projects"));
  await unwrap(api.POST("/api/v1/projects", { body: { name: "Support bot" } }));
  expect(fetchStub.mock.calls[0]?.[0].headers.get("X-CSRF-Token")).toBeNull();
  expect(fetchStub.mock.calls[1]?.[0].headers.get("X-CSRF-Token")).toBe("abc123");
});

it("turns the error envelope into an error with code, fields and trace", async () => {
  const error = {
    code: "BAD_REQUEST",
    message: "Bad name",
    details: { fields: [{ path: "name", message: "Too long" }] },
    path: "name",
    retryable: false,
    next_step: "Shorten it",
    traceId: "t1",
  };
  fetchStub.mockResolvedValue(json(400, { error }));
  const failure = await unwrap(api.GET("/api/v1/projects")).catch((caught: unknown) => caught);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 400, code: "BAD_REQUEST", nextStep: "Shorten it", traceId: "t1" });
  expect(fieldProblems(failure as ApiError)).toEqual([{ path: "name", message: "Too long" }]);
});

it("says that the server cannot be reached when there is no answer", async () => {
  fetchStub.mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(unwrap(api.GET("/api/v1/projects"))).rejects.toMatchObject({ code: "UNREACHABLE", retryable: true });
});

it("gives up a request that is not answered in time, and says so", async () => {
  vi.useFakeTimers();
  fetchStub.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
      ),
  );
  const outcome = unwrap(api.GET("/api/v1/projects")).catch((caught: unknown) => caught);
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
  expect(await outcome).toMatchObject({ code: "TIMED_OUT", retryable: true });
  vi.useRealTimers();
});

it("reads one cookie among several", () => {
  expect(readCookie("b", "a=1; b=2%203; c=4")).toBe("2 3");
  expect(readCookie("missing", "a=1")).toBeNull();
});
