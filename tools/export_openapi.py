"""Writes the API contract to sdk/openapi.json; with --check only reports whether it is up to date."""

import json
import sys
import tempfile
from pathlib import Path

from edison.api.app import create_app
from edison.processes.build_context import build_api_config, build_context
from edison.settings import Settings
from edison.store.database import Database

TARGET = Path(__file__).parent.parent / "sdk" / "openapi.json"


def contract() -> str:
    url = "postgresql://nobody@localhost/never-connected"
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home))
        app = create_app(build_context(settings, url, Database(url)), build_api_config(settings))
    return json.dumps(app.openapi(), indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    text = contract()
    if "--check" not in sys.argv:
        TARGET.write_text(text)
        return 0
    if TARGET.exists() and TARGET.read_text() == text:
        return 0
    print("sdk/openapi.json is out of date. Run: just contract", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
