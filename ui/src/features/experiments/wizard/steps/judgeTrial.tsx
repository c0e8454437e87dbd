/** Asking a judge about one made-up answer, to see how it would mark. */
import { type AssistAction, readJudged, UnreadableAnswer } from "@/features/assists";
import { visibleText } from "@/shared/format/visibleText";
import type { SentCriteria } from "../planTypes";

const SAMPLE_INPUT = "I was charged twice this month. Can you help?";
const SAMPLE_OUTPUT =
  "I am sorry about the double charge. " +
  "I have asked billing to refund the second payment; you will see it within five days.";

interface Trial {
  goal: string;
  criteria: SentCriteria;
  model: string | null;
}

export function judgeTrial(experiment: string, { goal, criteria, model }: Trial): AssistAction {
  return {
    key: "test_judge",
    label: "Test judge prompts",
    about: "The first judge scores a sample answer",
    order: {
      kind: "test_judge",
      experiment,
      input: { goal, criteria, input: SAMPLE_INPUT, output: SAMPLE_OUTPUT, ...(model ? { model } : {}) },
    },
    refused:
      model === null
        ? "Select a model that judges"
        : goal.trim() === "" || criteria.length === 0
          ? "Write the objective and the rubric first"
          : undefined,
    look: (result) => {
      const read = readJudged(result);
      return {
        title: "Scores of a sample answer",
        body: read ? <Marks {...read} criteria={criteria} /> : <UnreadableAnswer />,
      };
    },
  };
}

function Marks({
  scores,
  reasons,
  criteria,
}: {
  scores: Record<string, number>;
  reasons: Record<string, string>;
  criteria: SentCriteria;
}) {
  return (
    <>
      <dl className="mb-3 flex flex-col gap-2 rounded-md bg-surface px-3 py-2.5 text-sm">
        <div>
          <dt className="text-xs text-ink-subtle">Question</dt>
          <dd className="text-ink">{SAMPLE_INPUT}</dd>
        </div>
        <div>
          <dt className="text-xs text-ink-subtle">Answer</dt>
          <dd className="text-ink">{SAMPLE_OUTPUT}</dd>
        </div>
      </dl>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {Object.entries(scores).map(([name, score]) => (
          <li key={name} className="flex items-start gap-3 px-3 py-2.5 text-sm">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere text-ink">{visibleText(name)}</p>
              <p className="wrap-anywhere text-ink-muted">{visibleText(reasons[name] ?? "")}</p>
            </div>
            <span className="shrink-0 font-medium text-ink">
              {score}{" "}
              <span className="text-xs font-normal text-ink-subtle">
                of {criteria.find((one) => one.name === name)?.scale ?? "?"}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
