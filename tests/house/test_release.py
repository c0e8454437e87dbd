"""The release tool refuses what must not be released, and writes version, changelog and checksums."""

import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest
from packaging.version import Version
from tools import release
from tools.checks.__main__ import ROOT

CURRENT = Version("1.2.3")
CHANGELOG = """\
# Changelog

## Unreleased

<!-- `just release` adds a section below this line. -->

## 1.2.3 - 2026-01-01

- The version before.
"""
FRAGMENTS = {
    "csv-export.added.md": "Export a dataset as CSV.",
    "lost-answer.fixed.md": "A killed worker no longer loses an answer.",
}


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A committed repository with the real configuration, at version 1.2.3."""
    for name in (*release.VERSIONED, ".mdformat.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    release.set_version(tmp_path, CURRENT)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / "changelog.d").mkdir()
    for name, sentence in FRAGMENTS.items():
        (tmp_path / "changelog.d" / name).write_text(f"{sentence}\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "Start")
    return tmp_path


def test_a_dirty_tree_is_refused(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / "notes.txt").write_text("not committed\n")

    code = release.main(["1.3.0"], checkout)

    assert code == 1
    assert "uncommitted changes (1), such as notes.txt" in capsys.readouterr().err
    assert release.read_project(checkout)[1] == CURRENT


@pytest.mark.parametrize("version", ["1.2.2", "1.2.3", "0.9.0", "1.2.3rc1"])
def test_a_version_that_is_not_higher_is_refused(
    checkout: Path, capsys: pytest.CaptureFixture[str], version: str
) -> None:
    code = release.main([version], checkout)

    assert code == 1
    assert capsys.readouterr().err == (
        f"{version} is not higher than the current version {CURRENT}.\n"
    )


@pytest.mark.parametrize(
    "text", ["2", "1.3", "v1.3.0", "1.3.0-rc.1", "1.03.0", "1.3.0.dev1", "1.3.0rc0", "new"]
)
def test_a_text_that_is_no_version_is_refused(
    checkout: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    code = release.main([text], checkout)

    assert code == 1
    assert f"{text!r} is not a version" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["1.3.0", "2.0.0rc1", "10.20.30"])
def test_a_higher_version_is_accepted(text: str) -> None:
    version = release.parse_version(text)

    release.require_higher(version, CURRENT)
    assert str(version) == text


def test_a_clean_tree_is_accepted(checkout: Path) -> None:
    release.require_clean(checkout)
    release.require_fragments(checkout)


def test_a_release_without_fragments_is_refused(checkout: Path) -> None:
    shutil.rmtree(checkout / "changelog.d")

    with pytest.raises(release.ReleaseError, match="no fragment"):
        release.require_fragments(checkout)


def test_a_malformed_fragment_is_refused(checkout: Path) -> None:
    (checkout / "changelog.d" / "speed.faster.md").write_text("Everything is faster.\n")

    with pytest.raises(release.ReleaseError, match="the kind 'faster' is not one of"):
        release.require_fragments(checkout)


def test_the_version_is_written_where_the_build_reads_it(checkout: Path) -> None:
    release.set_version(checkout, Version("1.3.0rc1"))

    name, version = release.read_project(checkout)
    assert (name, str(version)) == (release.read_project(ROOT)[0], "1.3.0rc1")


def test_the_sdks_get_the_version_of_the_server_and_are_built(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "sdk", tmp_path / "sdk")
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui" / "node_modules").symlink_to(ROOT / "ui" / "node_modules")
    (tmp_path / "dist").mkdir()

    release.set_sdk_versions(tmp_path, Version("1.3.0rc1"))
    release.build_sdks(tmp_path)

    assert sorted(path.name for path in (tmp_path / "dist").iterdir()) == [
        "edison-sdk-1.3.0-rc1.tgz",
        "edison_sdk-1.3.0rc1-py3-none-any.whl",
        "edison_sdk-1.3.0rc1.tar.gz",
    ]


def test_fragments_become_a_section_of_the_changelog(checkout: Path) -> None:
    release.build_changelog(checkout, Version("1.3.0"), date(2026, 5, 4))

    added = """
## 1.3.0 - 2026-05-04

### Added

- Export a dataset as CSV.

### Fixed

- A killed worker no longer loses an answer.
"""
    marker = "below this line. -->\n"
    assert (checkout / "CHANGELOG.md").read_text() == CHANGELOG.replace(marker, marker + added)
    assert list((checkout / "changelog.d").glob("*")) == []


def test_the_changelog_of_the_repository_has_the_line_that_a_release_looks_for(
    checkout: Path,
) -> None:
    shutil.copy(ROOT / "CHANGELOG.md", checkout / "CHANGELOG.md")

    release.build_changelog(checkout, Version("1.3.0"), date(2026, 5, 4))

    before, after = (checkout / "CHANGELOG.md").read_text().split("## 1.3.0 - 2026-05-04", 1)
    assert "## Unreleased" in before
    assert "## 0.1.0" in after


def test_checksums_are_those_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "edison.whl").write_bytes(b"wheel")
    (tmp_path / "edison.tar.gz").write_bytes(b"sdist")

    # Written twice: the list does not contain itself.
    release.write_checksums(tmp_path)
    sums = release.write_checksums(tmp_path)

    listed = [line.split()[1] for line in sums.read_text().splitlines()]
    assert listed == ["edison.tar.gz", "edison.whl"]
    check = ["sha256sum", "--check", "--strict", sums.name]
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    (tmp_path / "edison.whl").write_bytes(b"changed")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_results_reach_the_checkout_and_used_fragments_leave_it(
    checkout: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    built = tmp_path_factory.mktemp("built")
    shutil.copytree(checkout, built, dirs_exist_ok=True)
    release.set_version(built, Version("1.3.0"))
    release.set_sdk_versions(built, Version("1.3.0"))
    (built / "CHANGELOG.md").write_text("# New\n")
    (built / "changelog.d" / "csv-export.added.md").unlink()
    (built / "dist").mkdir()
    (built / "dist" / "new.whl").write_bytes(b"new")
    (checkout / "dist").mkdir()
    (checkout / "dist" / "old.whl").write_bytes(b"old")

    release.copy_results(built, checkout)

    assert str(release.read_project(checkout)[1]) == "1.3.0"
    assert '"version": "1.3.0"' in (checkout / "sdk/typescript/package.json").read_text()
    assert (checkout / "CHANGELOG.md").read_text() == "# New\n"
    assert [path.name for path in (checkout / "dist").iterdir()] == ["new.whl"]
    assert [path.name for path in (checkout / "changelog.d").iterdir()] == ["lost-answer.fixed.md"]
