"""`just release VERSION [--dry-run]`: build a release into dist/ and write its changelog section.

Everything is built in a temporary copy of the tree. The checkout changes only after every step has
succeeded, so a failed release leaves nothing to clean up, and a dry run takes the same path.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path

from packaging.version import Version
from tools.checks import changelog_fragments
from tools.checks.rule import Tree

ROOT = Path(__file__).parents[1]
# The part that SemVer and PEP 440 agree on, and PEP 440's way to write a pre-release.
VERSION = re.compile(r"(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:(?:a|b|rc)[1-9]\d*)?")
CHECKSUMS = "SHA256SUMS"
PYTHON_SDK = Path("sdk/python")
TYPESCRIPT_SDK = Path("sdk/typescript")
# Files that contain a version; the SDKs have the version of the server that they are released with.
VERSIONED = ("pyproject.toml", PYTHON_SDK / "pyproject.toml", TYPESCRIPT_SDK / "package.json")

NEXT_STEPS = """\
Next steps:
  1. Review the changes:   git diff
  2. Commit:               git add -A && git commit -m "Release {version}"
  3. Run the full tests:   bash .ci/run && bash .ci/nightly
  4. Tag and push:         git tag -s v{version} -m "Edison {version}" && git push origin HEAD v{version}
  5. Upload the packages:  uv publish dist/*.whl dist/*.tar.gz
  6. Upload the SDK:       npm publish dist/*.tgz
  7. Attach every file of dist/ to the release page of the tag, {checksums} included."""


class ReleaseError(Exception):
    """The reason why the release cannot be built."""


def run_command(*command: str, cwd: Path) -> str:
    """Run a command; return what it printed, or raise an error with its last lines."""
    try:
        done = subprocess.run(
            command, cwd=cwd, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise ReleaseError(f"`{command[0]}` was not found. Run `just setup`.") from None
    if done.returncode != 0:
        tail = "\n".join((done.stdout + done.stderr).strip().splitlines()[-20:])
        raise ReleaseError(f"`{' '.join(command)}` failed with code {done.returncode}.\n{tail}")
    return done.stdout


def run_module(module: str, *arguments: str, cwd: Path) -> str:
    """Run a Python tool of this environment."""
    return run_command(sys.executable, "-m", module, *arguments, cwd=cwd)


def parse_version(text: str) -> Version:
    """Read the version of a release: X.Y.Z, or a pre-release such as X.Y.Zrc1."""
    if not VERSION.fullmatch(text):
        raise ReleaseError(
            f"{text!r} is not a version. Write X.Y.Z, or X.Y.ZaN, X.Y.ZbN or X.Y.ZrcN for a pre-release."
        )
    return Version(text)


def read_project(root: Path) -> tuple[str, Version]:
    """Return name and version of the distribution, from pyproject.toml."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return project["name"], Version(project["version"])


def require_higher(version: Version, current: Version) -> None:
    if version <= current:
        raise ReleaseError(f"{version} is not higher than the current version {current}.")


def require_clean(root: Path) -> None:
    """Raise an error if there are uncommitted changes, which the tag would not contain."""
    changed = run_command("git", "status", "--porcelain", cwd=root).splitlines()
    if changed:
        raise ReleaseError(
            f"The working tree has uncommitted changes ({len(changed)}), such as {changed[0][3:]}."
            " Commit or stash them first."
        )


def require_fragments(root: Path) -> None:
    """Raise an error if there are no changelog fragments, or if one is malformed."""
    tree = Tree(root)
    if not changelog_fragments.fragments(tree):
        raise ReleaseError("changelog.d has no fragment. Describe what changed first.")
    findings = [changelog_fragments.RULE.explain(each) for each in changelog_fragments.find(tree)]
    if findings:
        raise ReleaseError("\n".join(findings))


def copy_tree(root: Path, target: Path) -> None:
    """Copy the files that git tracks or would track, and link the installed UI packages."""
    for path in Tree(root).files:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / path, target / path)
    packages = root / "ui" / "node_modules"
    if not packages.is_dir():
        raise ReleaseError("The UI packages are not installed. Run `just setup`.")
    (target / "ui" / "node_modules").symlink_to(packages.resolve(), target_is_directory=True)


def set_version(root: Path, version: Version) -> None:
    """Write the version to pyproject.toml: the code reads the installed metadata."""
    run_command("uv", "version", "--frozen", str(version), cwd=root)


def set_sdk_versions(root: Path, version: Version) -> None:
    """Give both SDKs the version of the server."""
    run_command("uv", "version", "--frozen", str(version), cwd=root / PYTHON_SDK)
    package = root / TYPESCRIPT_SDK / "package.json"
    described = json.loads(package.read_text())
    # npm writes a pre-release with a hyphen: 1.2.0-rc1.
    described["version"] = re.sub(r"(?<=\d)(?=(?:a|b|rc)\d)", "-", str(version))
    package.write_text(json.dumps(described, indent=2) + "\n")


def build_changelog(root: Path, version: Version, day: date) -> None:
    """Move the fragments into a new section of CHANGELOG.md."""
    run_module(
        "towncrier",
        "build",
        "--yes",
        "--version",
        str(version),
        "--date",
        day.isoformat(),
        cwd=root,
    )
    run_module("mdformat", "CHANGELOG.md", cwd=root)


def build_packages(root: Path) -> None:
    """Build the screens, then wheel and sdist with them, into dist/."""
    run_command("npm", "run", "build", cwd=root / "ui")
    run_command(sys.executable, "-m", "tools.docs_site", cwd=root)
    run_command("uv", "build", "--no-build-isolation", "--python", sys.executable, cwd=root)
    # uv writes one to keep the folder out of git; it is not part of the release.
    (root / "dist" / ".gitignore").unlink(missing_ok=True)


def build_sdks(root: Path) -> None:
    """Build wheel and sdist of the Python SDK and the package of the TypeScript SDK, into dist/."""
    python = ("--python", sys.executable, "--out-dir", str(root / "dist"))
    run_command("uv", "build", "--no-build-isolation", *python, cwd=root / PYTHON_SDK)
    compiler = root / "ui" / "node_modules" / "typescript-7" / "bin" / "tsc"
    run_command("node", str(compiler), "-p", "tsconfig.json", cwd=root / TYPESCRIPT_SDK)
    run_command("npm", "pack", "--pack-destination", str(root / "dist"), cwd=root / TYPESCRIPT_SDK)
    (root / "dist" / ".gitignore").unlink(missing_ok=True)


def write_sboms(root: Path, stem: str) -> None:
    """Write a CycloneDX bill of materials each for the server and for the bundled screens."""
    run_module(
        "cyclonedx_py",
        "requirements",
        "--output-reproducible",
        "--pyproject",
        "pyproject.toml",
        "--output-file",
        f"dist/{stem}.server.cdx.json",
        "requirements/runtime.txt",
        cwd=root,
    )
    screens = run_command(
        "npm",
        "sbom",
        "--sbom-format",
        "cyclonedx",
        "--omit",
        "dev",
        "--package-lock-only",
        cwd=root / "ui",
    )
    (root / "dist" / f"{stem}.screens.cdx.json").write_text(screens)


def write_checksums(folder: Path) -> Path:
    """Write the SHA-256 of every file of a folder in the format that `sha256sum --check` reads."""
    target = folder / CHECKSUMS
    files = sorted(path for path in folder.iterdir() if path.is_file() and path != target)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    target.write_text("".join(lines))
    return target


def build_release(root: Path, version: Version, day: date) -> None:
    """Build version, changelog and all artifacts of a release in a tree."""
    set_version(root, version)
    set_sdk_versions(root, version)
    print("changelog", flush=True)
    build_changelog(root, version, day)
    print("screens, wheel and sdist", flush=True)
    build_packages(root)
    print("SDKs", flush=True)
    build_sdks(root)
    print("bills of materials and checksums", flush=True)
    name, _ = read_project(root)
    write_sboms(root, f"{name}-{version}")
    write_checksums(root / "dist")


def copy_results(built: Path, root: Path) -> None:
    """Copy version, changelog and dist/ to the checkout, and remove the fragments that were used."""
    for name in (*VERSIONED, "CHANGELOG.md"):
        shutil.copy2(built / name, root / name)
    for path in changelog_fragments.fragments(Tree(root)):
        if not (built / path).exists():
            (root / path).unlink()
    shutil.rmtree(root / "dist", ignore_errors=True)
    shutil.copytree(built / "dist", root / "dist")


def release(root: Path, wanted: str, *, dry_run: bool) -> None:
    version = parse_version(wanted)
    require_higher(version, read_project(root)[1])
    try:
        require_clean(root)
    except ReleaseError as problem:
        if not dry_run:
            raise
        print(f"A real release would fail here: {problem}")
    require_fragments(root)
    with tempfile.TemporaryDirectory(prefix="edison-release-") as folder:
        copy = Path(folder)
        copy_tree(root, copy)
        build_release(copy, version, datetime.now(UTC).date())
        print((copy / "dist" / CHECKSUMS).read_text(), end="")
        if not dry_run:
            copy_results(copy, root)
    if dry_run:
        print("This was a dry run: the checkout is unchanged and the artifacts are deleted.")
    else:
        print(NEXT_STEPS.format(version=version, checksums=CHECKSUMS))


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog="just release", description=__doc__)
    parser.add_argument("version", help="X.Y.Z, higher than the current version")
    parser.add_argument("--dry-run", action="store_true", help="build everything, then delete it")
    asked = parser.parse_args(arguments)
    try:
        release(root, asked.version, dry_run=asked.dry_run)
    except ReleaseError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
