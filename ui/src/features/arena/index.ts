export { boardQuery } from "./api";
export { type BoardPlace, PLACE_ORDERS, PLACE_SOURCES } from "./board/place";
export { staleBoards } from "./events";
