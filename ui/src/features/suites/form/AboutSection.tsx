import { problemAt, type RunProblem, RunFormSection } from "@/features/runs";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import type { SuiteForm } from "./suiteForm";

interface PartProps {
  form: SuiteForm;
  problems: readonly RunProblem[];
  onChange: (part: Partial<SuiteForm>) => void;
}

export function AboutSection({ form, problems, onChange }: PartProps) {
  return (
    <RunFormSection title="Suite" hint="The name by which people find the suite.">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Field label="Name" required error={problemAt(problems, "name")}>
          <Input
            value={form.name}
            maxLength={200}
            autoComplete="off"
            placeholder="Nightly support answers"
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
        <Field label="Description" optional error={problemAt(problems, "description")}>
          <Textarea
            rows={1}
            value={form.description}
            maxLength={2_000}
            className="min-h-9 py-1.5"
            onChange={({ target }) => onChange({ description: target.value })}
          />
        </Field>
      </div>
    </RunFormSection>
  );
}
