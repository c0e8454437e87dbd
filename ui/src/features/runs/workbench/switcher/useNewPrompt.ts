/** A prompt at one press: named, with a first task, and the cursor in its text. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fewPromptsQuery, useCreatePrompt } from "@/features/prompts";
import { notify } from "@/shared/ui/notify";
import { announceFresh } from "../editor/freshPrompt";
import { freeName, STARTER, UNTITLED } from "./newPromptNames";

const LOOKED_AT = 100;

export function useNewPrompt(project: string, onOpen: (prompt: string) => void): { begin: () => void; busy: boolean } {
  const cache = useQueryClient();
  const create = useCreatePrompt(project);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const { items } = await cache.fetchQuery({ ...fewPromptsQuery(project, UNTITLED, LOOKED_AT), staleTime: 0 });
      const made = await create.mutateAsync({
        name: freeName(items.map(({ name }) => name)),
        kind: "generator",
        description: "",
        text: STARTER,
      });
      announceFresh(made.id);
      onOpen(made.id);
    } catch (error) {
      notify.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    begin: () => {
      if (!busy) void make();
    },
    busy,
  };
}
