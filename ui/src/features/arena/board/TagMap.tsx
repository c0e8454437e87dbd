import { Figure } from "@/shared/charts/Figure";
import { type HeatCell, HeatMap } from "@/shared/charts/HeatMap";
import { estimateText, type Scale, valueText } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import type { Board, Estimate } from "../types";
import { isSmall, tagReading } from "./tagScores";

interface TagMapProps {
  board: Board;
  scale: Scale;
  onTag: (tag: string) => void;
}

/** The scores of all entries on each group of cases. */
export function TagMap({ board: { by_tag: groups, rows }, scale, onTag }: TagMapProps) {
  return (
    <Figure
      title="Score by tag"
      reading={tagReading(groups, rows)}
      nothing={
        groups.length === 0
          ? "The cases of this dataset have no tags. Add tags to see which entry is strong on which tag."
          : null
      }
      table={{
        columns: ["Tag", "Entry", "Score", "Cases"],
        rows: groups.flatMap(({ tag, cases, grades }) =>
          rows.flatMap((row, at) => {
            const grade = grades[at];
            return grade
              ? [
                  {
                    key: `${tag} ${row.entry}`,
                    cells: [
                      visibleText(tag),
                      row.name,
                      estimateText(scale, grade),
                      `${cases.toLocaleString("en")}${isSmall(grade) ? ", few" : ""}`,
                    ],
                  },
                ]
              : [];
          }),
        ),
      }}
      note={
        "A stronger colour means a higher score. A dashed edge means too few cases for a reliable score. " +
        "Press a cell to see the whole leaderboard for that tag."
      }
    >
      <HeatMap
        caption="Score by tag and entry"
        act="Show the leaderboard for this tag."
        // Entries down, as on the leaderboard: there are more of them than a screen is wide.
        columns={groups.map(({ tag, cases }) => ({ key: tag, label: <TagName tag={tag} cases={cases} /> }))}
        blocks={[
          {
            name: "Entry",
            rows: rows.map((row, at) => ({
              key: String(row.entry),
              label: visibleText(row.name),
              cells: groups.map(({ tag, grades }) => heatCell(tag, row.name, grades[at] ?? null, scale)),
            })),
          },
        ]}
        onCell={(_, __, column) => {
          const group = groups[column];
          if (group) onTag(group.tag);
        }}
      />
    </Figure>
  );
}

function TagName({ tag, cases }: { tag: string; cases: number }) {
  return (
    <span title={visibleText(tag)}>
      {visibleText(tag)} <span className="text-2xs text-ink-subtle">{cases.toLocaleString("en")}</span>
    </span>
  );
}

function heatCell(tag: string, name: string, grade: Estimate | null, scale: Scale): HeatCell {
  if (!grade) return { value: null, text: "–", words: "No score", faint: false };
  const small = isSmall(grade);
  return {
    value: grade.value,
    text: valueText(scale, grade.value),
    faint: small,
    words:
      `${visibleText(tag)}, ${name}: ${estimateText(scale, grade)} over ` +
      `${countOf(grade.clusters, "case")}${small ? "; too few for a reliable score" : ""}.`,
  };
}
