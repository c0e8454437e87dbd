"""Every kind of event is known to the screens."""

from pathlib import Path

import pytest

from edison.domain import events

SCREENS = Path(__file__).parents[2] / "ui" / "src"
TYPES = sorted(
    value
    for name, value in vars(events).items()
    if name.isupper() and isinstance(value, str) and "." in value
)


def test_the_types_are_found_and_in_the_past_tense() -> None:
    assert "project.created" in TYPES
    assert all(kind.split(".")[1].endswith("ed") for kind in TYPES)
    assert len(set(TYPES)) == len(TYPES)


@pytest.mark.parametrize("kind", TYPES)
def test_the_screens_handle_it(kind: str) -> None:
    sources = [
        path
        for suffix in ("ts", "tsx")
        for path in SCREENS.rglob(f"*.{suffix}")
        if ".test." not in path.name and ".gen." not in path.name
    ]

    assert sources
    assert any(f'"{kind}"' in path.read_text() for path in sources)
