import { useState } from "react";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Disclosure } from "@/shared/ui/Disclosure";
import { SeverityIcon } from "../AlertChips";
import type { Alert, Finding } from "../types";
import { RULE_WORDS } from "../alertPhrasing";
import { EvidenceFigures, hasEvidence } from "./AlertEvidenceCard";

/** Every model and rule that noticed the cause, model by model. */
export function FindingsCard({ alert: { findings } }: { alert: Alert }) {
  const models = [...new Set(findings.map(({ model }) => model))];
  return (
    <section aria-label="Findings" className="rounded-lg border border-line bg-raised px-5 py-4">
      <h2 className="text-base font-semibold text-ink">{countOf(findings.length, "finding")} with the same cause</h2>
      {models.map((model) => (
        <div key={model} className="mt-4">
          <h3 className="text-sm font-semibold wrap-anywhere text-ink">
            {model ? visibleText(model) : "The whole run"}
          </h3>
          <ul className="mt-1 flex flex-col divide-y divide-line">
            {findings
              .filter((finding) => finding.model === model)
              .map((finding) => (
                <FindingItem key={`${finding.rule} ${finding.target_key}`} finding={finding} />
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function FindingItem({ finding }: { finding: Finding }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="flex gap-2.5 py-2.5">
      <SeverityIcon severity={finding.severity} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-anywhere text-ink">
          {visibleText(finding.title)}{" "}
          <span className="text-xs font-normal text-ink-subtle">{RULE_WORDS[finding.rule]}</span>
        </p>
        {finding.ended && <p className="text-sm text-ink-muted">Ended: {visibleText(finding.ended)}</p>}
        {hasEvidence(finding) && (
          <Disclosure label="Evidence" open={open} onOpenChange={setOpen}>
            <p className="mb-3 max-w-prose text-sm wrap-anywhere text-ink-muted">{visibleText(finding.sentence)}</p>
            <EvidenceFigures found={finding} />
          </Disclosure>
        )}
      </div>
    </li>
  );
}
