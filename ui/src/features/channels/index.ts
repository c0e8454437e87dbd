export { channelsQuery } from "./api";
export { staleChannels } from "./events";
export { channelsKey } from "./keys";
