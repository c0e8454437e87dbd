import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesCombined } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/shared/ui/EmptyState";
import { spendingQuery, type SpendingWish } from "../api";
import { daysOf, serverToday, spanWords, type WantedPeriod } from "../period";
import { PeriodBar } from "../PeriodBar";
import { moved } from "../reportUrlState";
import { SimulatedSwitch } from "../SimulatedSwitch";
import { PROJECT_GROUPS, type ProjectGroup } from "../types";
import { SpendingCard } from "./SpendingCard";
import { SpendTotals } from "./SpendTotals";

/** Where in the report of all projects someone is; by project unless said otherwise. */
export interface ProjectsPlace extends WantedPeriod {
  group?: Exclude<ProjectGroup, "project">;
}

/** What all projects of the installation cost together, and each of them. */
export function SpendByProject({ place, onPlace }: { place: ProjectsPlace; onPlace: (place: ProjectsPlace) => void }) {
  const [today] = useState(serverToday);
  const days = daysOf(place, today);
  const { group = "project" } = place;
  // The bars are made of what the rows are; those of days, of projects.
  const wish: SpendingWish = { days, group, stack: null };
  const found = useQuery(spendingQuery(null, wish));
  const nothing = found.data?.total.calls === 0 && !found.isPlaceholderData;
  return (
    <>
      <PeriodBar
        wanted={place}
        days={days}
        today={today}
        onChange={({ period, from, to }) => onPlace(moved<ProjectsPlace>(place, { period, from, to }))}
      />
      <SimulatedSwitch
        report={found.data ?? null}
        included={place.simulated !== undefined}
        onChange={(wanted) => onPlace(moved<ProjectsPlace>(place, { simulated: wanted ? "included" : undefined }))}
      />
      {nothing ? (
        <EmptyState action={null} icon={<ChartNoAxesCombined />} title="No calls in these days">
          No project called a model that costs real money in this time ({spanWords(days)}). Choose a longer time, or
          include simulated models.
        </EmptyState>
      ) : (
        <>
          {found.data && <SpendTotals report={found.data} savings={null} />}
          <SpendingCard
            project={null}
            wish={wish}
            found={found}
            groups={PROJECT_GROUPS}
            onGroup={(next) =>
              onPlace(
                moved<ProjectsPlace>(place, {
                  group: PROJECT_GROUPS.find(
                    (one): one is Exclude<ProjectGroup, "project"> => one === next && one !== "project",
                  ),
                }),
              )
            }
          />
        </>
      )}
    </>
  );
}
