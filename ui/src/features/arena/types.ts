/** What the API sends about boards, duels and votes, under the names these screens use. */
import type { Answer, Sent } from "@/api/types";

export type BoardPage = Answer<"list_boards", 200>;
export type BoardCard = BoardPage["items"][number];
export type Board = Answer<"read_board", 200>;
/** One contestant: a model with its parameters and a version of a prompt. */
export type BoardRow = Board["rows"][number];
/** From 0 to 1 for grades and shares; dollars for money. The ends are those of the 95% interval. */
export type Estimate = NonNullable<BoardRow["grade"]>;
export type BoardBody = Sent<"make_board">;

type Candidates = Answer<"list_board_candidates", 200>;
export type Candidate = Candidates["items"][number];
/** Why a run is not comparable with others, as a sentence. */
export type Unequal = Candidate["reasons"][number];

export const DUEL_SOURCES = ["both", "judges", "votes"] as const;
export type DuelSource = (typeof DUEL_SOURCES)[number];

export type DuelBook = Answer<"read_board_duels", 200>;
export type Duels = NonNullable<DuelBook[DuelSource]>;
export type Contestant = Duels["items"][number];
/** The row against the column. */
export type Meeting = Duels["matrix"][number][number];

export type Turn = Answer<"next_board_pair", 200>;
export type VoteProgress = Turn["progress"];
export type BlindPair = NonNullable<Turn["pair"]>;
/** An answer without the name of its model. */
export type BlindAnswer = BlindPair["left"];
export type Outcome = Sent<"cast_vote">["outcome"];
