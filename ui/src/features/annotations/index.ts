export { queueQuery } from "./api";
export { staleQueues } from "./events";
