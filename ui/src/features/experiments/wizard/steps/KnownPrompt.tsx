import { useQuery, useQueryClient } from "@tanstack/react-query";
import { TextQuote, X } from "lucide-react";
import { useState } from "react";
import { promptQuery, valuesOf } from "@/features/prompts";
import { promptChoicesQuery } from "@/features/runs";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { Picker } from "@/shared/ui/Picker";
import type { PlanForm } from "../wizardForm";
import type { StepProps } from "./stepProps";

interface KnownPromptProps {
  project: string;
  form: PlanForm;
  change: StepProps["change"];
}

/**
 * A prompt that is there already: its words are copied into the plan,
 * and versions of the experiment become its versions.
 */
export function KnownPrompt({ project, form, change }: KnownPromptProps) {
  const cache = useQueryClient();
  const [search, setSearch] = useState("");
  const found = useQuery(promptChoicesQuery(project, "generator", search)).data?.items ?? [];
  const choose = async (id: string, name: string) => {
    try {
      const { draft } = await cache.fetchQuery(promptQuery(project, id));
      change({ prompt: { id }, promptName: name, content: valuesOf(draft) });
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <div className="flex items-start gap-1">
      <Field label="Prompt of this project" optional className="flex-1">
        <Picker
          value={form.prompt?.id ?? null}
          shown={
            form.prompt && (
              <>
                <TextQuote aria-hidden className="size-4 shrink-0 text-ink-subtle" />
                <span className="truncate">{form.promptName || "A prompt"}</span>
              </>
            )
          }
          placeholder="Choose an existing prompt…"
          options={found.map(({ id, name, latest }) => ({
            value: id,
            label: name,
            hint: latest > 0 ? `v${latest}` : "draft",
          }))}
          onSearch={setSearch}
          onChoose={({ value, label }) => void choose(value, label)}
          empty="This project has no prompt yet."
        />
      </Field>
      {form.prompt && (
        <IconButton label="Use a new prompt instead" className="mt-6.5" onClick={() => change({ prompt: null })}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
