import { ShieldX } from "lucide-react";
import { useState } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { Card } from "@/shared/ui/Card";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Verbatim } from "@/shared/ui/Verbatim";
import type { Attempt } from "../types";
import { ruleName } from "../reviewPhrasing";
import { GuardrailList } from "./GuardrailList";

/** What the refiner proposed first and guardrails refused: told, so that nobody wonders where the money went. */
export function AttemptsCard({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <Card aria-label="Refused attempts" className="px-4 py-3">
      <div className="flex items-center gap-2">
        <ShieldX aria-hidden className="size-4 text-warning-mark" />
        <h2 className="text-sm font-semibold text-ink">
          {attempts.length === 1 ? "One attempt was refused" : `${attempts.length} attempts were refused`}
        </h2>
      </div>
      <p className="mt-0.5 text-xs text-ink-subtle">
        The refiner received the reasons and tried again. These attempts made no calls to the targets.
      </p>
      <ol className="mt-2 flex flex-col gap-2">
        {attempts.map((attempt, index) => (
          <li key={index}>
            <RejectedAttempt attempt={attempt} number={index + 1} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function RejectedAttempt({ attempt, number }: { attempt: Attempt; number: number }) {
  const [open, setOpen] = useState(false);
  const failed = attempt.guardrails.filter(({ passed }) => !passed);
  const why = failed.map(({ rule }) => ruleName(rule)).join(", ");
  return (
    <>
      <Disclosure label={`Attempt ${number}`} open={open} onOpenChange={setOpen} summary={why}>
        <div className="flex flex-col gap-3">
          <GuardrailList guardrails={failed} label={`Guardrails that attempt ${number} failed`} />
          {attempt.note && (
            <p dir="auto" className="text-xs wrap-anywhere whitespace-pre-wrap text-ink-muted">
              {visibleText(attempt.note)}
            </p>
          )}
          {attempt.diff && (
            <Verbatim label={`Attempt ${number}, original text`} className="max-h-64 font-mono text-2xs">
              {attempt.diff}
            </Verbatim>
          )}
        </div>
      </Disclosure>
    </>
  );
}
