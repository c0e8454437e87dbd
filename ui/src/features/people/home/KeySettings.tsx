import { Link } from "@tanstack/react-router";
import type { Project } from "@/api/types";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { countOf, formatMoney, formatPercent } from "@/shared/format/quantities";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";

export function KeySettings({ project }: { project: Project }) {
  const { settings } = project;
  const facts: [string, string][] = [
    ["Default budget", `${formatMoney(settings.default_budget_usd)} per experiment`],
    ["Cost alert", `at ${formatPercent(settings.cost_alert_threshold)} of the budget`],
    ["Default provider", PROVIDER_NAMES[settings.default_provider]],
    ["Iterations", `at most ${settings.default_max_iterations}`],
    ["Review", settings.require_review_approval ? "Approval required" : "Not required"],
    ["Synthetic datasets", settings.allow_synthetic_datasets ? "Allowed" : "Not allowed"],
    ["Runs are kept", settings.retention_days === 0 ? "for ever" : `for ${countOf(settings.retention_days, "day")}`],
    [
      "Repeated call",
      settings.answer_reuse_minutes === 0
        ? "calls the model again"
        : `reused for ${countOf(settings.answer_reuse_minutes, "minute")}`,
    ],
  ];
  return (
    <Card aria-label="Key settings">
      <CardHeader className="flex-row items-center justify-between">
        <CardTitle>Key settings</CardTitle>
        <Link
          to="/projects/$slug/settings/general"
          params={{ slug: project.slug }}
          className="inline-flex min-h-6 items-center rounded text-sm font-medium text-accent-ink hover:underline"
        >
          All settings
        </Link>
      </CardHeader>
      <CardContent>
        <dl className="flex flex-col gap-2 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="text-right font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </Card>
  );
}
