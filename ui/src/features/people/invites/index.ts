export { invitesKey, receivedInvitesKey } from "./api";
export { InviteDialog } from "./InviteDialog";
export { PendingInvites } from "./PendingInvites";
export { ReceivedInvites } from "./ReceivedInvites";
