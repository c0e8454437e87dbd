import { Figure } from "@/shared/charts/Figure";
import { Tooltip } from "@/shared/ui/Tooltip";
import { nameOf } from "../columnNames";
import type { ColumnResult, Match, Pairwise } from "@/api/types";
import { inOrder, matchWords } from "./rankRows";

interface WinMatrixProps {
  pairwise: Pairwise;
  columns: readonly ColumnResult[];
}

/** Who won against whom. Rows and columns stand in the order of the ranking. */
export function WinMatrix({ pairwise, columns }: WinMatrixProps) {
  const order = inOrder(pairwise.items);
  // The matrix goes by the numbers of the columns; the ranking has an order of its own.
  const match = (row: number, column: number): Match | undefined => pairwise.matrix[row]?.[column];
  const name = (column: number) => nameOf(column, columns);
  const pairs = order.flatMap((row, at) =>
    order.slice(at + 1).flatMap((column) => {
      const found = match(row.column, column.column);
      return found ? [{ row: row.column, column: column.column, found }] : [];
    }),
  );
  return (
    <Figure
      title="Duel results by pair"
      reading={
        pairs.length === 1 && pairs[0]
          ? `${matchWords(name(pairs[0].row), name(pairs[0].column), pairs[0].found)}.`
          : "Duels of the row against the column: won by the row in green, lost in red, ties in grey."
      }
      table={{
        columns: ["Pair", "Won", "Lost", "Tied", "Changed with the order"],
        rows: pairs.map(({ row, column, found }) => ({
          key: `${row} ${column}`,
          cells: [`${name(row)} against ${name(column)}`, found.wins, found.losses, found.ties, found.flips],
        })),
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
          a region that scrolls has to be reachable by keyboard */}
      <div role="region" aria-label="Duel results by pair, matrix" tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-separate border-spacing-0.5 text-sm">
          <caption className="sr-only">Won, tied and lost by pair</caption>
          <thead>
            <tr>
              <td />
              {order.map(({ column }) => (
                <th
                  key={column}
                  scope="col"
                  className="max-w-32 min-w-24 truncate px-1 pb-1 text-center text-xs font-medium text-ink-muted"
                >
                  {name(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((row) => (
              <tr key={row.column}>
                <th scope="row" className="max-w-36 truncate pr-3 text-left font-normal text-ink">
                  {name(row.column)}
                </th>
                {order.map((column) => (
                  <td key={column.column} className="h-11 rounded bg-surface px-2 align-middle">
                    {row.column === column.column ? (
                      <span className="sr-only">itself</span>
                    ) : (
                      <WinBar
                        words={matchWords(
                          name(row.column),
                          name(column.column),
                          match(row.column, column.column) ?? NONE,
                        )}
                        match={match(row.column, column.column) ?? NONE}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Figure>
  );
}

const NONE: Match = { wins: 0, losses: 0, ties: 0, flips: 0 };

function WinBar({ match: { wins, losses, ties }, words }: { match: Match; words: string }) {
  const all = wins + losses + ties;
  if (all === 0) return <span className="block text-center text-xs text-ink-subtle">–</span>;
  return (
    <Tooltip text={words}>
      <span className="block">
        <span className="sr-only">{words}</span>
        <span aria-hidden className="flex justify-between text-2xs text-ink-muted">
          <span>{wins}</span>
          <span>{ties > 0 && ties}</span>
          <span>{losses}</span>
        </span>
        <span aria-hidden className="mt-0.5 flex h-2 overflow-hidden rounded-full">
          <span style={{ width: `${(wins / all) * 100}%` }} className="bg-success-mark" />
          <span style={{ width: `${(ties / all) * 100}%` }} className="bg-line-strong" />
          <span style={{ width: `${(losses / all) * 100}%` }} className="bg-error-mark" />
        </span>
      </span>
    </Tooltip>
  );
}
