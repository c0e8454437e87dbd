import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { Kbd } from "@/shared/ui/Kbd";
import { Verbatim } from "@/shared/ui/Verbatim";
import { CaseConversation } from "@/features/datasets";
import type { BlindAnswer, BlindPair } from "../types";

/** The case, and both answers in the same clothes: as plain text, side by side. */
export function BlindPairAnswers({ pair: { values, expected, left, right } }: { pair: BlindPair }) {
  return (
    <>
      <section aria-label="Case" className="flex flex-col gap-3">
        <dl className="flex flex-col gap-3">
          {Object.entries(values).map(([name, value]) => (
            <div key={name}>
              <dt className="mb-1 font-mono text-xs text-lilac">{visibleText(name)}</dt>
              <dd>
                {typeof value === "string" ? (
                  <Verbatim label={name} className="max-h-56 font-sans text-sm leading-6">
                    {value || " "}
                  </Verbatim>
                ) : (
                  <CaseConversation className="max-h-56 overflow-y-auto" value={value} />
                )}
              </dd>
            </div>
          ))}
        </dl>
        {expected !== null && (
          <div>
            <h2 className="mb-1 text-xs font-medium text-ink-subtle">Expected</h2>
            <Verbatim label="Expected" className="max-h-40 font-sans text-sm leading-6">
              {expected}
            </Verbatim>
          </div>
        )}
      </section>
      <div className="grid items-stretch gap-4 md:grid-cols-2">
        <BlindAnswerText side="Left" place="1" answer={left} />
        <BlindAnswerText side="Right" place="2" answer={right} />
      </div>
    </>
  );
}

function BlindAnswerText({ side, place, answer }: { side: "Left" | "Right"; place: string; answer: BlindAnswer }) {
  return (
    <section aria-label={`${side} answer`} className="flex min-w-0 flex-col">
      <h2 className="mb-1.5 flex items-center gap-2 text-xs font-medium text-ink-subtle">
        <Kbd>{place}</Kbd> {side} answer
      </h2>
      <Verbatim
        label={`${side} answer, text`}
        className={cx(
          "max-h-[52vh] min-h-32 flex-1 border-line-strong!",
          "bg-raised! px-4! py-3.5! font-sans text-base leading-6",
        )}
      >
        {answer.text || (answer.tool_calls.length === 0 ? "(empty)" : "")}
      </Verbatim>
      {answer.tool_calls.map((call, at) => (
        <Verbatim
          key={at}
          label={`${side} answer, call ${at + 1}`}
          className="mt-2 max-h-48 text-xs leading-5"
        >{`${call.name}(${call.arguments})`}</Verbatim>
      ))}
    </section>
  );
}
