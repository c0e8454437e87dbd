"""A prompt as a YAML file that a person can read in a diff."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

# Fields of a content, in the order of a file. Those with the usual value are left out.
_USUAL: dict[str, Any] = {
    "system": "",
    "few_shots": [],
    "messages": [],
    "tools": [],
    "output": {"kind": "auto", "schema": None},
    "parameters": {},
}
_HEAD = (
    "# Written by edison prompts pull. `version` is the version that this text was pulled from.\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptFile:
    """A prompt in a file: its text, the version it was pulled from, and the digest of the text at that time."""

    name: str
    kind: str
    content: dict[str, Any]
    # 0: not on the server yet.
    version: int = 0
    digest: str = ""

    @property
    def changed(self) -> bool:
        return self.digest != digest_of(self.content)


class _Dumper(yaml.SafeDumper):
    pass


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return cast(Any, dumper).represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    )


_Dumper.add_representer(str, _text)


def digest_of(content: dict[str, Any]) -> str:
    whole = json.dumps(plain_content(content), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def plain_content(content: dict[str, Any]) -> dict[str, Any]:
    """Return the content without values that are the usual ones, so that files are short."""
    found: dict[str, Any] = {}
    for name, usual in _USUAL.items():
        value: Any = content.get(name, usual)
        if name == "messages":
            value = [_message(each) for each in cast("list[dict[str, Any]]", value)]
        if name == "output":
            form = cast("dict[str, Any]", value)
            value = {**form, "schema": form.get("schema") or None}
        if value != usual:
            found[name] = value
    return found


def _message(given: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if value not in (None, [])} | {
        "content": given.get("content", "")
    }


def file_name(name: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:80] or "prompt"
    return f"{slug}.yaml"


def to_text(file: PromptFile) -> str:
    document = {
        "name": file.name,
        "kind": file.kind,
        "version": file.version,
        "pulled": digest_of(file.content),
        **plain_content(file.content),
    }
    return _HEAD + yaml.dump(
        document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110
    )


def from_text(text: str, path: Path) -> PromptFile:
    try:
        given: Any = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        raise RuntimeError(f"{path}{line} is not valid YAML") from None
    fields = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    name, version = fields.get("name"), fields.get("version", 0)
    if not isinstance(name, str) or not name.strip():
        raise RuntimeError(f"{path} has no `name`")
    if not isinstance(version, int) or version < 0:
        raise RuntimeError(f"{path}: `version` must be a number")
    unknown = fields.keys() - _USUAL.keys() - {"name", "kind", "version", "pulled"}
    if unknown:
        raise RuntimeError(f"{path} has an unknown field: {sorted(unknown)[0]}")
    return PromptFile(
        name=name.strip(),
        kind=str(fields.get("kind", "generator")),
        content={key: fields[key] for key in _USUAL if key in fields},
        version=version,
        digest=str(fields.get("pulled", "")),
    )
