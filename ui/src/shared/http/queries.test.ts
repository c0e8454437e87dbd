import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callApi } from "./callApi";
import { getQuery, pagedQuery, postQuery } from "./queries";

const fetchStub = vi.fn<(request: Request, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetchStub);
  fetchStub.mockReset();
  document.cookie = "edison_csrf=abc123";
});
afterEach(() => vi.unstubAllGlobals());

const path = { project: "support bot" };

function answer(body: unknown, status = 200) {
  fetchStub.mockImplementationOnce(() =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } })),
  );
}

function sent(index: number): { method: string; address: string } {
  const request = fetchStub.mock.calls[index]?.[0];
  if (!request) throw new Error(`There was no request number ${index}.`);
  const { pathname, search } = new URL(request.url);
  return { method: request.method, address: pathname + search };
}

it("reads a route with its parameters under the given key", async () => {
  answer({ items: ["first"] });
  const query = getQuery(["judges", "support bot"], "/api/v1/projects/{project}/judges", { path, query: { limit: 5 } });
  const cache = new QueryClient();
  expect(await cache.fetchQuery(query)).toEqual({ items: ["first"] });
  expect(sent(0)).toEqual({ method: "GET", address: "/api/v1/projects/support%20bot/judges?limit=5" });
  expect(cache.getQueryData(["judges", "support bot"])).toEqual({ items: ["first"] });
});

it("does not send query parameters that are null or undefined", async () => {
  answer({ items: [] });
  const query = { limit: 5, search: undefined, cursor: null };
  await new QueryClient().fetchQuery(getQuery(["suites"], "/api/v1/projects/{project}/suites", { path, query }));
  expect(sent(0).address).toBe("/api/v1/projects/support%20bot/suites?limit=5");
});

it("keeps the other options of a query", () => {
  const select = ({ total }: { total: number }) => total;
  const options = { select, staleTime: 10, retry: false };
  const query = getQuery(["waiting"], "/api/v1/projects/{project}/suggestions", { path }, options);
  expect(query).toMatchObject({ queryKey: ["waiting"], staleTime: 10, retry: false, select });
});

it("aborts the request of a query that is cancelled", async () => {
  fetchStub.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
      ),
  );
  const cache = new QueryClient();
  const pending = cache.fetchQuery(getQuery(["judges"], "/api/v1/projects/{project}/judges", { path }));
  const outcome = pending.catch((error: unknown) => error);
  await vi.waitFor(() => expect(fetchStub).toHaveBeenCalled());
  await cache.cancelQueries({ queryKey: ["judges"] });
  await outcome;
  expect(fetchStub.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});

it("reads a route that takes a body", async () => {
  answer({ text: "{{name}}" });
  const query = postQuery(["converted"], "/api/v1/projects/{project}/prompts/convert", {
    path,
    body: { text: "{name}" },
  });
  expect(await new QueryClient().fetchQuery(query)).toEqual({ text: "{{name}}" });
  expect(sent(0)).toEqual({ method: "POST", address: "/api/v1/projects/support%20bot/prompts/convert" });
  expect(await fetchStub.mock.calls[0]?.[0].json()).toEqual({ text: "{name}" });
});

it("reads a list page by page until there is no next cursor", async () => {
  answer({ items: ["first"], next_cursor: "two" });
  answer({ items: ["second"], next_cursor: null });
  const query = pagedQuery(["judges", "list"], "/api/v1/projects/{project}/judges", { path, query: { limit: 1 } });
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...query, pages: 3 });
  expect(pages).toMatchObject([{ items: ["first"] }, { items: ["second"] }]);
  expect(sent(0).address).toBe("/api/v1/projects/support%20bot/judges?limit=1");
  expect(sent(1).address).toBe("/api/v1/projects/support%20bot/judges?limit=1&cursor=two");
  expect(fetchStub).toHaveBeenCalledTimes(2);
});

it("calls a route that changes something and fails with the error of the answer", async () => {
  answer({ error: { code: "NOT_FOUND", message: "Judge not found", retryable: false } }, 404);
  const call = callApi("DELETE", "/api/v1/projects/{project}/judges/{judge}", { path: { ...path, judge: "j1" } });
  await expect(call).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" });
  expect(sent(0)).toEqual({ method: "DELETE", address: "/api/v1/projects/support%20bot/judges/j1" });
});

/** Never called: the type checker fails if one of these lines compiles. */
export function mistakesThatDoNotCompile() {
  // @ts-expect-error: the path is not in the contract.
  getQuery([], "/api/v1/projects/{project}/jugdes", { path });
  // @ts-expect-error: the path has no such method.
  void callApi("PUT", "/api/v1/projects/{project}/judges", { path });
  // @ts-expect-error: the path has another parameter.
  getQuery([], "/api/v1/projects/{project}/judges", { path: { judge: "j1" } });
  // @ts-expect-error: the route has no such query parameter.
  getQuery([], "/api/v1/projects/{project}/judges", { path, query: { size: 5 } });
  // @ts-expect-error: the body has another field.
  postQuery([], "/api/v1/projects/{project}/prompts/convert", { path, body: { texts: [] } });
  // @ts-expect-error: the route has no pages.
  pagedQuery([], "/api/v1/projects/{project}/judges/{judge}", { path: { ...path, judge: "j1" } });
}
