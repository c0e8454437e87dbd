import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";

interface ChoiceListProps {
  choices: readonly { title: string; body: ReactNode; label?: string; onUse: () => void }[];
}

/** Several answers below each other; one of them is taken. */
export function ChoiceList({ choices }: ChoiceListProps) {
  return (
    <ul className="flex flex-col gap-3">
      {choices.map(({ title, body, label = "Use this", onUse }, index) => (
        <li key={index} className="rounded-lg border border-line p-3">
          <div className="mb-2 flex items-center justify-between gap-3">
            <h3 className="min-w-0 text-sm font-semibold wrap-anywhere text-ink">{visibleText(title)}</h3>
            <Button size="sm" variant="secondary" onClick={onUse}>
              {label}
            </Button>
          </div>
          {body}
        </li>
      ))}
    </ul>
  );
}
