/** How an estimated number reads: on which scale, with how many digits, and how sure. Pure. */

export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** Values are kept from 0 to 1; people read them as 8.2 of 10 or as 82%. */
export interface Scale {
  top: number;
  digits: number;
  suffix: string;
}

export const SHARE: Scale = { top: 100, digits: 0, suffix: "%" };
export const UNIT: Scale = { top: 1, digits: 2, suffix: "" };

/** The scale of a rubric whose highest level is `top`. */
export function scaleOf(top: number): Scale {
  return top <= 1 ? UNIT : { top, digits: 1, suffix: "" };
}

export function valueText(scale: Scale, value: number): string {
  return `${fixed(value * scale.top, scale.digits)}${scale.suffix}`;
}

/** With its sign, as a change reads; shares differ by points, not by percent of each other. */
export function changeText(scale: Scale, value: number): string {
  const text = fixed(Math.abs(value) * scale.top, scale.digits);
  const sign = Number(text) === 0 ? "±" : value > 0 ? "+" : "−";
  return `${sign}${text}${scale.suffix === "%" ? " points" : scale.suffix}`;
}

/** The half width, where both sides are alike to the eye; else null. */
export function halfText(scale: Scale, { value, low, high }: Interval): string | null {
  const [up, down] = [fixed((high - value) * scale.top, scale.digits), fixed((value - low) * scale.top, scale.digits)];
  return up === down ? up : null;
}

/** 8.2 ± 0.3, or 0.97 (0.85 to 0.99) where the two sides differ. */
export function estimateText(scale: Scale, estimate: Interval): string {
  const half = halfText(scale, estimate);
  return half === null
    ? `${valueText(scale, estimate.value)} (${rangeText(scale, estimate)})`
    : `${valueText(scale, estimate.value)} ± ${half}`;
}

export function rangeText(scale: Scale, { low, high }: Pick<Interval, "low" | "high">): string {
  return `${valueText(scale, low)} to ${valueText(scale, high)}`;
}

/** A minus that is as wide as a plus, and no minus before nought. */
function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}
