/** Boards in the cache: lists, one with its figures, its duels, and the pair that is mine to vote on. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import { boardKey, boardsKey, turnKey } from "./keys";
import type { BoardBody, Outcome, Turn } from "./types";

const PAGE = 30;
const LOOK_AGAIN_MS = 15_000;
/** Polling interval while a worker computes the figures. */
const STALE_MS = 2_000;

export function boardListQuery(project: string) {
  return pagedQuery([...boardsKey(project), "list"], "/api/v1/projects/{project}/boards", {
    path: { project },
    query: { limit: PAGE },
  });
}

export function boardQuery(project: string, board: string, tag?: string) {
  return getQuery(
    [...boardKey(project, board), "figures", tag ?? null],
    "/api/v1/projects/{project}/boards/{board}",
    { path: { project, board }, query: tag ? { tag } : {} },
    {
      // The figures of before, while those of another tag come; never those of another board.
      placeholderData: (before, query) => (query?.queryKey[2] === board ? before : undefined),
      refetchInterval: ({ state: { data } }) => (data?.stale ? STALE_MS : false),
    },
  );
}

export function duelsQuery(project: string, board: string, tag?: string) {
  return getQuery(
    [...boardKey(project, board), "duels", tag ?? null],
    "/api/v1/projects/{project}/boards/{board}/duels",
    { path: { project, board }, query: tag ? { tag } : {} },
    {
      placeholderData: keepPreviousData,
      // Single votes send no project event, so the page polls.
      refetchInterval: LOOK_AGAIN_MS,
    },
  );
}

/** The runs of a dataset, held against one of them: what may stand on the same board, and why the rest may not. */
export function candidatesQuery(project: string, dataset: string, like: string | null) {
  return getQuery(
    [...boardsKey(project), "candidates", dataset, like],
    "/api/v1/projects/{project}/boards/candidates",
    { path: { project }, query: { dataset, ...(like === null ? {} : { like }) } },
    { placeholderData: (before, query) => (query?.queryKey[3] === dataset ? before : undefined) },
  );
}

const nextPair = (project: string, board: string) =>
  callApi("GET", "/api/v1/projects/{project}/boards/{board}/next-pair", { path: { project, board } });

/** Asked for once: from then on every vote brings the pair that comes next. */
export function turnQuery(project: string, board: string) {
  return queryOptions({
    queryKey: turnKey(project, board),
    queryFn: () => nextPair(project, board),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

export function useMakeBoard(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BoardBody) => callApi("POST", "/api/v1/projects/{project}/boards", { path: { project }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: boardsKey(project) }),
  });
}

export function useChangeBoard(project: string, board: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<BoardBody>) =>
      callApi("PATCH", "/api/v1/projects/{project}/boards/{board}", { path: { project, board }, body }),
    onSuccess: async () => {
      void cache.invalidateQueries({ queryKey: boardsKey(project) });
      await cache.invalidateQueries({ queryKey: boardKey(project, board) });
    },
  });
}

export function useRemoveBoard(project: string, board: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("DELETE", "/api/v1/projects/{project}/boards/{board}", { path: { project, board } }),
    // The page of what is gone is left, not read again.
    onSuccess: () => cache.invalidateQueries({ queryKey: boardsKey(project) }),
  });
}

/** Votes of one sitting go out one after the other; what comes of each is its id and the next turn. */
export function useVote(project: string, board: string) {
  const written = useTurnWritten(project, board);
  return useMutation({
    scope: { id: `votes on ${board}` },
    mutationFn: async (said: { token: string; outcome: Outcome }) => {
      const { vote } = await callApi("POST", "/api/v1/projects/{project}/boards/{board}/votes", {
        path: { project, board },
        body: said,
      });
      return { vote, turn: await nextPair(project, board) };
    },
    onSuccess: ({ turn }) => written(turn),
  });
}

/**
 * The pair is shown again. The id of the vote makes a repeated request harmless.
 */
export function useUndoVote(project: string, board: string) {
  const written = useTurnWritten(project, board);
  return useMutation({
    scope: { id: `votes on ${board}` },
    mutationFn: async (vote: string | null) => {
      const { undone } = await callApi("DELETE", "/api/v1/projects/{project}/boards/{board}/votes/last", {
        path: { project, board },
        query: vote === null ? {} : { vote },
      });
      return { undone, turn: await nextPair(project, board) };
    },
    onSuccess: ({ turn }) => written(turn),
  });
}

function useTurnWritten(project: string, board: string) {
  const cache = useQueryClient();
  return (turn: Turn) => {
    cache.setQueryData(turnKey(project, board), turn);
    // The figures are not on the voting screen, so they are read when the leaderboard is opened again.
    void cache.invalidateQueries({ queryKey: boardKey(project, board), refetchType: "none" });
    void cache.invalidateQueries({ queryKey: boardsKey(project), refetchType: "none" });
  };
}
