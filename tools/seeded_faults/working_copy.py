"""Copies of the repository in which faults can be planted without changing the checkout."""

import os
import shutil
import subprocess
from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.checks.rule import Tree
from tools.seeded_faults.fault import SeededFault, plant

ENVIRONMENT = ".venv"
PYTHON_PACKAGES = "lib/python*/site-packages"
SCREEN_PACKAGES = "ui/node_modules"
# Caches of Vite, which each copy has for itself.
OWN_CACHES = frozenset({".vite", ".vite-temp", ".vitest"})
# Marks every process that a copy's tests start, so that none is left behind.
MARK = "SEEDED_FAULTS_COPY"
WHERE_IS_EDISON = "import edison; print(edison.__file__)"
# As tests start workers: some with their own environment, and some with an empty one.
ASK_A_CHILD = (
    "import subprocess, sys; "
    f"subprocess.run([sys.executable, '-c', {WHERE_IS_EDISON!r}], cwd='/', check=True, env=%s)"
)
PROGRAMS = (WHERE_IS_EDISON, ASK_A_CHILD % "None", ASK_A_CHILD % "{}")


class WrongTree(RuntimeError):
    """Tests in the copy would import Edison from somewhere else, so a fault in the copy would prove nothing."""


class WorkingCopy:
    """One copy of the tree, with the environment in which its tests run."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def python(self) -> Path:
        return self.root / ENVIRONMENT / "bin" / "python"

    @property
    def environment(self) -> Mapping[str, str]:
        """Return the environment variables of processes to which tests give no others."""
        return {
            **os.environ,  # noqa: TID251 - the environment of a child process
            "PYTHONPATH": str(self.root / "src"),
            MARK: str(self.root),
        }

    @contextmanager
    def with_fault(self, fault: SeededFault) -> Generator[None]:
        """Plant a fault, and restore the file afterwards."""
        path = self.root / fault.file
        good = path.read_text()
        try:
            self._write(path, plant(fault, good))
            yield
        finally:
            self._write(path, good)

    def verify_imports(self) -> None:
        """Raise WrongTree unless a test and a process that it starts both import Edison from this copy."""
        for program in PROGRAMS:
            answer = subprocess.run(
                [self.python, "-c", program],
                env=self.environment,
                cwd=self.root,
                capture_output=True,
                text=True,
                check=True,
            )
            found = Path(answer.stdout.strip())
            if not found.is_relative_to(self.root / "src"):
                raise WrongTree(f"Tests in {self.root} import Edison from {found}")

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text)
        if path.suffix == ".py":
            # Python compares only whole seconds and sizes, so it could use bytecode of the other version.
            Path(cache_from_source(str(path))).unlink(missing_ok=True)


@contextmanager
def working_copy(source: Path) -> Generator[WorkingCopy]:
    """Copy the tracked and not yet tracked files of the repository; link the installed packages."""
    with TemporaryDirectory(prefix="edison-seeded-faults-", ignore_cleanup_errors=True) as folder:
        root = Path(folder).resolve() / "edison"
        for path in Tree(source).files:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / path, root / path)
        _link_environment(source / ENVIRONMENT, root / ENVIRONMENT, source / "src", root / "src")
        _link_packages(source / SCREEN_PACKAGES, root / SCREEN_PACKAGES, leave_out=OWN_CACHES)
        yield WorkingCopy(root)


def _link_environment(installed: Path, made: Path, source: Path, sources: Path) -> None:
    """Make a virtual environment with the same packages, but with Edison from the copy.

    It must not depend on environment variables: tests start workers with their own environment.
    """
    [packages] = installed.glob(PYTHON_PACKAGES)
    [editable] = [path for path in packages.glob("*.pth") if str(source) in path.read_text()]
    folder = made / packages.relative_to(installed)
    _link_packages(packages, folder, leave_out={editable.name})
    (folder / editable.name).write_text(f"{sources}\n")
    shutil.copy2(installed / "pyvenv.cfg", made)
    (made / "bin").mkdir()
    (made / "bin" / "python").symlink_to((installed / "bin" / "python").resolve())


def _link_packages(installed: Path, folder: Path, leave_out: Collection[str]) -> None:
    """Link each package separately, so that files written beside them stay in the copy."""
    folder.mkdir(parents=True)
    for package in installed.iterdir() if installed.is_dir() else ():
        if package.name not in leave_out:
            (folder / package.name).symlink_to(package)
