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

/** A scorer's own scale up to `top`; as many digits as on the server. */
export function scaleOf(top: number): Scale {
  return top <= 1 ? UNIT : { top, digits: top <= 10 ? 1 : 0, suffix: "" };
}

export function valueText(scale: Scale, value: number): string {
  // As on the server: a share has a decimal only near 0% and 100%, so that neither is said of almost all.
  const nearAnEnd = scale.suffix === "%" && ((value > 0 && value < 0.0095) || (value > 0.9905 && value < 1));
  return `${fixed(value * scale.top, scale.digits + (nearAnEnd ? 1 : 0))}${scale.suffix}`;
}

/** "3.1 of 5": a score where its scale is not said beside it; from 0 to 1 it needs no scale. */
export function valueOfText(scale: Scale, value: number): string {
  return scale.top <= 1 || scale.suffix ? valueText(scale, value) : `${valueText(scale, value)} of ${scale.top}`;
}

const MOST_DIGITS = 6;

/** A score and its threshold with as many digits as are needed to tell them apart: "2.45, needs 2.50". */
export function scoreText(scale: Scale, value: number, threshold: number | null): string {
  // A score of nothing or everything needs no threshold to be understood.
  if (threshold === null || value === 0 || value === 1) return valueText(scale, value);
  let digits = scale.digits;
  const text = (of: number) => valueText({ ...scale, digits }, of);
  while (value !== threshold && text(value) === text(threshold) && digits < MOST_DIGITS) digits += 1;
  return `${text(value)}, needs ${text(threshold)}`;
}

/** A difference without its sign, with one digit more for what would be lost: 0.15, 0.004. As on the server. */
export function distanceText(scale: Scale, value: number): string {
  const shown = Math.abs(value) * scale.top;
  const text = shown.toFixed(scale.digits);
  if (shown === 0 || shown >= 9.95 * 10 ** -scale.digits) return `${text}${scale.suffix}`;
  const longer = shown.toFixed(scale.digits + 1);
  return `${longer === `${text}0` ? text : longer}${scale.suffix}`;
}

/** With its sign, and as many digits as in a sentence of the server; shares differ by points, not by percent. */
export function changeText(scale: Scale, value: number): string {
  const text = differenceText(scale, value);
  const sign = Number.parseFloat(text) === 0 ? "±" : value > 0 ? "+" : "−";
  return `${sign}${text}`;
}

/** Without its sign. A share has whole points, and a decimal only below one point. */
export function differenceText(scale: Scale, value: number): string {
  if (scale.suffix !== "%") return distanceText(scale, value);
  const points = Math.abs(value) * scale.top;
  return `${points.toFixed(points > 0 && points < 0.95 ? 1 : 0)} points`;
}

/** 0.82 (0.78 to 0.86): the one form of a value with its 95% interval. */
export function estimateText(scale: Scale, estimate: Interval): string {
  return `${valueText(scale, estimate.value)} (${rangeText(scale, estimate)})`;
}

export function rangeText(scale: Scale, { low, high }: Pick<Interval, "low" | "high">): string {
  return `${valueText(scale, low)} to ${valueText(scale, high)}`;
}

/** A minus that is as wide as a plus, and no minus before nought. */
function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}
