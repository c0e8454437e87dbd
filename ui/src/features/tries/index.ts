export { triesKey } from "./api";
export { TryPanel } from "./TryPanel";
