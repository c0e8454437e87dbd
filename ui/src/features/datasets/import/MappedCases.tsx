import type { ImportCheck } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { valueText } from "../caseText";
import { Difficulty, NoneMark, SplitBadge, Tags } from "../DatasetBadges";

/** The first cases as they would be stored, after the columns have been given their meaning. */
export function MappedCases({ cases }: { cases: ImportCheck["cases"] }) {
  const names = [...new Set(cases.flatMap(({ values }) => Object.keys(values)))];
  const head = "sticky top-0 border-b border-line bg-surface px-3 py-2 text-left font-medium";
  const cell = "max-w-64 min-w-24 border-b border-line px-3 py-1.5 align-top text-ink";
  return (
    <div
      role="region"
      aria-label="First cases as they would be"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-lg border border-line"
    >
      <table className="min-w-full border-separate border-spacing-0 text-xs">
        <thead>
          <tr>
            <th scope="col" className={`${head} text-ink-subtle`}>
              Row
            </th>
            {names.map((name) => (
              <th key={name} scope="col" className={`${head} max-w-64 truncate font-mono text-lilac`}>
                {name}
              </th>
            ))}
            {["Expected", "Tags", "Difficulty", "Split"].map((name) => (
              <th key={name} scope="col" className={`${head} text-ink-muted`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map((one) => (
            <tr key={one.row}>
              <td className="border-b border-line px-3 py-1.5 align-top text-ink-subtle">{one.row}</td>
              {names.map((name) => (
                <td key={name} className={cell}>
                  <CellText text={valueText(one.values[name])} />
                </td>
              ))}
              <td className={cell}>
                <CellText text={one.expected ?? ""} />
              </td>
              <td className={cell}>
                <Tags tags={one.tags} most={3} />
              </td>
              <td className={cell}>
                <Difficulty value={one.difficulty} />
              </td>
              <td className={cell}>
                <SplitBadge split={one.split} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CellText({ text }: { text: string }) {
  return text ? (
    <span dir="auto" className="line-clamp-2 wrap-anywhere">
      {visibleText(text.slice(0, 300))}
    </span>
  ) : (
    <NoneMark />
  );
}
