import { DifferenceInterval } from "@/shared/charts/DifferenceInterval";
import { Figure } from "@/shared/charts/Figure";
import { changeText, estimateText, rangeText, type Scale, valueText } from "@/shared/charts/estimateText";
import type { ComparisonResult } from "@/api/types";
import { VERDICT_INKS } from "@/shared/verdicts/verdictPhrasing";
import { effectReading } from "./verdictDetails";

interface EffectFigureProps {
  comparison: ComparisonResult;
  scale: Scale;
  /** What the two are called: the earlier one first. */
  names: readonly [string, string];
}

/** The difference between two, with how sure it is, and with what would be too small to matter. */
export function EffectFigure({ comparison, scale, names: [before, after] }: EffectFigureProps) {
  const { effect, base_mean: base, other_mean: other, minimum_effect: minimum, verdict } = comparison;
  const rows = [
    ...(base ? [{ key: "before", cells: [before, estimateText(scale, base), rangeText(scale, base)] }] : []),
    ...(other ? [{ key: "after", cells: [after, estimateText(scale, other), rangeText(scale, other)] }] : []),
    ...(effect
      ? [
          {
            key: "effect",
            cells: [
              "Difference",
              changeText(scale, effect.value),
              `${changeText(scale, effect.low)} to ${changeText(scale, effect.high)}`,
            ],
          },
        ]
      : []),
    { key: "minimum", cells: ["Smallest that matters", valueText(scale, minimum), "–"] },
  ];
  return (
    <Figure
      title="Difference"
      reading={effectReading(comparison, scale)}
      table={{ columns: ["", "Value", "95% interval"], rows }}
      nothing={effect ? null : "No case has a score on both sides, so there is no difference to draw."}
    >
      {effect && <DifferenceInterval effect={effect} minimum={minimum} scale={scale} ink={VERDICT_INKS[verdict]} />}
    </Figure>
  );
}
