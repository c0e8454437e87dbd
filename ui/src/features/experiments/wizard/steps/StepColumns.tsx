import type { ReactNode } from "react";

/** The form, and beside it who helps and what it costs; below it where there is no room. */
export function StepColumns({ children, beside }: { children: ReactNode; beside: ReactNode }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-16">{beside}</div>
    </div>
  );
}
