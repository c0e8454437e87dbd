"""Writes docs/reference/suite.schema.json from the suite's model and the scorers; with --check only compares it."""

import json
import sys
from pathlib import Path
from typing import Any, cast

from edison.domain.suites.suite_file.suite_file_model import SuiteFileModel
from edison.scorers.registry import plugins

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "suite.schema.json"
GRADER = {
    "prompt": {"type": "string", "title": "Grader", "description": "Name of a grader prompt"},
    "model": {"type": "string", "title": "Model", "description": "Its name in the catalog"},
    "credential": {"type": "string", "description": "If several credentials offer this model"},
}
JUDGE = {"judge": {"type": "string", "title": "Judge", "description": "Name of a judge"}}
OF_ENDPOINT = {name: GRADER[name] for name in ("model", "credential")}
BY_NAME = {
    "grader": GRADER,
    "judge": JUDGE,
    "pairwise": JUDGE,
    "moderation": OF_ENDPOINT,
    "semantic_similarity": OF_ENDPOINT,
}


def schema() -> dict[str, Any]:
    """Build the schema, with the fields of each scorer, so that editors can complete them."""
    found = SuiteFileModel.model_json_schema(by_alias=True)
    parts: dict[str, Any] = found["$defs"]
    kinds: list[dict[str, str]] = []
    for kind, plugin in plugins().items():
        spec = plugin.spec.model_json_schema(by_alias=True)
        inner: dict[str, Any] = spec.pop("$defs", {})
        own = {name: f"{kind}.{name}" for name in inner}
        name = f"scorer.{kind}"
        spec["required"] = sorted({"kind", *spec.get("required", ())})
        spec["properties"] |= BY_NAME.get(kind, {})
        parts |= {own[part]: _moved(about, own) for part, about in inner.items()}
        parts[name] = {**_moved(spec, own), "description": plugin.description}
        kinds.append({"$ref": f"#/$defs/{name}"})
    # `oneOf` works because each schema requires a different kind.
    parts["Scorer"] = {"oneOf": kinds, "description": parts["Scorer"]["description"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **found,
        "$defs": dict(sorted(parts.items())),
    }


def _moved(value: Any, names: dict[str, str]) -> Any:
    """Rename references of a scorer to its own definitions."""
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value)
        return {
            name: f"#/$defs/{names[part.removeprefix('#/$defs/')]}"
            if name == "$ref" and isinstance(part, str)
            else _moved(part, names)
            for name, part in pairs.items()
        }
    if isinstance(value, list):
        return [_moved(part, names) for part in cast("list[Any]", value)]
    return value


def written() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    if "--check" not in sys.argv:
        PAGE.write_text(written())
        return 0
    if PAGE.exists() and PAGE.read_text() == written():
        return 0
    print(
        "docs/reference/suite.schema.json is out of date. Run: python -m tools.suite_schema",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
