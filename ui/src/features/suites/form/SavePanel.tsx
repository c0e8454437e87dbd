import { Save } from "lucide-react";
import type { RunForecast } from "@/api/types";
import { ForecastNumbers, forecastWords, RunProblemList, type RunProblem } from "@/features/runs";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";

interface SavePanelProps {
  forecast: RunForecast | null;
  stale: boolean;
  problems: readonly RunProblem[];
  warnings: readonly RunProblem[];
  dailyLimit: number | null;
  spentToday: number;
  saving: boolean;
  label: string;
}

/** The forecast of one suite run, beside the button that saves. On narrow screens it stays at the bottom. */
export function SavePanel(props: SavePanelProps) {
  const { forecast, stale, problems, warnings, dailyLimit, spentToday, saving, label } = props;
  const known = forecast !== null && forecast.calls > 0;
  return (
    <>
      <Card aria-label="Forecast" className="xl:sticky xl:top-16">
        <div className={cx("px-5 py-4 transition-opacity duration-150", stale && "opacity-60")}>
          <h2 className="mb-3 text-base font-semibold text-ink">One run</h2>
          {known ? (
            <ForecastNumbers forecast={forecast} />
          ) : (
            <p className="text-sm text-ink-muted">
              The forecast of calls, cost and time appears here when you choose a prompt and a model.
            </p>
          )}
          {dailyLimit !== null && spentToday > 0 && spentToday >= dailyLimit && (
            <Notice tone="warning" className="mt-3">
              {formatMoney(spentToday)} is already spent today. With this limit the suite does not run before midnight
              UTC.
            </Notice>
          )}
          {known && dailyLimit !== null && <DayWords forecast={forecast} limit={dailyLimit} />}
          {problems.length > 0 && <RunProblemList title="Fix before the suite can run" problems={problems} />}
          {warnings.length > 0 && <RunProblemList title="Good to know" problems={warnings} />}
        </div>
        <div className="hidden border-t border-line px-5 py-4 xl:block">
          <SaveButton label={label} saving={saving} wide />
        </div>
      </Card>
      <div
        className={cx(
          "fixed inset-x-0 bottom-0 z-20 flex items-center gap-3 border-t border-line bg-raised px-4 py-3",
          "md:left-14 xl:hidden",
        )}
      >
        <p role="status" className={cx("min-w-0 flex-1 text-sm text-ink", stale && "opacity-60")}>
          {known ? forecastWords(forecast) : "Choose a prompt and a model"}
        </p>
        <SaveButton label={label} saving={saving} />
      </div>
    </>
  );
}

function SaveButton({ label, saving, wide = false }: { label: string; saving: boolean; wide?: boolean }) {
  return (
    <Button type="submit" loading={saving} className={wide ? "w-full" : ""}>
      {!saving && <Save aria-hidden />} {label}
    </Button>
  );
}

/** How often the limit of a day pays for it. */
function DayWords({ forecast, limit }: { forecast: RunForecast; limit: number }) {
  const likely = forecast.money ? readMoney(forecast.money.likely_usd) : null;
  if (likely === null || likely <= 0) return null;
  const fits = Math.floor(limit / likely);
  if (fits === 0)
    return (
      <Notice tone="warning" className="mt-3">
        {formatMoney(limit)} a day is not enough for one run.
      </Notice>
    );
  return (
    <p className="mt-3 text-xs text-ink-subtle">
      {formatMoney(limit)} a day is enough for about {fits.toLocaleString("en")} runs.
    </p>
  );
}
