import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { useId } from "react";
import type { Judge } from "@/api/types";
import { badgeOf, JudgeBadge, MODE_NAMES, rubricWords } from "@/features/judging";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";

interface JudgeRowProps {
  project: string;
  judge: Judge;
  checked: boolean;
  /** Why it cannot be chosen; null: it can. */
  refused: string | null;
  onChange: (checked: boolean) => void;
}

/** One judge to choose: who it is, what it goes by, and how far it can be trusted. */
export function JudgeRow({ project, judge, checked, refused, onChange }: JudgeRowProps) {
  const id = useId();
  return (
    <li className={cx("flex items-center gap-3 px-3 py-2 transition-colors", checked && "bg-accent-soft/50")}>
      <Radix.Root
        id={id}
        checked={checked}
        disabled={refused !== null}
        aria-describedby={`${id}-about`}
        onCheckedChange={(next) => onChange(next === true)}
        className={cx(
          "relative flex size-4.5 shrink-0 items-center justify-center rounded border border-control",
          "bg-raised text-on-accent before:absolute before:-inset-1 disabled:cursor-not-allowed",
          "data-[state=checked]:border-accent data-[state=checked]:bg-accent",
        )}
      >
        <Radix.Indicator>
          <Check aria-hidden className="size-3.5" strokeWidth={3} />
        </Radix.Indicator>
      </Radix.Root>
      <span className="min-w-0 flex-1">
        <label
          htmlFor={id}
          className={cx("block truncate text-sm font-medium", refused ? "text-ink-muted" : "text-ink")}
        >
          {judge.name}
        </label>
        <span id={`${id}-about`} className="block truncate text-xs text-ink-muted">
          {[MODE_NAMES[judge.mode], judge.model_name, rubricWords(judge)].join(" · ")}
        </span>
      </span>
      {refused ? (
        <Badge>{refused}</Badge>
      ) : (
        <Link
          to="/projects/$slug/judges/$judge"
          params={{ slug: project, judge: judge.id }}
          aria-label={`Passport of ${judge.name}`}
          className="rounded"
        >
          <JudgeBadge badge={badgeOf(judge)} />
        </Link>
      )}
    </li>
  );
}
