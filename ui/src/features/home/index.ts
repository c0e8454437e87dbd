export { type Waiting, waitingKey, waitingQuery } from "./api";
export { staleHome } from "./events";
