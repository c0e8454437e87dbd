import { CircleAlert } from "lucide-react";
import type { RunProblem } from "./runForm";

/** Problems or warnings of a run that is being planned. */
export function RunProblemList({ title, problems }: { title: string; problems: readonly RunProblem[] }) {
  return (
    <div className="mt-4 border-t border-line pt-3">
      <h3 className="text-xs font-medium text-ink-muted">{title}</h3>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`} className="flex items-start gap-1.5 text-xs text-ink">
            <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning-mark" /> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
