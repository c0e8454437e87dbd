import type { UseQueryResult } from "@tanstack/react-query";
import { formatMoney } from "@/shared/format/quantities";
import { Segmented } from "@/shared/ui/Segmented";
import { DayBars } from "../DayBars";
import { DownloadMenu } from "../DownloadMenu";
import { type SpendingWish, spendingQueryOf } from "../api";
import { ReportCard } from "../ReportCard";
import { stacked } from "../stackedBars";
import { type AnyGroup, type Spending, type Stack, STACKS } from "../types";
import { GROUP_WORDS, spendingReading, STACK_WORDS } from "../reportPhrasing";
import { SpendingTable } from "./SpendingTable";

interface SpendingCardProps {
  /** Null for all projects of the installation. */
  project: string | null;
  wish: SpendingWish;
  found: UseQueryResult<Spending>;
  groups: readonly AnyGroup[];
  /** Left out where the server chooses what a day is made of. */
  onStack?: (stack: Stack) => void;
  onGroup: (group: AnyGroup) => void;
}

/** What was paid on each day, and below it what for. */
export function SpendingCard({ project, wish, found, groups, onStack, onGroup }: SpendingCardProps) {
  const what = GROUP_WORDS[wish.group].toLowerCase();
  return (
    <ReportCard label="Spending" found={found}>
      {(report) => {
        const bars = stacked(report.series, report, report.stacked);
        return (
          <>
            <DayBars
              title="Cost per day"
              reading={spendingReading(report, report, report.stacked)}
              {...bars}
              format={formatMoney}
              nothing={
                report.total.calls === 0
                  ? "No call of this kind in these days."
                  : bars.points.every(({ values }) => Object.values(values).every((value) => !value))
                    ? "These calls cost nothing."
                    : null
              }
              actions={
                onStack &&
                wish.stack && (
                  <Segmented
                    label="What the bars are split by"
                    value={wish.stack}
                    onChange={onStack}
                    options={STACKS.map((value) => ({ value, label: STACK_WORDS[value] }))}
                    className="print:hidden"
                  />
                )
              }
            />
            <div className="mt-5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4">
              <h3 className="text-sm font-semibold text-ink">Cost by purpose</h3>
              <div className="ml-auto max-w-full overflow-x-auto print:hidden">
                <Segmented
                  label="A row for each"
                  value={wish.group}
                  onChange={onGroup}
                  options={groups.map((value) => ({ value, label: GROUP_WORDS[value] }))}
                />
              </div>
              <DownloadMenu
                project={project}
                report="spending"
                query={spendingQueryOf(wish)}
                what={`Cost by ${what}`}
              />
            </div>
            <SpendingTable project={project} report={report} bars={bars} />
          </>
        );
      }}
    </ReportCard>
  );
}
