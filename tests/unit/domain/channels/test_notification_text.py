"""What people are shown of a payload, whatever it holds."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.channels.channel import checked_recipients, shown_of
from edison.domain.channels.notification_text import message_of, notice_of
from edison.domain.errors import InvalidInput

HOME = "https://edison.example.com"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
NAMES = st.sampled_from(["title", "sentence", "path", "severity", "facts", "score"])


@given(payload=st.dictionaries(NAMES, JSON), event=st.sampled_from(["alert.opened", "other"]))
def test_any_payload_makes_a_notice_of_single_lines_that_leads_home(
    payload: dict[str, object], event: str
) -> None:
    notice = notice_of(event, payload, "Support bot", HOME)

    assert notice.title
    assert len(notice.title.splitlines()) <= 1
    assert notice.url == HOME or notice.url.startswith(f"{HOME}/")
    assert all(len(line.splitlines()) <= 1 for fact in notice.facts for line in fact)


@pytest.mark.parametrize(
    "path", ["//evil.example/x", "https://evil.example", "evil", ".evil.example", "", None, 7]
)
def test_a_payload_cannot_lead_elsewhere(path: object) -> None:
    assert notice_of("alert.opened", {"path": path}, "P", HOME).url == HOME


def test_the_heading_says_how_bad_it_is_and_what_happened() -> None:
    def heading(event: str, severity: str | None) -> str:
        payload = {"title": "Worse", "severity": severity}
        return notice_of(event, payload, "P", HOME).heading

    assert heading("alert.opened", "critical") == "Critical alert: Worse"
    assert heading("alert.opened", None) == "Alert: Worse"
    assert heading("alert.resolved", "critical") == "Resolved: Worse"
    assert heading("execution.finished", None) == "Run finished: Worse"


def test_a_program_gets_the_payload_whole_with_the_page_in_place_of_the_path() -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    payload = {"title": "Worse", "path": "/projects/p/alerts/1", "deep": {"a": [1, None]}}

    message = message_of("alert.opened", payload, project={"id": "1"}, public_url=HOME, at=at)

    assert message == {
        "type": "alert.opened",
        "timestamp": "2026-03-01T12:00:00+00:00",
        "project": {"id": "1"},
        "data": {
            "title": "Worse",
            "deep": {"a": [1, None]},
            "url": f"{HOME}/projects/p/alerts/1",
        },
    }


def test_of_an_address_only_its_origin_and_the_end_of_a_long_path_are_kept() -> None:
    assert shown_of("https://hooks.example.com/services/T000/B000/abcdefgh1234") == (
        "https://hooks.example.com",
        "1234",
    )
    assert shown_of("https://example.com:8443/short") == ("https://example.com:8443", "")
    assert shown_of("https://example.com") == ("https://example.com", "")
    origin, hint = shown_of("https://example.com/in?token=abcdefghijklmnop")
    assert (origin, hint) == ("https://example.com", "mnop")


def test_recipients_are_few_real_and_each_once() -> None:
    assert checked_recipients(["Ada@Example.com", "ada@example.com"]) == ("ada@example.com",)
    for wrong in (
        [],
        ["nobody"],
        ["a@b.example\nBcc: c@d.example"],
        [f"a{n}@b.example" for n in range(21)],
    ):
        with pytest.raises(InvalidInput) as caught:
            checked_recipients(wrong)
        assert caught.value.field == "to"
