/**
 * Options of TanStack queries for routes of the API.
 *
 * `openapi-react-query` derives query keys from paths; ours are structured for event-driven invalidation.
 */
import {
  type DefaultError,
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UnusedSkipTokenInfiniteOptions,
  type UnusedSkipTokenOptions,
} from "@tanstack/react-query";
import { callApi, type DataOf, type PathWith, type RequestOf } from "./callApi";

type QueryExtras<Data, Selected> = Omit<UnusedSkipTokenOptions<Data, DefaultError, Selected>, "queryKey" | "queryFn">;

/** Read a route. The request is aborted when nothing on the screen needs it any more. */
export function getQuery<Path extends PathWith<"GET">, Selected = DataOf<"GET", Path>>(
  queryKey: QueryKey,
  path: Path,
  request: RequestOf<"GET", Path>,
  options?: QueryExtras<DataOf<"GET", Path>, Selected>,
) {
  return queryOptions<DataOf<"GET", Path>, DefaultError, Selected>({
    ...options,
    queryKey,
    queryFn: ({ signal }) => callApi("GET", path, { ...request, signal }),
  });
}

/** Read a route that takes a body, such as a forecast. It must not change anything on the server. */
export function postQuery<Path extends PathWith<"POST">, Selected = DataOf<"POST", Path>>(
  queryKey: QueryKey,
  path: Path,
  request: RequestOf<"POST", Path>,
  options?: QueryExtras<DataOf<"POST", Path>, Selected>,
) {
  return queryOptions<DataOf<"POST", Path>, DefaultError, Selected>({
    ...options,
    queryKey,
    queryFn: ({ signal }) => callApi("POST", path, { ...request, signal }),
  });
}

interface Page {
  next_cursor: string | null;
}

type PagedPath = {
  [Path in PathWith<"GET">]: DataOf<"GET", Path> extends Page ? Path : never;
}[PathWith<"GET">];

type Cursor = string | null;

type PagedExtras<Data> = Omit<
  UnusedSkipTokenInfiniteOptions<Data, DefaultError, InfiniteData<Data>, QueryKey, Cursor>,
  "queryKey" | "queryFn" | "initialPageParam" | "getNextPageParam"
>;

/** Read a list page by page, following the `next_cursor` of the last page. */
export function pagedQuery<Path extends PagedPath>(
  queryKey: QueryKey,
  path: Path,
  request: RequestOf<"GET", Path>,
  options?: PagedExtras<DataOf<"GET", Path>>,
) {
  return infiniteQueryOptions<DataOf<"GET", Path>, DefaultError, InfiniteData<DataOf<"GET", Path>>, QueryKey, Cursor>({
    ...options,
    queryKey,
    queryFn: ({ pageParam, signal }) => callApi("GET", path, { ...withCursor(request, pageParam), signal }),
    initialPageParam: null,
    getNextPageParam: nextCursor,
  });
}

function withCursor<Request>(request: Request, cursor: Cursor): Request;
function withCursor(request: { query?: object }, cursor: Cursor) {
  return { ...request, query: { ...request.query, cursor } };
}

function nextCursor(page: unknown): Cursor {
  return (page as Partial<Page>).next_cursor ?? null;
}
