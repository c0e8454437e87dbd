export { memberListQuery, membersKey } from "./api";
export { needsFreshMembers, reduceMembers } from "./events";
export { MemberStack } from "./MemberStack";
