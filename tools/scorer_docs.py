"""Writes the generated part of docs/reference/scorers.md; with --check only reports whether it is up to date."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import mdformat

from edison.domain.models.model_call import ToolCall
from edison.scorers.registry import plugins
from edison.scorers.scorer_plugin import Example, Plugin, ScorerSpec

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "scorers.md"
BEGIN = "<!-- written by tools/scorer_docs.py: begin -->"
END = "<!-- end -->"
# Fields that all scorers have are documented once, above.
SHARED = {"kind", "name", "part"}


def written(page: str) -> str:
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return _formatted(f"{before}{BEGIN}\n\n{section()}\n{END}{after}")


def _formatted(page: str) -> str:
    """Format as `just fix` does (.mdformat.toml), so that the page is stable under both."""
    options = tomllib.loads((PAGE.parents[2] / ".mdformat.toml").read_text())
    return mdformat.text(  # pyright: ignore[reportUnknownMemberType] - a private parameter has no type
        page, options=options, extensions={"gfm"}
    )


def section() -> str:
    return "\n".join(part for plugin in plugins().values() for part in _about(plugin))


def _about(plugin: Plugin) -> list[str]:
    needs = "yes" if plugin.needs_expected else "no"
    lines = [
        f"### {plugin.title} (`{plugin.kind}`)",
        "",
        plugin.description,
        "",
        f"Needs an expected answer: {needs}." + (" Calls a model." if plugin.calls_model else ""),
        "",
    ]
    fields = _fields(plugin.spec)
    if fields:
        lines += ["| field | default | meaning |", "| -- | -- | -- |", *fields, ""]
    if plugin.examples:
        lines += ["| answer | expected | with | score |", "| -- | -- | -- | -- |"]
        lines += [_example(example) for example in plugin.examples]
        lines.append("")
    return lines


def _fields(spec: type[ScorerSpec]) -> list[str]:
    schema = spec.model_json_schema()
    required = set(schema.get("required", ()))
    rows: list[str] = []
    for name, about in schema["properties"].items():
        if name in SHARED:
            continue
        default = "needed" if name in required else _code(about.get("default"))
        words = ": ".join(filter(None, (about.get("title"), about.get("description"))))
        rows.append(f"| `{name}` | {default} | {_cell(words)} |")
    return rows


def _example(example: Example) -> str:
    settings: dict[str, Any] = {**example.given, **example.spec}
    expected = "" if example.expected is None else _code(example.expected)
    with_ = _code(settings) if settings else ""
    return f"| {_code(example.output)} | {expected} | {with_} | {example.value:.3g} |"


def _code(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=_plain)
    text = text if len(text) <= 160 else text[:159] + "…"
    fence = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{_cell(text)}{pad}{fence}"


def _plain(value: Any) -> Any:
    assert isinstance(value, ToolCall)
    return {"name": value.name, "arguments": value.arguments}


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def main(arguments: list[str]) -> int:
    page = PAGE.read_text()
    fresh = written(page)
    if arguments == ["--check"]:
        if fresh != page:
            print(
                "docs/reference/scorers.md is out of date. Run: python -m tools.scorer_docs",
                file=sys.stderr,
            )
        return int(fresh != page)
    PAGE.write_text(fresh)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
