import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Prompt } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { Input } from "@/shared/ui/Input";
import { ProblemLine } from "@/shared/ui/ProblemLine";
import { useDescribePrompt } from "./promptMutations";

interface RenameFieldProps {
  project: string;
  prompt: Prompt;
  onDone: () => void;
  /** For a panel, where the name is no heading of a page. */
  dense?: boolean;
}

/** The name as a field in its own place: Enter keeps, Escape leaves it as it was, going elsewhere keeps. */
export function RenameField({ project, prompt, onDone, dense = false }: RenameFieldProps) {
  const [name, setName] = useState(prompt.name);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const describe = useDescribePrompt(project, prompt.id);
  useEffect(() => field.current?.select(), []);

  const keep = () => {
    const wanted = name.trim();
    if (describe.isPending) return;
    if (wanted === prompt.name) return onDone();
    if (!wanted) return setProblem("Name is required");
    describe.mutate(
      { name: wanted },
      {
        onSuccess: onDone,
        onError: (error) => setProblem(error instanceof ApiError ? error.message : "Something went wrong."),
      },
    );
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      keep();
    }
    if (event.key === "Escape") onDone();
  };
  return (
    <div className="flex w-full max-w-xl flex-col gap-1">
      <Input
        ref={field}
        aria-label="Name of the prompt"
        aria-invalid={problem ? true : undefined}
        value={name}
        maxLength={255}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKey}
        onBlur={keep}
        className={dense ? "h-8 px-2 text-sm font-semibold" : "h-8 px-2 text-lg font-semibold"}
      />
      <ProblemLine text={problem} />
    </div>
  );
}
