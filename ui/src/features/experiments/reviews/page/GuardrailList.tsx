import { CircleCheck, CircleX } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import type { Guardrail } from "../types";
import { failedFirst, measureOf, ruleName } from "../reviewPhrasing";

/** Every rule with what was found and what is allowed. What failed is never hidden, and says why. */
export function GuardrailList({ guardrails, label }: { guardrails: readonly Guardrail[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5">
      {failedFirst(guardrails).map((each) => (
        <Rule key={each.rule} guardrail={each} />
      ))}
    </ul>
  );
}

function Rule({ guardrail }: { guardrail: Guardrail }) {
  const { rule, passed, sentence } = guardrail;
  const measure = measureOf(guardrail);
  return (
    <li className={cx("flex gap-2 text-sm", !passed && "-mx-2 rounded-md bg-error-soft px-2 py-1.5")}>
      {passed ? (
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-mark" />
      ) : (
        <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-error" />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={passed ? "text-ink-muted" : "font-medium text-error"}>
            {ruleName(rule)}
            <span className="sr-only">: {passed ? "passed" : "failed"}</span>
          </span>
          {measure && (
            <span className={cx("text-xs tabular-nums", passed ? "text-ink-subtle" : "text-error")}>{measure}</span>
          )}
        </div>
        {!passed && <p className="text-xs wrap-anywhere text-error">{visibleText(sentence)}</p>}
      </div>
    </li>
  );
}
