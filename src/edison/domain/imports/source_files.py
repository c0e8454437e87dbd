"""Files of an import: find a file that another one refers to, and parse YAML, JSON and CSV."""

import csv
import io
import json
import posixpath
import re
from collections.abc import Mapping
from fnmatch import fnmatch
from typing import Any, cast
from zipfile import BadZipFile, ZipFile

import yaml

from edison.domain.errors import UnreadableFile

MOST_FILES = 500
MOST_UNPACKED = 50 * 1024 * 1024


class MissingFile(Exception):
    """A file that the source refers to was not sent with it."""

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"The file {path} was not sent with the configuration")


class SourceFiles:
    """The files of an import by their relative paths."""

    def __init__(self, files: Mapping[str, bytes], base: str = "") -> None:
        self._files = {_clean(path): content for path, content in files.items()}
        self._base = base

    def beside(self, path: str) -> "SourceFiles":
        """Return the same files, with references relative to the folder of a file."""
        return SourceFiles(self._files, posixpath.dirname(self.locate(path)))

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(self._files)

    def locate(self, reference: str) -> str:
        wanted = _clean(reference.removeprefix("file://"))
        for path in (_clean(posixpath.join(self._base, wanted)), wanted):
            if path in self._files:
                return path
        # A reference outside of the sent folder: a single file of the same name is the one meant.
        named = [p for p in self._files if posixpath.basename(p) == posixpath.basename(wanted)]
        if len(named) == 1:
            return named[0]
        raise MissingFile(wanted)

    def matching(self, reference: str) -> tuple[str, ...]:
        """Return the paths that a reference with `*` matches, in order."""
        wanted = reference.removeprefix("file://")
        if not set("*?[") & set(wanted):
            return (self.locate(wanted),)
        pattern = _clean(posixpath.join(self._base, wanted)).replace("**/", "*")
        found = tuple(sorted(path for path in self._files if fnmatch(path, pattern)))
        if not found:
            raise MissingFile(wanted)
        return found

    def text(self, reference: str) -> str:
        return decode(self._files[self.locate(reference)], reference)

    def data(self, reference: str) -> Any:
        """Parse a YAML, JSON, JSONL or CSV file; return any other file as text."""
        path = self.locate(reference)
        text = self.text(reference)
        match posixpath.splitext(path)[1].lower():
            case ".json" | ".yaml" | ".yml":
                return parse_yaml(text, path)
            case ".jsonl" | ".ndjson":
                return parse_lines(text, path)
            case ".csv":
                return parse_csv(text)
            case _:
                return text


def decode(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise UnreadableFile(
            f"{name} is not text in UTF-8. Save it in this encoding and import it again",
            field="files",
            advice="Correct the files and import them again.",
        ) from None


# YAML 1.2, which other tools read: `yes`, `no`, `on`, `off` and dates are texts.
class _YamlLoader(yaml.SafeLoader):
    pass


_YamlLoader.yaml_implicit_resolvers = {
    letter: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag not in {"tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp"}
    ]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
cast(Any, _YamlLoader).add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)


def parse_yaml(text: str, name: str) -> Any:
    """Parse YAML or JSON. JSON goes first, because a tab is not valid in YAML."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return yaml.load(text, _YamlLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark is not None else ""
        raise UnreadableFile(
            f"{name}{where} is not valid YAML or JSON",
            field="files",
            advice="Correct the files and import them again.",
        ) from None


def parse_lines(text: str, name: str) -> list[Any]:
    """Parse JSON Lines."""
    rows: list[Any] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                rows.append(json.loads(line))
            except (ValueError, RecursionError):
                raise UnreadableFile(
                    f"{name}, line {number} is not JSON",
                    field="files",
                    advice="Correct the files and import them again.",
                ) from None
    return rows


def parse_csv(text: str) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(text), skipinitialspace=True)
    return [
        {name: value for name, value in row.items() if name and isinstance(value, str)}
        for row in cast("list[dict[Any, Any]]", list(reader))
    ]


def unzipped(content: bytes) -> dict[str, bytes]:
    """Return the files of a zip archive, with limits on their number and size."""
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            infos = [each for each in archive.infolist() if not each.is_dir()]
            if len(infos) > MOST_FILES or sum(each.file_size for each in infos) > MOST_UNPACKED:
                raise UnreadableFile(
                    f"An archive holds at most {MOST_FILES} files of {MOST_UNPACKED >> 20} MB together. "
                    "Leave out what the import does not need",
                    field="files",
                    advice="Correct the files and import them again.",
                )
            return {each.filename: archive.read(each) for each in infos}
    except (BadZipFile, NotImplementedError, RuntimeError, OSError):
        raise UnreadableFile(
            "The archive cannot be read. Pack it again as .zip",
            field="files",
            advice="Correct the files and import them again.",
        ) from None


def _clean(path: str) -> str:
    return posixpath.normpath(path.replace("\\", "/")).lstrip("/").removeprefix("../")


def as_dict(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []
