/** The URL state of a leaderboard: the tag, the order of the rows, the source of the duels. Pure. */
import { DUEL_SOURCES, type DuelSource } from "../types";
import { ROW_ORDERS, type RowOrder } from "../leaderboardPhrasing";

export interface LeaderboardUrlState {
  tag?: string;
  order?: Exclude<RowOrder, "rank">;
  duels?: Exclude<DuelSource, "both">;
}

/** The usual ones are the address itself. */
export const PLACE_ORDERS = ROW_ORDERS.filter((order) => order !== "rank");
export const PLACE_SOURCES = DUEL_SOURCES.filter((source) => source !== "both");

export function withTag({ tag: _, ...rest }: LeaderboardUrlState, tag: string | null): LeaderboardUrlState {
  return tag === null ? rest : { ...rest, tag };
}

export function withOrder({ order: _, ...rest }: LeaderboardUrlState, order: RowOrder): LeaderboardUrlState {
  return order === "rank" ? rest : { ...rest, order };
}

export function withSource({ duels: _, ...rest }: LeaderboardUrlState, duels: DuelSource): LeaderboardUrlState {
  return duels === "both" ? rest : { ...rest, duels };
}
