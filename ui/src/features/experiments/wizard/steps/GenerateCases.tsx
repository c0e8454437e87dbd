import { useState } from "react";
import type { Dataset, DatasetKind } from "@/api/types";
import { type AssistAction, AssistPanel, readCases, UnreadableAnswer } from "@/features/assists";
import { countOf } from "@/shared/format/quantities";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { RangeInput } from "@/shared/ui/RangeInput";
import { Segmented } from "@/shared/ui/Segmented";
import { promptText } from "../wizardForm";
import { MadeCases } from "./MadeCases";
import type { StepProps } from "./stepProps";

const HINTS_LEAST = 20;
const HINTS_MOST = 1_000;
const LENGTHS = ["XS", "S", "M", "L", "XL"] as const;

interface GenerateCasesProps extends StepProps {
  dataset: Dataset | null;
  variables: readonly string[];
  ensure: (kind: DatasetKind) => Promise<Dataset | null>;
}

/** What a model is told to write cases about; they are read before they are added. */
export function GenerateCases({ project, experiment, form, dataset, variables, ensure }: GenerateCasesProps) {
  const [kind, setKind] = useState<"synthetic" | "adversarial">("synthetic");
  const [hints, setHints] = useState("");
  const [count, setCount] = useState(20);
  const [diversity, setDiversity] = useState(7);
  const [languages, setLanguages] = useState("");
  const [lengths, setLengths] = useState<readonly (typeof LENGTHS)[number][]>([]);
  const [more, setMore] = useState(false);
  const said = hints.trim().length;
  const spoken = languages
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  const action: AssistAction = {
    key: "generate_cases",
    label: kind === "synthetic" ? "Generate synthetic cases" : "Generate adversarial cases",
    about: `${countOf(count, "case")}; you review them before they are added`,
    order: {
      kind: "generate_cases",
      experiment: experiment.id,
      input: {
        hints: hints.trim(),
        instructions: "",
        topic: "",
        difficulty: "mixed",
        variables: [...variables],
        count,
        diversity,
        kind,
        languages: spoken,
        lengths: [...lengths],
        prompt_text: promptText(form.content),
        ...(dataset ? { dataset: dataset.id } : {}),
      },
    },
    refused: !project.settings.allow_synthetic_datasets
      ? "This project does not allow synthetic cases"
      : variables.length === 0
        ? "The prompt has no variable to fill"
        : said < HINTS_LEAST
          ? `Describe the cases in at least ${HINTS_LEAST} characters`
          : undefined,
    look: (result, done) => {
      const read = readCases(result);
      return {
        title: kind === "synthetic" ? "Synthetic cases" : "Adversarial cases",
        body: read ? (
          <MadeCases
            project={project.slug}
            made={read}
            ensure={() => ensure(kind)}
            onAdded={(words) => done(words, () => undefined)}
          />
        ) : (
          <UnreadableAnswer />
        ),
      };
    },
  };
  return (
    <Card aria-label="Generate cases" className="px-5 py-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold text-ink">Generate with AI</h2>
        <Segmented
          label="Kind of cases"
          value={kind}
          onChange={setKind}
          options={[
            { value: "synthetic", label: "Synthetic" },
            { value: "adversarial", label: "Adversarial" },
          ]}
        />
      </div>
      <Field
        label="Domain hints"
        hint={
          kind === "synthetic"
            ? "Topics that people ask about, and how they write."
            : "Inputs that attackers, trolls or confused users might send."
        }
        aside={
          <span className="text-xs text-ink-subtle">
            {said} / {HINTS_MOST.toLocaleString("en")}
          </span>
        }
      >
        <Textarea
          rows={3}
          maxLength={HINTS_MOST}
          value={hints}
          placeholder="Customer support inquiries about password resets, billing and technical issues"
          onChange={({ target }) => setHints(target.value)}
        />
      </Field>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Slider
          label="Count"
          value={count}
          least={10}
          most={500}
          step={10}
          words={countOf(count, "case")}
          onChange={setCount}
        />
        <Slider
          label="Diversity"
          value={diversity}
          least={1}
          most={10}
          step={1}
          words={`${diversity}/10`}
          onChange={setDiversity}
        />
      </div>
      <div className="mt-2">
        <Disclosure label="Languages and lengths" open={more} onOpenChange={setMore} summary="optional">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Languages" optional hint="Separated by commas.">
              <Input
                value={languages}
                autoComplete="off"
                placeholder="English, German"
                onChange={({ target }) => setLanguages(target.value)}
              />
            </Field>
            <fieldset className="flex flex-col gap-1.5">
              <legend className="text-sm font-medium text-ink">Lengths</legend>
              <div className="flex flex-wrap gap-1.5">
                {LENGTHS.map((length) => (
                  <button
                    key={length}
                    type="button"
                    aria-pressed={lengths.includes(length)}
                    onClick={() =>
                      setLengths(
                        lengths.includes(length) ? lengths.filter((one) => one !== length) : [...lengths, length],
                      )
                    }
                    className={cx(
                      "h-9 min-w-11 rounded-md border border-control px-2 text-sm text-ink-muted hover:text-ink",
                      "aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink",
                    )}
                  >
                    {length}
                  </button>
                ))}
              </div>
            </fieldset>
          </div>
        </Disclosure>
      </div>
      <div className="mt-3">
        <AssistPanel project={project.slug} actions={[action]} />
      </div>
    </Card>
  );
}

interface SliderProps {
  label: string;
  value: number;
  least: number;
  most: number;
  step: number;
  words: string;
  onChange: (value: number) => void;
}

function Slider({ label, value, least, most, step, words, onChange }: SliderProps) {
  return (
    <Field label={label} aside={<output className="text-xs text-ink-muted">{words}</output>}>
      <RangeInput value={value} least={least} most={most} step={step} onChange={onChange} />
    </Field>
  );
}
