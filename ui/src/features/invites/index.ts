export { invitesKey } from "./api";
export { InviteDialog } from "./InviteDialog";
export { PendingInvites } from "./PendingInvites";
