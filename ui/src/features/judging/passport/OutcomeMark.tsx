import { CircleAlert, CircleDashed, CircleHelp, ShieldCheck } from "lucide-react";
import { cx } from "@/shared/ui/cx";
import type { Outcome } from "./passportFigures";

const LOOKS: Record<Outcome, { Icon: typeof CircleAlert; look: string; word: string }> = {
  found: { Icon: CircleAlert, look: "text-error-mark", word: "Found" },
  ruled_out: { Icon: ShieldCheck, look: "text-ink-muted", word: "Ruled out" },
  not_enough: { Icon: CircleHelp, look: "text-warning-mark", word: "Not enough trials" },
  not_examined: { Icon: CircleDashed, look: "text-ink-subtle", word: "Not examined" },
};

/** What came of looking for a fault: a sign for the eye, a word for the ear. */
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const { Icon, look, word } = LOOKS[outcome];
  return (
    <span title={word} className="inline-flex">
      <Icon aria-hidden className={cx("size-4 shrink-0", look)} />
      <span className="sr-only">{word}: </span>
    </span>
  );
}
