import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ComparedSide } from "@/api/types";
import { compareQuery, ComparedParts } from "@/features/prompts";
import { Disclosure } from "@/shared/ui/Disclosure";
import { RowSkeletons } from "@/shared/ui/Skeleton";

interface PromptChangeProps {
  project: string;
  /** The prompt that both versions are of. */
  prompt: string;
  before: ComparedSide;
  after: ComparedSide;
}

/** What differs between the two prompts: the reason why answers differ. */
export function PromptChange({ project, prompt, before, after }: PromptChangeProps) {
  const [open, setOpen] = useState(true);
  const found = useQuery(compareQuery(project, prompt, before.version, after.version));
  const changed = found.data?.parts.filter((part) => part.changed).length ?? 0;
  return (
    <section aria-label="Change of the prompt" className="mt-3 rounded-lg border border-line bg-raised px-4 py-2">
      <Disclosure
        label={`What changed from v${before.version} to v${after.version}`}
        open={open}
        onOpenChange={setOpen}
        summary={found.data ? (changed === 1 ? "1 part" : `${changed} parts`) : ""}
      >
        {found.isPending && <RowSkeletons count={2} label="Loading the change" />}
        {found.data && (
          <div className="flex max-h-80 flex-col gap-2 overflow-y-auto">
            <ComparedParts parts={found.data.parts} layout="unified">
              The two versions have the same text.
            </ComparedParts>
          </div>
        )}
      </Disclosure>
    </section>
  );
}
