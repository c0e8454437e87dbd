/** What the grades by tag say. Pure. */
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import type { Board, BoardRow, Estimate } from "../types";

/** With fewer cases than this, a grade says little. */
const FEW = 10;

export function isSmall({ clusters }: Pick<Estimate, "clusters">): boolean {
  return clusters < FEW;
}

type Groups = Board["by_tag"];

/** Where the order turns round: tags in which the leader of the board clearly loses to another. */
export function turnedTags(groups: Groups, rows: readonly BoardRow[]): { tag: string; name: string }[] {
  return groups.flatMap(({ tag, grades }) => {
    const leader = grades[0];
    if (!leader || isSmall(leader)) return [];
    const ahead = rows.flatMap(({ name }, at) => {
      const grade = grades[at];
      return grade && !isSmall(grade) && grade.low > leader.high ? [{ name, value: grade.value }] : [];
    });
    const best = ahead.toSorted((one, other) => other.value - one.value)[0];
    return best ? [{ tag, name: best.name }] : [];
  });
}

export function tagReading(groups: Groups, rows: readonly BoardRow[]): string {
  const [leader] = rows;
  if (!leader || rows.length < 2) return `${countOf(groups.length, "tag")} of the cases.`;
  const [first, ...more] = turnedTags(groups, rows);
  if (!first) return `On no tag is another entry clearly ahead of ${leader.name}, the first on the leaderboard.`;
  const rest =
    more.length > 0
      ? ` ${more.length === 1 ? "Another entry is also ahead on 1 more tag." : `Another entry is also ahead on ${more.length} more tags.`}`
      : "";
  return (
    "The first entry of the leaderboard does not lead on every tag: " +
    `on ${visibleText(first.tag)}, ${first.name} is clearly ahead of ${leader.name}.${rest}`
  );
}
