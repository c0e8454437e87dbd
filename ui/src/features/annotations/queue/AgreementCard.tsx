import type { AnnotationReport } from "@/api/types";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Tooltip } from "@/shared/ui/Tooltip";

type Consent = AnnotationReport["agreement"][number];

/** How well people agree: in words first, the figures below. */
export function AgreementCard({ queue }: { queue: AnnotationReport }) {
  const [whole, ...criteria] = queue.agreement;
  return (
    <Card aria-label="Agreement">
      <CardHeader>
        <CardTitle>Agreement</CardTitle>
      </CardHeader>
      <CardContent>
        {!whole && (
          <p className="text-sm text-ink-muted">
            One person labels each answer, so agreement cannot be measured. Agreement needs two or more people per
            answer.
          </p>
        )}
        {whole && <p className="text-sm text-ink">{whole.sentence}</p>}
        {criteria.length > 0 && (
          <table className="mt-4 w-full text-sm">
            <caption className="sr-only">Agreement by criterion</caption>
            <thead>
              <tr className="text-left text-xs text-ink-subtle">
                <th scope="col" className="pb-1 font-medium">
                  Criterion
                </th>
                <th scope="col" className="pb-1 text-right font-medium">
                  Alpha
                </th>
                <th scope="col" className="w-32 pb-1 pl-4 font-medium">
                  <span className="sr-only">As a bar</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {criteria.map((consent) => (
                <tr key={consent.criterion} className="border-t border-line">
                  <th scope="row" className="py-1.5 text-left font-normal text-ink">
                    {consent.criterion}
                  </th>
                  <td className="py-1.5 text-right whitespace-nowrap text-ink-muted">
                    <Tooltip text={consent.sentence}>
                      <button type="button" className="rounded">
                        {alphaText(consent)}
                      </button>
                    </Tooltip>
                  </td>
                  <td className="py-1.5 pl-4">
                    <AlphaBar alpha={consent.alpha} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {whole && (
          <p className="mt-3 text-xs text-ink-subtle">
            Krippendorff’s alpha: 1 means full agreement, 0 means agreement by chance. Labels are reliable from 0.8.
          </p>
        )}
      </CardContent>
    </Card>
  );
}

function alphaText({ alpha, low, high }: Consent): string {
  if (alpha === null) return "too few labels";
  return low === null || high === null
    ? alpha.toFixed(2)
    : `${alpha.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

function AlphaBar({ alpha }: { alpha: number | null }) {
  return (
    <span aria-hidden className="block h-1.5 w-full overflow-hidden rounded-full bg-surface-hover">
      <span
        className={alpha !== null && alpha >= 0.667 ? "block h-full bg-accent-mark" : "block h-full bg-warning-mark"}
        style={{ width: `${Math.max(0, alpha ?? 0) * 100}%` }}
      />
    </span>
  );
}
