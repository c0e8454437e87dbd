"""Counts accessibility violations over every screen, theme and width: `python -m tests.e2e.axe_count`."""

import json
import tempfile
from pathlib import Path

from tests.e2e.browser import EVERY_LOOK, chromium
from tests.e2e.gateway_story import ODD_MODELS
from tests.e2e.inspection import look_at_all
from tests.e2e.odd_provider import odd_provider
from tests.e2e.screens import screens
from tests.e2e.stage import set_stage
from tests.support.installation import running


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "home") as installation,
        chromium() as browser,
        odd_provider(dict(ODD_MODELS)) as odd,
    ):
        stage = set_stage(installation, odd)
        shown = screens(stage)
        wrong = look_at_all(browser, stage, shown, EVERY_LOOK)
    violations = sum(map(len, wrong.violations.values()))
    looks = len(shown) * len(EVERY_LOOK)
    print(json.dumps({"screens": looks, "violations": violations}))


if __name__ == "__main__":
    main()
