export { ActivityFeed } from "./ActivityFeed";
export { activityKey, activityQuery, newestNumber, reduceFeed } from "./api";
