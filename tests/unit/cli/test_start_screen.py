"""What `edison up` shows: the browser only where somebody can see it, and lines for slow steps."""

import pytest

from edison.cli.start_screen import browser_opener, has_display, slow_step


@pytest.mark.parametrize(
    ("platform", "environment", "shown"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0", "SSH_CONNECTION": "10.0.0.1 22"}, False),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "10.0.0.1 22"}, False),
        ("win32", {}, True),
    ],
)
def test_a_browser_needs_a_display_of_this_person(
    platform: str, environment: dict[str, str], shown: bool
) -> None:
    assert has_display(platform, environment) is shown


def test_nothing_opens_where_the_output_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")

    assert browser_opener(no_open=False) is None


def test_a_slow_step_is_one_line_where_the_output_is_no_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with slow_step("  creating  the database"):
        pass

    assert capsys.readouterr().out == "  creating  the database\n"
