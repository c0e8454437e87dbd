export { boardQuery } from "./api";
export { type LeaderboardUrlState, PLACE_ORDERS, PLACE_SOURCES } from "./board/leaderboardUrlState";
export { staleBoards } from "./events";
