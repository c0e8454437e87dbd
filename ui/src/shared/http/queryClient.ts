/** The one cache of server state and how it treats failures. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, hasCode } from "./apiError";
import { reportSessionLost } from "./sessionLoss";

function noticeLostSession(error: unknown): void {
  if (hasCode(error, "UNAUTHORIZED")) reportSessionLost();
}

function worthRetrying(failures: number, error: unknown): boolean {
  return error instanceof ApiError && error.retryable && error.status !== 429 && failures < 2;
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noticeLostSession }),
    mutationCache: new MutationCache({ onError: noticeLostSession }),
    defaultOptions: {
      queries: { staleTime: 15_000, retry: worthRetrying, retryDelay: 1_000 },
      mutations: { retry: false },
    },
  });
}
