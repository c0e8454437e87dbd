import type { BlindItem } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Verbatim } from "@/shared/ui/Verbatim";
import { CaseConversation } from "@/features/datasets";

/** The case and the answer as plain text. Nothing here knows which model it was. */
export function AnswerToLabel({ item }: { item: BlindItem }) {
  const values = Object.entries(item.values);
  return (
    <div className="flex flex-col gap-5">
      {values.length > 0 && (
        <section aria-label="Case">
          <h2 className="mb-2 text-xs font-medium text-ink-subtle">Case</h2>
          <dl className="flex flex-col gap-3">
            {values.map(([name, value]) => (
              <div key={name}>
                <dt className="mb-1 font-mono text-xs text-lilac">{visibleText(name)}</dt>
                <dd>
                  {typeof value === "string" ? (
                    <AnswerText label={name}>{value}</AnswerText>
                  ) : (
                    <CaseConversation value={value} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {item.expected !== null && (
        <section aria-label="Expected answer">
          <h2 className="mb-2 text-xs font-medium text-ink-subtle">Expected</h2>
          <AnswerText label="Expected">{item.expected}</AnswerText>
        </section>
      )}
      <section aria-label="The answer to label">
        <h2 className="mb-2 text-xs font-medium text-ink-subtle">Answer</h2>
        <Verbatim
          label="Answer"
          className="max-h-[60vh] min-h-24 border-line-strong! bg-raised! px-4! py-3.5! font-sans text-base leading-6"
        >
          {item.output || (item.tool_calls.length === 0 ? "(empty)" : "")}
        </Verbatim>
        {item.tool_calls.map((call, place) => (
          <Verbatim
            key={place}
            label={`Call ${place + 1}`}
            className="mt-2 max-h-48 text-xs leading-5"
          >{`${call.name}(${call.arguments})`}</Verbatim>
        ))}
      </section>
    </div>
  );
}

function AnswerText({ label, children }: { label: string; children: string }) {
  return (
    <Verbatim label={label} className="max-h-72 font-sans text-sm leading-6">
      {children || " "}
    </Verbatim>
  );
}
