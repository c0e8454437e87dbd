import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChartNoAxesCombined, Printer } from "lucide-react";
import { useState } from "react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { savingsQuery, spendingQuery, type SpendingWish } from "./api";
import { BurnDownCard } from "./budget/BurnDownCard";
import { type Days, daysOf, serverToday, spanWords } from "./period";
import { PeriodBar } from "./PeriodBar";
import { moved, type ReportUrlState } from "./reportUrlState";
import { RepricingCard } from "./prices/RepricingCard";
import { SimulatedSwitch } from "./SimulatedSwitch";
import { SpendingCard } from "./spending/SpendingCard";
import { SpendingFilters } from "./spending/SpendingFilters";
import { SpendTotals } from "./spending/SpendTotals";
import { SavingsCard } from "./tokens/SavingsCard";
import { TokensCard } from "./tokens/TokensCard";
import { GROUPS } from "./types";

const route = getRouteApi("/frame/projects/$slug/reports");

/** What the calls of a project cost, by purpose, and the forecast. */
export function ReportsPage() {
  const { slug } = route.useParams();
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const [today] = useState(serverToday);
  const days = daysOf(place, today);
  const go = (by: { [Key in keyof ReportUrlState]?: ReportUrlState[Key] | undefined }) =>
    void navigate({ search: moved(place, by), replace: true, resetScroll: false });

  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Reports"
        documentTitle={["Reports", project.name]}
        description="The cost of the calls of this project, by purpose, and a forecast for the month."
        actions={
          <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
            <Printer aria-hidden /> Print
          </Button>
        }
      />
      <PeriodBar
        wanted={place}
        days={days}
        today={today}
        onChange={({ period, from, to }) => go({ period, from, to })}
      />
      <Spending project={slug} place={place} days={days} onPlace={go} />
      <div className="mt-4">
        <BurnDownCard project={slug} mayChange={may(project, "manage_settings") && project.archived_at === null} />
      </div>
    </div>
  );
}

interface SpendingProps {
  project: string;
  place: ReportUrlState;
  days: Days;
  onPlace: (by: { [Key in keyof ReportUrlState]?: ReportUrlState[Key] | undefined }) => void;
}

/** All that is about the chosen days. The totals are of all calls, whatever the bars and the table leave out. */
function Spending({ project, place, days, onPlace }: SpendingProps) {
  const { stack = "model", group = "model", model, phase, on } = place;
  const wish: SpendingWish = { days, group, stack, model, phase };
  const whole = useQuery(spendingQuery(project, { days, group: "model", stack }));
  const found = useQuery(spendingQuery(project, wish));
  const savings = useQuery(savingsQuery(project, days));
  // An answer used again costs no call: there may be savings and nothing else.
  const included = (
    <SimulatedSwitch
      report={whole.data ?? null}
      included={place.simulated !== undefined}
      onChange={(wanted) => onPlace({ simulated: wanted ? "included" : undefined, model: undefined })}
    />
  );
  const nothing = whole.data?.total.calls === 0 && !whole.isPlaceholderData && !savings.data?.reused_calls;
  if (nothing) {
    const simulated = (whole.data?.simulated_calls ?? 0) > 0;
    return (
      <>
        {included}
        <NoCalls
          project={project}
          days={days}
          onPlace={onPlace}
          widest={place.period === "90d"}
          simulated={simulated}
        />
      </>
    );
  }
  return (
    <>
      {included}
      {whole.data && <SpendTotals report={whole.data} savings={savings.data ?? null} />}
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-2">
          <SpendingFilters models={whole.data?.rows ?? []} model={model} phase={phase} onChange={onPlace} />
          <SpendingCard
            project={project}
            wish={wish}
            found={found}
            groups={GROUPS}
            onStack={(next) => onPlace({ stack: next === "phase" ? next : undefined })}
            onGroup={(next) => onPlace({ group: next === "model" || next === "project" ? undefined : next })}
          />
        </div>
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <TokensCard project={project} days={days} />
          <SavingsCard project={project} days={days} found={savings} />
        </div>
        <RepricingCard project={project} days={days} model={on} onModel={(next) => onPlace({ on: next })} />
      </div>
    </>
  );
}

function NoCalls({
  project,
  days,
  onPlace,
  widest,
  simulated,
}: Pick<SpendingProps, "project" | "days" | "onPlace"> & { widest: boolean; simulated: boolean }) {
  return (
    <EmptyState
      icon={<ChartNoAxesCombined />}
      title={simulated ? "No real money spent in these days" : "No calls in these days"}
      action={
        <>
          {!widest && (
            <Button variant="secondary" onClick={() => onPlace({ period: "90d", from: undefined, to: undefined })}>
              Show 90 days
            </Button>
          )}
          <Button asChild>
            <Link to="/projects/$slug/workbench" params={{ slug: project }}>
              Open the workbench
            </Link>
          </Button>
        </>
      }
    >
      {simulated
        ? `Only simulated models were called in this time (${spanWords(days)}). `
        : `No model was called in this time (${spanWords(days)}). `}
      When a run calls a model, its cost appears here by day, by model and by phase.
    </EmptyState>
  );
}
