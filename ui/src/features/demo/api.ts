/** The demo project: one per person, created step by step by the server. */
import { ApiError } from "@/shared/http/apiError";
import { fetchWithin } from "@/shared/http/client";
import { postQuery } from "@/shared/http/queries";

const LOOK_AGAIN_MS = 1_000;
// The worker may start after the web process.
const TRIES = 30;
const inTime = fetchWithin(60_000);

/** Create the demo project of this person, or find it. */
export const demoProjectQuery = postQuery(
  ["demo-project"],
  "/api/v1/demo-project",
  { fetch: inTime },
  {
    gcTime: 0,
    retry: (failed, error) => error instanceof ApiError && error.retryable && failed < TRIES,
    retryDelay: LOOK_AGAIN_MS,
  },
);

/** Do the steps of the demo that are possible now, until it is ready. The server does nothing twice. */
export function demoProgressQuery(project: string, ownRunEveryMs: number | null) {
  return postQuery(
    ["demo", project],
    "/api/v1/projects/{project}/demo/advance",
    { path: { project }, fetch: inTime },
    {
      staleTime: Infinity,
      refetchInterval: ({ state: { data, error } }) => {
        // A step that was refused once is refused every time.
        if (error instanceof ApiError && !error.retryable) return false;
        return data?.ready ? (ownRunEveryMs ?? false) : LOOK_AGAIN_MS;
      },
    },
  );
}
