import { Flag, Repeat2 } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { criteriaOf, flagsOf, ordersOf } from "./judgeVerdictDetails";

/** What a judge said of an answer, criterion by criterion or order by order. Its words are a model's: plain text. */
export function JudgeVerdict({ details }: { details: unknown }) {
  const criteria = criteriaOf(details);
  const flags = flagsOf(details);
  const compared = ordersOf(details);
  if (criteria.length === 0 && flags.length === 0 && !compared) return null;
  return (
    <div className="mt-2 flex flex-col gap-2">
      {flags.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {flags.map((flag) => (
            <Badge key={flag} tone="warning" icon={<Flag aria-hidden />}>
              {visibleText(flag)}
            </Badge>
          ))}
        </p>
      )}
      {criteria.length > 0 && (
        <ul aria-label="Scores by criterion" className="flex flex-col gap-1.5">
          {criteria.map(({ name, score, value, why }) => (
            <li
              key={name}
              className={cx(
                "grid grid-cols-[minmax(0,8rem)_4.5rem_minmax(0,1fr)] items-baseline gap-x-3 text-xs",
                "max-sm:grid-cols-[minmax(0,1fr)_4.5rem]",
              )}
            >
              <span className="truncate font-medium text-ink">{visibleText(name)}</span>
              <span className="flex items-center gap-1.5 text-ink">
                <span className="w-6 text-right">{score ?? "–"}</span>
                <span aria-hidden className="h-1 flex-1 overflow-hidden rounded-full bg-surface-hover">
                  <span className="block h-full rounded-full bg-lilac" style={{ width: `${(value ?? 0) * 100}%` }} />
                </span>
              </span>
              <span dir="auto" className="wrap-anywhere text-ink-muted max-sm:col-span-2">
                {visibleText(why)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {compared && (
        <div className="text-xs text-ink-muted">
          {compared.flipped && (
            <p className="mb-1">
              <Badge tone="warning" icon={<Repeat2 aria-hidden />}>
                The order decided: counted as a tie
              </Badge>
            </p>
          )}
          <ol aria-label="Both orders" className="flex flex-col gap-1">
            {compared.orders.map(({ first, winner, why }, place) => (
              <li key={place}>
                <span className="font-medium text-ink">
                  {first === "b" ? "This answer first" : "The other answer first"}:
                </span>{" "}
                {winner === "tie" ? "a tie" : winner === "b" ? "this answer is better" : "the other answer is better"}
                {why && (
                  <span dir="auto" className="wrap-anywhere">
                    . {visibleText(why)}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}
