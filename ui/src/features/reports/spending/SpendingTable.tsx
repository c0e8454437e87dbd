import { useState } from "react";
import { COLOURS, type Series } from "@/shared/charts/chartSeries";
import { formatMoney, formatTokens } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { moneyKindOf, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { SeriesDot } from "../DayBars";
import { colourIn, type Stacked } from "../stackedBars";
import type { AnyGroup, Row, Spending, Sums } from "../types";
import { GROUP_WORDS, nameOf, shareText, usd } from "../reportPhrasing";
import { RowName } from "./RowName";

interface SpendingTableProps {
  project: string | null;
  report: Spending;
  bars: Stacked;
}

/** `sum`: of several rows, so it has no page and no colour. */
type Line = Row & { sum: boolean };

const FEW = 10;
const TOGETHER = "together";
const REST = "rest";

/** Who or what the money went to, the most first, and all of it in the last line. */
export function SpendingTable({ project, report, bars }: SpendingTableProps) {
  const { group, stacked, total } = report;
  // Days are sorted newest first, everything else by cost, highest first.
  const rows = group === "day" ? report.rows.toSorted((one, other) => other.key.localeCompare(one.key)) : report.rows;
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, FEW);
  if (rows.length === 0)
    return (
      <p className="rounded-md bg-surface px-4 py-3 text-center text-sm text-ink-subtle">
        Nothing to list in these days.
      </p>
    );
  const { rest } = report;
  const lines: Line[] = [
    ...shown.map((row) => ({ ...row, sum: false })),
    ...(rest && (all || rows.length <= FEW)
      ? [
          {
            ...rest,
            key: REST,
            label: `${rest.rows.toLocaleString("en")} more, all of them in the download`,
            share: shareOf(rest, total),
            slug: null,
            sum: true,
          },
        ]
      : []),
    { ...total, key: TOGETHER, label: "Total", share: shareOf(total, total), slug: null, sum: true },
  ];
  return (
    <>
      <DataTable
        caption={`Cost by ${GROUP_WORDS[group].toLowerCase()}`}
        columns={columnsOf(project, group, (key) => (group === stacked ? colourIn(bars, key) : null))}
        rows={lines}
        rowKey={({ key }) => key}
      />
      {rows.length > FEW && (
        <div className="flex justify-center pt-3 print:hidden">
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `${report.rest ? "Show" : "Show all"} ${rows.length.toLocaleString("en")}`}
          </Button>
        </div>
      )}
    </>
  );
}

function columnsOf(
  project: string | null,
  group: AnyGroup,
  colourOf: (key: string) => Series["colour"] | null,
): Column<Line>[] {
  return [
    {
      key: "name",
      header: GROUP_WORDS[group],
      lead: true,
      cell: (line) => {
        const colour = line.sum ? null : colourOf(line.key);
        return (
          <span className="flex min-w-0 items-center gap-2">
            {colour !== null && <SeriesDot colour={colour} />}
            {line.sum ? (
              <span className={line.key === TOGETHER ? "font-medium text-ink" : "text-ink-muted"}>{line.label}</span>
            ) : (
              <RowName project={project} group={group} row={line} name={nameOf(group, line)} />
            )}
          </span>
        );
      },
    },
    {
      key: "share",
      header: "Share",
      className: "lg:w-44",
      cell: (line) => <Share share={line.share} colour={line.sum ? "rest" : (colourOf(line.key) ?? 1)} />,
    },
    { key: "calls", header: "Calls", align: "right", cell: ({ calls }) => calls.toLocaleString("en") },
    {
      key: "prompt",
      header: "Prompt tokens",
      align: "right",
      cell: ({ prompt_tokens: tokens }) => <TokenCount count={tokens} />,
    },
    {
      key: "completion",
      header: "Completion tokens",
      align: "right",
      cell: ({ completion_tokens: tokens }) => <TokenCount count={tokens} />,
    },
    { key: "cost", header: "Cost", align: "right", cell: (line) => <LineCost line={line} /> },
  ];
}

function shareOf({ cost_usd: part }: Sums, { cost_usd: whole }: Sums): number | null {
  return usd(whole) === 0 ? null : usd(part) / usd(whole);
}

function Share({ share, colour }: { share: number | null; colour: Series["colour"] }) {
  return (
    <span className="flex w-full min-w-32 items-center gap-2">
      <span aria-hidden className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-full bg-surface-hover">
        <span
          className="block h-full rounded-full"
          style={{ width: `${Math.min(1, share ?? 0) * 100}%`, background: COLOURS[colour] }}
        />
      </span>
      <span className="w-9 shrink-0 text-right text-xs text-ink-muted">{shareText(share)}</span>
    </span>
  );
}

function TokenCount({ count }: { count: number }) {
  return <span title={count.toLocaleString("en")}>{formatTokens(count)}</span>;
}

function LineCost({ line }: { line: Line }) {
  const [doubt, overrun] = [usd(line.doubt_usd), usd(line.overrun_usd)];
  return (
    <span className="whitespace-nowrap">
      <span className={line.key === TOGETHER ? "font-semibold text-ink" : "font-medium text-ink"}>
        {formatMoney(usd(line.cost_usd))}
      </span>
      <SimulatedMark block money={moneyKindOf(usd(line.cost_usd), usd(line.simulated_usd))} />
      {doubt > 0 && <span className="block text-2xs text-warning">+ {formatMoney(doubt)} in doubt</span>}
      {overrun > 0 && <span className="block text-2xs text-warning">{formatMoney(overrun)} of it overrun</span>}
    </span>
  );
}
