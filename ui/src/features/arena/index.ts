export { boardQuery } from "./api";
export { type BoardPlace, PLACE_ORDERS, PLACE_SOURCES } from "./board/leaderboardUrlState";
export { staleBoards } from "./events";
