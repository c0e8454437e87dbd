import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { cx } from "@/shared/ui/cx";
import type { Severity } from "./figures";

const LOOKS: Record<Severity, { Icon: typeof CircleCheck; look: string; word: string }> = {
  good: { Icon: CircleCheck, look: "text-success-mark", word: "Good" },
  warning: { Icon: TriangleAlert, look: "text-warning-mark", word: "Take care" },
  bad: { Icon: CircleAlert, look: "text-error-mark", word: "Bad" },
  unknown: { Icon: CircleDashed, look: "text-ink-subtle", word: "Not known" },
};

/** How grave a figure is: a sign for the eye, a word for the ear. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const { Icon, look, word } = LOOKS[severity];
  return (
    <span title={word} className="inline-flex">
      <Icon aria-hidden className={cx("size-4 shrink-0", look)} />
      <span className="sr-only">{word}: </span>
    </span>
  );
}
