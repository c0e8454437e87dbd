import { DifferenceInterval } from "@/shared/charts/DifferenceInterval";
import { Figure } from "@/shared/charts/Figure";
import { changeText, UNIT, valueText } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import type { Finding } from "../types";
import { evidenceOf, type Moved } from "./alertEvidence";

type Found = Pick<Finding, "rule" | "facts">;

export function hasEvidence(found: Found): boolean {
  const { answers, frozen, facts } = evidenceOf(found);
  return answers !== null || frozen !== null || facts.length > 0;
}

export function AlertEvidenceCard({ found }: { found: Found }) {
  if (!hasEvidence(found)) return null;
  return (
    <section aria-label="Evidence" className="rounded-lg border border-line bg-raised px-5 py-4">
      <h2 className="mb-3 text-base font-semibold text-ink">Evidence</h2>
      <EvidenceFigures found={found} />
    </section>
  );
}

/** The numbers: how far the answers moved, and beside it how far the judge did. */
export function EvidenceFigures({ found }: { found: Found }) {
  const { answers, frozen, facts } = evidenceOf(found);
  // One axis for both: what moved more is seen at once.
  const reach = Math.max(
    ...[answers, frozen].flatMap((moved) => (moved ? [Math.abs(moved.low), Math.abs(moved.high)] : [0])),
  );
  return (
    <>
      {facts.length > 0 && (
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          {facts.map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-ink-subtle">{name}</dt>
              <dd className="text-lg font-semibold wrap-anywhere text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-col gap-6">
        {answers && (
          <MovedFigure
            title="The answers"
            moved={answers}
            reach={reach}
            reading={
              `${valueText(UNIT, answers.base)} before, ${valueText(UNIT, answers.now)} now, ` +
              `on ${countOf(answers.cases, "case")} that both runs share.`
            }
          />
        )}
        {frozen && (
          <MovedFigure
            title="The judge, on frozen answers"
            moved={frozen}
            reach={reach}
            reading={
              `${countOf(frozen.cases, "answer")} that did not change scored ${valueText(UNIT, frozen.base)} ` +
              `before and ${valueText(UNIT, frozen.now)} now. A difference here means that the judge changed.`
            }
          />
        )}
      </div>
      {(answers ?? frozen) && (
        <p className="mt-3 text-xs text-ink-subtle">
          The dot is the difference; the whiskers are its 95% interval. If they do not cross the line of no difference,
          the difference is significant.
        </p>
      )}
    </>
  );
}

function MovedFigure({
  title,
  moved,
  reach,
  reading,
}: {
  title: string;
  moved: Moved;
  reach: number;
  reading: string;
}) {
  const clear = moved.high < 0 || moved.low > 0;
  return (
    <Figure
      title={title}
      reading={reading}
      table={{
        columns: ["", "Value"],
        rows: [
          { key: "base", cells: ["Before", valueText(UNIT, moved.base)] },
          { key: "now", cells: ["Now", valueText(UNIT, moved.now)] },
          { key: "by", cells: ["Difference", changeText(UNIT, moved.value)] },
          {
            key: "range",
            cells: ["95% interval", `${changeText(UNIT, moved.low)} to ${changeText(UNIT, moved.high)}`],
          },
        ],
      }}
    >
      <DifferenceInterval
        effect={moved}
        minimum={0}
        reach={reach}
        scale={UNIT}
        ink={!clear ? "quiet" : moved.value < 0 ? "bad" : "good"}
      />
    </Figure>
  );
}
