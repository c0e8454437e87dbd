import { Figure } from "@/shared/charts/Figure";
import { place } from "@/shared/charts/axis";
import { countOf } from "@/shared/format/quantities";
import { cx } from "@/shared/ui/cx";
import type { AgreementResult } from "@/api/types";

const BANDS = [
  { from: 0, name: "poor" },
  { from: 0.4, name: "fair" },
  { from: 0.67, name: "usable" },
  { from: 0.8, name: "good" },
] as const;

/** Whether the judges mean the same by this criterion. */
export function CriterionAgreement({ name, agreement }: { name: string; agreement: AgreementResult | null }) {
  const alpha = agreement?.alpha ?? null;
  const rows = agreement
    ? [
        { key: "alpha", cells: ["On the scale (Krippendorff's alpha)", number(agreement.alpha)] },
        { key: "kappa", cells: ["On pass or fail (kappa)", number(agreement.kappa)] },
        { key: "n", cells: ["Answers", agreement.n.toLocaleString("en")] },
        { key: "judges", cells: ["Judges", agreement.judges.toLocaleString("en")] },
      ]
    : [];
  return (
    <section className="rounded-lg border border-line bg-raised px-4 py-3.5">
      <Figure
        title="Do the judges agree?"
        reading={agreement?.sentence ?? ""}
        nothing={
          agreement
            ? null
            : "Agreement needs two judges or more on the same answers. Add a second judge with this rubric."
        }
        table={{ columns: [name, "Value"], rows }}
        note={
          agreement &&
          `${countOf(agreement.judges, "judge")} on ${countOf(agreement.n, "answer")}. ` +
            "1 is full agreement, 0 is what chance would give."
        }
      >
        {alpha === null ? (
          <p className="text-sm text-ink-subtle">All values are the same, so agreement cannot be measured.</p>
        ) : (
          <Meter alpha={alpha} />
        )}
      </Figure>
    </section>
  );
}

function Meter({ alpha }: { alpha: number }) {
  const at = `${place(alpha, { low: 0, high: 1 })}%`;
  return (
    <div aria-hidden className="text-2xs text-ink-subtle">
      <div className="relative h-5">
        <span
          style={{ left: at }}
          className={cx(
            "absolute text-sm font-semibold text-ink",
            alpha > 0.9 ? "-translate-x-full" : alpha > 0.05 && "-translate-x-1/2",
          )}
        >
          {alpha.toFixed(2)}
        </span>
      </div>
      <svg width="100%" height="14" className="block overflow-visible">
        {BANDS.map(({ from }, index) => (
          <rect
            key={from}
            x={`${from * 100}%`}
            width={`${((BANDS[index + 1]?.from ?? 1) - from) * 100}%`}
            y="4"
            height="6"
            fill={`color-mix(in oklab, var(--series-1) ${12 + index * 22}%, var(--raised))`}
          />
        ))}
        <svg x={at} overflow="visible">
          <path d="M0 0 L0 14" stroke="var(--ink)" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </svg>
      <div className="relative h-4">
        {BANDS.map(({ from, name }) => (
          <span key={name} style={{ left: `${from * 100}%` }} className="absolute">
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

function number(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}
