/** What a project event means for a page of members we have in the cache. Pure. */
import type { MemberPage, ProjectEvent, Role } from "@/api/types";

export function reduceMembers(page: MemberPage, event: ProjectEvent): MemberPage {
  const { user_id: userId, role } = event.data as { user_id?: string; role?: Role };
  switch (event.type) {
    case "member.role_changed":
      return {
        ...page,
        items: page.items.map((member) => (member.user_id === userId && role ? { ...member, role } : member)),
      };
    case "member.removed":
      return { ...page, items: page.items.filter((member) => member.user_id !== userId) };
    default:
      return page;
  }
}

/** A new member's name and place in the list are not in the event: the list has to be read again. */
export function needsFreshMembers(event: ProjectEvent): boolean {
  return event.type === "member.added";
}
