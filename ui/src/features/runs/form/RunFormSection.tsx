import type { ReactNode } from "react";
import { Card } from "@/shared/ui/Card";
import { ProblemLine } from "@/shared/ui/ProblemLine";

interface RunFormSectionProps {
  title: string;
  hint: ReactNode;
  aside?: ReactNode;
  problem?: string | undefined;
  children: ReactNode;
}

/** One question of the form; its problem stands under its title. */
export function RunFormSection({ title, hint, aside, problem, children }: RunFormSectionProps) {
  return (
    <Card aria-label={title} className="px-5 py-4">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-base font-semibold text-ink">{title}</h2>
        <p className="min-w-0 flex-1 text-xs text-ink-subtle">{hint}</p>
        {aside}
      </div>
      <ProblemLine text={problem} className="mb-3" />
      {children}
    </Card>
  );
}
