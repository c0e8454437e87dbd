import { ScanSearch } from "lucide-react";
import type { ContractKind } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { Field } from "@/shared/ui/Field";
import { ProblemLine } from "@/shared/ui/ProblemLine";
import { Select } from "@/shared/ui/Select";
import type { OutputKind } from "../draft/draftContent";
import { CONTRACT_MEANINGS, CONTRACT_NAMES, OUTPUT_CHOICES } from "../promptPhrasing";
import { CodeField } from "./CodeField";
import type { TabProps } from "./tabProps";

const EXAMPLE =
  '{\n  "type": "object",\n  "properties": {\n    "answer": { "type": "string" }\n  },\n' +
  '  "required": ["answer"],\n  "additionalProperties": false\n}';

export function OutputTab({
  values,
  set,
  readOnly,
  problemAt,
  contract,
}: TabProps & { contract: ContractKind | null }) {
  const { kind, schema } = values.output;
  const problem = problemAt("output.schema");
  const choose = (next: OutputKind) =>
    set({ output: { kind: next, schema: next === "schema" && !schema.trim() ? EXAMPLE : schema } });
  return (
    <div className="flex flex-col gap-4">
      <Field label="What the answer must look like" className="max-w-md">
        <Select value={kind} onChange={choose} options={OUTPUT_CHOICES} disabled={readOnly} />
      </Field>
      {contract && (
        <div className="flex items-start gap-2.5 rounded-md border border-line bg-surface px-3 py-2.5 text-sm">
          <ScanSearch aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-subtle" />
          <div>
            <p className="flex flex-wrap items-center gap-1.5 text-ink">
              {kind === "auto" ? "Detected from the prompt" : "Set by hand"}:{" "}
              <Badge tone="lilac">{CONTRACT_NAMES[contract]}</Badge>
            </p>
            <p className="mt-1 text-ink-muted">{CONTRACT_MEANINGS[contract]}</p>
          </div>
        </div>
      )}
      {kind === "schema" && (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-sm font-medium text-ink">
            JSON schema
          </span>
          <CodeField
            label="JSON schema of the answer"
            language="json"
            value={schema}
            onChange={(text) => set({ output: { kind, schema: text } })}
            readOnly={readOnly}
            invalid={problem !== undefined}
            placeholder={EXAMPLE}
            minHeight="12rem"
          />
          <ProblemLine text={problem} />
        </div>
      )}
    </div>
  );
}
