import { Figure } from "@/shared/charts/Figure";
import { formatPercent } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";
import { nameIn, type Names } from "../entryNames";
import type { DuelBook, Duels, Meeting } from "../types";
import { count, letterOf, matrixOf, meetingWords, wonShare } from "./duelMatrix";

interface DuelMatrixProps {
  duels: Duels;
  entries: DuelBook["entries"];
  names: Names;
}

/** Who won against whom, the strongest first. */
export function DuelMatrix({ duels, entries, names }: DuelMatrixProps) {
  const rows = matrixOf(duels, entries);
  const name = (entry: number) => nameIn(names, entry);
  const pairs = rows.flatMap((row, at) =>
    rows.slice(at + 1).flatMap((column, index) => {
      const found = row.cells[at + 1 + index];
      return found && found.n > 0 ? [{ row: row.entry, column: column.entry, found }] : [];
    }),
  );
  const reading =
    pairs.length === 1 && pairs[0]
      ? `${meetingWords(name(pairs[0].row), name(pairs[0].column), pairs[0].found)}.`
      : "The share of duels that the row won against the column. A tie counts half for both.";
  return (
    <Figure
      title="Duel results by pair"
      reading={reading}
      table={{
        columns: ["Pair", "Won", "Lost", "Tied", "Duels"],
        rows: pairs.map(({ row, column, found }) => ({
          key: `${row} ${column}`,
          cells: [
            `${name(row)} against ${name(column)}`,
            count(found.wins),
            count(found.losses),
            count(found.ties),
            count(found.n),
          ],
        })),
      }}
      note={
        "Green: won more than lost. Orange: lost more than won. " +
        "Small number: duels of the pair. A dashed edge means too few duels for a reliable share."
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
          a region that scrolls has to be reachable by keyboard */}
      <div role="region" aria-label="Duel results by pair, matrix" tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full border-separate border-spacing-0.5 text-sm">
          <caption className="sr-only">Share of duels won, by pair</caption>
          <thead>
            <tr>
              <td />
              {rows.map(({ entry }, at) => (
                <th
                  key={entry}
                  scope="col"
                  title={name(entry)}
                  className="min-w-12 pb-1 text-center text-xs font-medium text-ink-muted"
                >
                  <span aria-hidden>{letterOf(at)}</span>
                  <span className="sr-only">{visibleText(name(entry))}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={row.entry}>
                <th
                  scope="row"
                  title={name(row.entry)}
                  className="max-w-44 min-w-28 truncate pr-3 text-left font-normal text-ink"
                >
                  <span aria-hidden className="mr-2 inline-block w-3 text-xs font-medium text-ink-subtle">
                    {letterOf(place)}
                  </span>
                  {visibleText(name(row.entry))}
                </th>
                {row.cells.map((cell, at) => {
                  const column = rows[at]?.entry ?? 0;
                  return (
                    <td key={column} className="h-11 p-0 align-middle">
                      {cell === null ? (
                        <span className="block h-11 rounded bg-surface">
                          <span className="sr-only">itself</span>
                        </span>
                      ) : (
                        <Cell meeting={cell} words={meetingWords(name(row.entry), name(column), cell)} />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Figure>
  );
}

/** With fewer duels than this, a share says little. */
const FEW = 8;
/** So strong is the colour where one side won everything: words stay readable on it. */
const STRONGEST = 44;

function Cell({ meeting, words }: { meeting: Meeting; words: string }) {
  const share = wonShare(meeting);
  if (share === null)
    return (
      <span className="flex h-11 items-center justify-center rounded bg-surface text-xs text-ink-subtle">
        <span aria-hidden>–</span>
        <span className="sr-only">{words}</span>
      </span>
    );
  const strength = Math.round(Math.abs(share - 0.5) * 2 * STRONGEST);
  const colour = share >= 0.5 ? "--series-1" : "--series-3";
  return (
    <Tooltip text={words}>
      <span
        style={{ backgroundColor: `color-mix(in oklab, var(${colour}) ${strength}%, var(--raised))` }}
        className={cx(
          "flex h-11 flex-col items-center justify-center rounded leading-4 text-ink",
          meeting.n < FEW ? "border border-dashed border-control" : "shadow-[inset_0_0_0_1px_var(--line)]",
        )}
      >
        <span className="sr-only">{words}</span>
        <span aria-hidden className="text-sm">
          {formatPercent(share)}
        </span>
        <span aria-hidden className="text-2xs text-ink-muted">
          {count(meeting.n)}
        </span>
      </span>
    </Tooltip>
  );
}
