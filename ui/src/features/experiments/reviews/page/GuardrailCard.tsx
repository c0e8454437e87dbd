import { ShieldAlert, ShieldCheck } from "lucide-react";
import { Card } from "@/shared/ui/Card";
import { Spinner } from "@/shared/ui/Spinner";
import type { Guardrail } from "../types";
import { guardrailSummary } from "../reviewPhrasing";
import { GuardrailList } from "./GuardrailList";

interface GuardrailCardProps {
  guardrails: readonly Guardrail[];
  checking: boolean;
  /** Of what they speak: the suggestion, the chosen part of it, or the reviewer's own words. */
  about: string;
}

export function GuardrailCard({ guardrails, checking, about }: GuardrailCardProps) {
  const ok = guardrails.every(({ passed }) => passed);
  const Icon = ok ? ShieldCheck : ShieldAlert;
  return (
    <Card aria-label="Guardrails" className="px-4 py-3">
      <div className="flex items-center gap-2">
        <Icon aria-hidden className={ok ? "size-4 text-success-mark" : "size-4 text-error"} />
        <h2 className="text-sm font-semibold text-ink">Guardrails</h2>
        {checking && (
          <span className="ml-auto text-ink-subtle">
            <Spinner />
          </span>
        )}
      </div>
      <p role="status" className="mt-0.5 mb-2.5 text-xs text-ink-subtle">
        {checking ? `Checking ${about}` : `${guardrailSummary(guardrails)} for ${about}`}
      </p>
      <GuardrailList guardrails={guardrails} label="Guardrails" />
    </Card>
  );
}
