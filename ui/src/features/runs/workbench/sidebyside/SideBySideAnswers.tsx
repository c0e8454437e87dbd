import { Tabs } from "radix-ui";
import { useState } from "react";
import type { ReactNode } from "react";
import { useWide } from "@/features/datasets";
import { EmptyState } from "@/shared/ui/EmptyState";
import { TabTrigger } from "@/shared/ui/TabTrigger";
import type { ShownAnswer } from "./SideBySideAnswer";

interface SideBySideAnswersProps {
  answers: readonly ShownAnswer[];
  draw: (answer: ShownAnswer) => ReactNode;
}

/** Beside each other where there is room; below 1024 px one at a time, behind tabs. */
export function SideBySideAnswers({ answers, draw }: SideBySideAnswersProps) {
  const wide = useWide();
  const [tab, setTab] = useState<string | null>(null);
  if (answers.length === 0)
    return (
      <EmptyState action={null} title="No model is chosen">
        Choose at least one model above.
      </EmptyState>
    );
  if (wide) {
    return (
      <ul aria-label="Answers" className="grid grid-flow-col auto-cols-[minmax(17rem,1fr)] gap-3 overflow-x-auto pb-1">
        {answers.map((answer) => (
          <li key={answer.place} className="min-w-0">
            {draw(answer)}
          </li>
        ))}
      </ul>
    );
  }
  const shown = answers.find(({ place }) => String(place) === tab) ?? answers[0];
  return (
    <Tabs.Root value={String(shown?.place ?? 0)} onValueChange={setTab}>
      <Tabs.List aria-label="Answers" className="mb-3 flex gap-1 overflow-x-auto border-b border-line">
        {answers.map(({ place, name, score }) => (
          <TabTrigger key={place} value={String(place)} label={name} summary={score} />
        ))}
      </Tabs.List>
      {answers.map((answer) => (
        <Tabs.Content key={answer.place} value={String(answer.place)} className="outline-none">
          {draw(answer)}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
