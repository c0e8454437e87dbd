import { useQuery } from "@tanstack/react-query";
import { Scale as ScaleIcon } from "lucide-react";
import type { ResultsUrlState } from "../resultsUrlState";
import { reportQuery } from "@/features/runs";
import { scaleOf, UNIT } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { moneyOf } from "@/shared/ui/SimulatedMark";
import { CardSkeletons } from "@/shared/ui/Skeleton";
import { adviceQuery } from "../api";
import { ModelTable } from "./ModelTable";
import { PickCard } from "./PickCard";
import { RequirementsCard } from "./RequirementsCard";

interface AdviceViewProps {
  project: string;
  run: string;
  place: ResultsUrlState;
  onPlace: (place: ResultsUrlState) => void;
}

/** Which model to use: the picks with their reasons, every model with its figures, and what meets a wish. */
export function AdviceView({ project, run, place, onPlace }: AdviceViewProps) {
  const found = useQuery(
    adviceQuery(project, run, {
      minimum: place.minimum,
      score: place.quality,
      cost: place.price,
      metric: place.metric,
    }),
  );
  const columns = useQuery(reportQuery(project, run)).data?.plan.columns;
  const money = (column: number) => moneyOf(columns?.[column]?.provider ?? "");
  if (found.isPending) return <CardSkeletons count={3} label="Loading recommendations" />;
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const advice = found.data.recommendations;
  const scale = found.data.scale ? scaleOf(found.data.scale) : UNIT;
  if (!advice || advice.picks.length === 0) {
    return (
      <EmptyState
        action={<RoomLink room="judges" label="Create a judge" />}
        icon={<ScaleIcon />}
        title="Nothing to recommend yet"
      >
        {advice ? advice.sentence : "The figures are still being computed."} A recommendation needs scored answers of a
        model.
      </EmptyState>
    );
  }
  const several = advice.models.length > 1;
  return (
    <div className="flex flex-col gap-4">
      {!several && (
        <p className="text-sm text-ink-muted">
          This run has one model only. Run the same cases on a second model to compare them.
        </p>
      )}
      <ul aria-label="Recommendations" className="grid gap-3 lg:grid-cols-3">
        {advice.picks.map((pick) => (
          <PickCard key={pick.kind} pick={pick} models={advice.models} scale={scale} money={money} />
        ))}
      </ul>
      <RequirementsCard
        key={scale.top}
        advice={advice}
        scale={scale}
        quality={place.quality}
        price={place.price}
        onWish={(quality, price) => onPlace(withWish(place, quality, price))}
      />
      <section aria-label="Models">
        <h2 className="mb-2 flex items-baseline gap-2 text-base font-semibold text-ink">
          All models{" "}
          <span className="text-xs font-normal text-ink-subtle">{countOf(advice.cases, "case")}, 95% intervals</span>
        </h2>
        <ModelTable models={advice.models} scale={scale} money={money} />
      </section>
    </div>
  );
}

function withWish(
  { quality: _, price: __, ...rest }: ResultsUrlState,
  quality: number | undefined,
  price: number | undefined,
): ResultsUrlState {
  return { ...rest, ...(quality === undefined ? {} : { quality }), ...(price === undefined ? {} : { price }) };
}
