import { useState } from "react";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Verbatim } from "@/shared/ui/Verbatim";
import type { ExperimentReport } from "../types";
import { promptText } from "./promptFile";
import { ReportSection } from "./ReportSection";

/** The words that did best, to read and to take along. */
export function BestPrompt({ report: { content, best } }: { report: ExperimentReport }) {
  const [open, setOpen] = useState(false);
  if (!content || !best) return null;
  const text = promptText(content);
  return (
    <ReportSection title="Best prompt">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Disclosure
            label={`Version ${best.version_number}`}
            open={open}
            onOpenChange={setOpen}
            summary={text.slice(0, 120)}
          >
            <Verbatim label="Best prompt" className="max-h-96 font-mono text-xs print:max-h-none">
              {text}
            </Verbatim>
          </Disclosure>
        </div>
        <span className="print:hidden">
          <CopyButton text={text} label="Copy the prompt" />
        </span>
      </div>
    </ReportSection>
  );
}
