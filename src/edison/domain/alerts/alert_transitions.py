"""The states of an alert and the moves that people make between them."""

from datetime import datetime, timedelta

from edison.domain.alerts.alert import MOST_SNOOZE_DAYS, Alert, AlertState
from edison.domain.errors import InvalidInput, WrongState

_S = AlertState

# Only time wakes a snoozed alert, and only a rule opens one again that has been acknowledged.
MOVES: dict[AlertState, frozenset[AlertState]] = {
    _S.OPEN: frozenset({_S.ACKNOWLEDGED, _S.SNOOZED, _S.RESOLVED}),
    _S.ACKNOWLEDGED: frozenset({_S.OPEN, _S.SNOOZED, _S.RESOLVED}),
    _S.SNOOZED: frozenset({_S.OPEN, _S.ACKNOWLEDGED, _S.SNOOZED, _S.RESOLVED}),
    _S.RESOLVED: frozenset(),
}
LOOK_AGAIN = "Look at the alert again; someone, or the next good run, was quicker."


def check_move(alert: Alert, new: AlertState) -> None:
    if new in MOVES[alert.state]:
        return
    said = (
        "The alert is resolved already"
        if alert.state is AlertState.RESOLVED
        else f"An alert that is {alert.state} cannot become {new}"
    )
    raise WrongState(said, state=str(alert.state), wanted=str(new), advice=LOOK_AGAIN)


def snooze_end(until: datetime | None, minutes: int | None, now: datetime) -> datetime:
    """When a snoozed alert wakes: at a time, or after some minutes."""
    if (until is None) == (minutes is None):
        raise InvalidInput("Say either until when or for how many minutes", field="until")
    end = now + timedelta(minutes=minutes) if minutes is not None else until
    assert end is not None
    if end <= now:
        raise InvalidInput("The time has passed already", field="until")
    if end > now + timedelta(days=MOST_SNOOZE_DAYS):
        raise InvalidInput(
            f"An alert can be snoozed for {MOST_SNOOZE_DAYS} days at most", field="until"
        )
    return end
