/** The query cache and its handling of errors. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, hasCode } from "./apiError";
import { notify } from "@/shared/ui/notify";
import { reportSessionLost } from "./sessionLoss";

function noticeLostSession(error: unknown): void {
  if (hasCode(error, "UNAUTHORIZED")) reportSessionLost();
}

function worthRetrying(failures: number, error: unknown): boolean {
  // After a timeout the person decides whether to wait again.
  if (hasCode(error, "TIMED_OUT")) return false;
  return error instanceof ApiError && error.retryable && error.status !== 429 && failures < 2;
}

export function makeQueryClient(): QueryClient {
  /** Show one toast for all queries that timed out. Its button fetches them again. */
  const offerAnotherTry = (error: unknown) => {
    if (!hasCode(error, "TIMED_OUT")) return;
    const again = () => void client.refetchQueries({ predicate: ({ state }) => hasCode(state.error, "TIMED_OUT") });
    notify.error(error.message, error.nextStep, { key: "timed-out", retry: again });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        noticeLostSession(error);
        offerAnotherTry(error);
      },
    }),
    mutationCache: new MutationCache({ onError: noticeLostSession }),
    defaultOptions: {
      queries: { staleTime: 15_000, retry: worthRetrying, retryDelay: 1_000 },
      mutations: { retry: false },
    },
  });
  return client;
}
