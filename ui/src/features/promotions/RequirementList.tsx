import { CircleCheck, CircleX } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import type { Requirement } from "./types";

const VERDICT = "verdict";

interface RequirementListProps {
  requirements: readonly Requirement[];
  /** The sentence of the verdict, which stands above the list already. */
  said?: string;
}

/** What the protection asks for, and whether it is met. What is missing comes first. */
export function RequirementList({ requirements, said }: RequirementListProps) {
  const ordered = [...requirements.filter(({ met }) => !met), ...requirements.filter(({ met }) => met)];
  return (
    <ul aria-label="Requirements" className="flex flex-col gap-1.5 text-sm">
      {ordered.map(({ name, met, sentence }) => (
        <li key={name} className="flex items-start gap-2">
          {met ? (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-mark" />
          ) : (
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-error-mark" />
          )}
          <span className="min-w-0 wrap-anywhere text-ink">
            <span className="sr-only">{met ? "Met: " : "Not met: "}</span>
            {name === VERDICT && said === sentence ? verdictWords(met) : visibleText(sentence)}
          </span>
        </li>
      ))}
    </ul>
  );
}

const verdictWords = (met: boolean) => `The verdict ${met ? "allows" : "does not allow"} the promotion.`;
