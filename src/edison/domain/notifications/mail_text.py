"""The subject and text of a mail with one notification or several."""

from collections.abc import Sequence

from edison.domain.channels.notification_text import NotificationText, notice_of
from edison.domain.notifications.notification import Notification

# Where a person chooses what is mailed.
SETTINGS_PATH = "/account/notifications"


def mail_subject(notifications: Sequence[Notification]) -> str:
    if len(notifications) == 1:
        [one] = notifications
        return f"[{one.project_name}] {_notice(one, '').heading}"
    projects = list(dict.fromkeys(one.project_name for one in notifications))
    where = projects[0] if len(projects) == 1 else f"{len(projects)} projects"
    return f"[{where}] {len(notifications)} notifications"


def mail_text(notifications: Sequence[Notification], public_url: str) -> str:
    """Return the text: one notification with its facts, or a list in order of time."""
    if len(notifications) == 1:
        parts = [_whole(_notice(notifications[0], public_url))]
    else:
        parts = [_item(one, public_url) for one in notifications]
    reason = f"Choose what Edison mails you: {public_url}{SETTINGS_PATH}"
    return "\n\n".join([*parts, f"-- \n{reason}"]) + "\n"


def _whole(notice: NotificationText) -> str:
    facts = "\n".join(f"{name}: {value}" for name, value in notice.facts)
    return "\n\n".join(
        part for part in (notice.heading, notice.sentence, facts, notice.url) if part
    )


def _item(one: Notification, public_url: str) -> str:
    notice = _notice(one, public_url)
    head = f"{one.created_at:%d %B %H:%M} UTC, {one.project_name}"
    return "\n".join(part for part in (head, notice.heading, notice.sentence, notice.url) if part)


def _notice(one: Notification, public_url: str) -> NotificationText:
    return notice_of(str(one.event), one.payload, one.project_name, public_url)
