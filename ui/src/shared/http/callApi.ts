/** Typed calls of the API. Method, path, parameters and body are checked against the contract. */
import type { ClientOptions, FetchResponse, HeadersOptions, RequestBodyOption } from "openapi-fetch";
import type { paths } from "@/api/types";
import { api, type Reply, unwrap } from "./client";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The paths of the contract that have this method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Lowercase<M>, unknown> ? Path : never;
}[keyof paths];

type OperationOf<M extends Method, Path extends keyof paths> =
  paths[Path] extends Record<Lowercase<M>, infer Operation extends Record<string, unknown>> ? Operation : never;

/** How a request is sent, beyond what the contract says of it. */
interface Transport {
  signal?: AbortSignal;
  /** Such as one of `fetchWithin`, for a request that may take longer than others. */
  fetch?: ClientOptions["fetch"];
  headers?: HeadersOptions;
  bodySerializer?: (body: unknown) => unknown;
}

/** `path`, `query` and `body` of an operation. Query parameters that are null or undefined are not sent. */
export type RequestOf<M extends Method, Path extends keyof paths> =
  OperationOf<M, Path> extends { parameters: infer Parameters }
    ? Parameters & RequestBodyOption<OperationOf<M, Path>> & Transport
    : never;

/** The JSON that an operation answers with. */
export type DataOf<M extends Method, Path extends keyof paths> = Extract<
  FetchResponse<OperationOf<M, Path>, object, "application/json">,
  { data: unknown }
>["data"];

interface UntypedRequest {
  path?: object;
  query?: object;
}

type UntypedCall = (method: string, path: string, init: object) => Promise<Reply<unknown>>;

/** Send a request and return the data of its answer, or throw an ApiError. */
export function callApi<M extends Method, Path extends PathWith<M>>(
  method: M,
  path: Path,
  request: RequestOf<M, Path>,
): Promise<DataOf<M, Path>>;
export function callApi(method: Method, route: string, request: UntypedRequest): Promise<unknown> {
  const { path, query, ...init } = request;
  // The overload above has checked the types; here they are too general for the client's own.
  const call = api.request as unknown as UntypedCall;
  return unwrap(call(method, route, { ...init, params: { path, query } }));
}
