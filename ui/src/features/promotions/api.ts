/** Promotions: lists, one promotion, the check before one, and everything that moves a protected label. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { promptKey, promptsKey } from "@/features/prompts/keys";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import { checksKey, promotionKey, promotionsKey } from "./keys";
import type { Promotion, PromotionState } from "./types";

const PAGE = 20;
/** Polling interval while a worker signs. */
const SIGNING_MS = 2_000;
/** Numbers of runs never change. */
const FOREVER = Number.POSITIVE_INFINITY;

interface WantedPromotions {
  prompt?: string | undefined;
  state?: PromotionState | undefined;
}

export function promotionListQuery(project: string, { prompt, state }: WantedPromotions) {
  return pagedQuery(
    [...promotionsKey(project), "list", prompt ?? null, state ?? null],
    "/api/v1/projects/{project}/promotions",
    { path: { project }, query: { limit: PAGE, prompt, state } },
    { placeholderData: keepPreviousData },
  );
}

/** The newest promotions of a prompt: what holds its labels, and what waits. */
export function promptPromotionsQuery(project: string, prompt: string, state: PromotionState) {
  return getQuery(
    [...promotionsKey(project), "prompt", prompt, state],
    "/api/v1/projects/{project}/promotions",
    { path: { project }, query: { limit: PAGE, prompt, state } },
    { select: ({ items }): Promotion[] => items },
  );
}

export function promotionQuery(project: string, promotion: string) {
  return getQuery(
    promotionKey(project, promotion),
    "/api/v1/projects/{project}/promotions/{promotion}",
    { path: { project, promotion } },
    {
      refetchInterval: ({ state: { data } }) => (data?.state === "APPROVED" && !data.signed ? SIGNING_MS : false),
    },
  );
}

export interface WantedCheck {
  prompt: string;
  label: string;
  number: number;
}

export function checkQuery(project: string, { prompt, label, number }: WantedCheck) {
  return getQuery(
    [...checksKey(project), prompt, label, number],
    "/api/v1/projects/{project}/prompts/{prompt}/promotion-check",
    { path: { project, prompt }, query: { label, number } },
    { staleTime: 0 },
  );
}

/** What links to a run show: promotions carry its id. */
export function runNumberQuery(project: string, run: string) {
  return getQuery(
    ["promotion-run", project, run],
    "/api/v1/projects/{project}/runs/{run}",
    { path: { project, run } },
    { staleTime: FOREVER, retry: false, select: ({ number }) => number },
  );
}

export function certificateUrl(project: string, promotion: string): string {
  return `/api/v1/projects/${encodeURIComponent(project)}/promotions/${promotion}/certificate`;
}

type Done = (promotion: Promotion) => void;

/**
 * Every change of a promotion may have moved a label: promotions and prompts are read again.
 *
 * `done` is called by the mutation itself: an event may say first that the label has moved, and the button that opened
 * the dialog goes then, and the dialog with it.
 */
function useLabelMoved(project: string, done?: Done) {
  const cache = useQueryClient();
  return (promotion: Promotion): void => {
    void cache.invalidateQueries({ queryKey: promotionsKey(project) });
    void cache.invalidateQueries({ queryKey: promptKey(project, promotion.prompt.id) });
    void cache.invalidateQueries({ queryKey: promptsKey(project) });
    done?.(promotion);
  };
}

export interface WantedPromotion extends WantedCheck {
  note?: string;
}

function sendRequest(project: string, { prompt, note = "", ...body }: WantedPromotion): Promise<Promotion> {
  return callApi("POST", "/api/v1/projects/{project}/prompts/{prompt}/promotions", {
    path: { project, prompt },
    body: { ...body, note },
  });
}

function sendApproval(project: string, promotion: string, note = ""): Promise<Promotion> {
  return callApi("POST", "/api/v1/projects/{project}/promotions/{promotion}/approve", {
    path: { project, promotion },
    body: { note },
  });
}

export function useRequestPromotion(project: string, done: Done) {
  const moved = useLabelMoved(project, done);
  return useMutation({
    mutationFn: (wanted: WantedPromotion) => sendRequest(project, wanted),
    onSuccess: moved,
  });
}

/** Request and approve in one go, for people who may do both. */
export function usePromote(project: string, done: Done) {
  const moved = useLabelMoved(project, done);
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: WantedPromotion) => {
      const requested = await sendRequest(project, wanted);
      return sendApproval(project, requested.id);
    },
    onSuccess: moved,
    // The request may have been made, and only its approval refused.
    onError: () => cache.invalidateQueries({ queryKey: promotionsKey(project) }),
  });
}

export function useOverride(project: string, done: Done) {
  const moved = useLabelMoved(project, done);
  return useMutation({
    mutationFn: ({ prompt, ...body }: WantedCheck & { reason: string }) =>
      callApi("POST", "/api/v1/projects/{project}/prompts/{prompt}/promotions/override", {
        path: { project, prompt },
        body,
      }),
    onSuccess: moved,
  });
}

export function useRollBack(project: string, done: Done) {
  const moved = useLabelMoved(project, done);
  return useMutation({
    mutationFn: ({ prompt, label }: { prompt: string; label: string }) =>
      callApi("POST", "/api/v1/projects/{project}/prompts/{prompt}/promotions/rollback", {
        path: { project, prompt },
        body: { label, reason: "" },
      }),
    onSuccess: moved,
  });
}

export type Decision = { kind: "approve" | "reject"; note: string } | { kind: "withdraw" };

export function useDecide(project: string, promotion: string) {
  const moved = useLabelMoved(project);
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision): Promise<Promotion> => {
      const path = { project, promotion };
      switch (decision.kind) {
        case "approve":
          return sendApproval(project, promotion, decision.note);
        case "reject":
          return callApi("POST", "/api/v1/projects/{project}/promotions/{promotion}/reject", {
            path,
            body: { note: decision.note },
          });
        case "withdraw":
          return callApi("POST", "/api/v1/projects/{project}/promotions/{promotion}/withdraw", { path });
      }
    },
    onSuccess: moved,
    // Somebody else may have decided in the meantime.
    onError: () => cache.invalidateQueries({ queryKey: promotionKey(project, promotion) }),
  });
}
