"""Command line of Bubblewrap for the sandbox.

The process has no network, sees no other processes, and no files except the Python runtime.
"""

import os
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

NOBODY = "65534"
GUEST = Path(__file__).with_name("guest.py")
LOOK_UP_S = 20.0


@cache
def command(bwrap: str) -> tuple[str, ...]:
    """Return the command that starts the guest program. Order matters: later mounts cover earlier ones."""
    python = os.path.realpath(sys.executable)
    return (
        bwrap,
        "--unshare-all",
        "--unshare-user",
        "--cap-drop",
        "ALL",
        "--uid",
        NOBODY,
        "--gid",
        NOBODY,
        "--hostname",
        "sandbox",
        "--clearenv",
        "--new-session",
        "--die-with-parent",
        *_runtime(python),
        "--dev-bind",
        "/dev/null",
        "/dev/null",
        "--ro-bind",
        str(GUEST),
        "/guest.py",
        "--remount-ro",
        "/",
        "--chdir",
        "/",
        "--",
        python,
        # Isolated, without site packages, writing no bytecode, in UTF-8.
        *("-I", "-S", "-B", "-X", "utf8", "/guest.py"),
    )


def _runtime(python: str) -> list[str]:
    folders = {sysconfig.get_path("stdlib"), _compiled_modules()}
    mounts: list[str] = []
    for path in sorted({python, *folders, *_libraries(python)}):
        mounts += ["--ro-bind", os.path.realpath(path), path]
    for folder in sorted(folders):
        # Installed packages are inside the folder of the standard library, so they are covered.
        for packages in ("site-packages", "dist-packages"):
            inside = os.path.join(folder, packages)
            if os.path.isdir(inside):
                mounts += ["--tmpfs", inside, "--remount-ro", inside]
    return mounts


def _compiled_modules() -> str:
    """Return the folder with the compiled modules of the interpreter.

    In a virtual environment, sysconfig returns the folder of the environment, which contains all packages.
    """
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return os.path.join(sys.base_exec_prefix, sys.platlibdir, version)


def _libraries(python: str) -> set[str]:
    """Return only the shared libraries that Python and its modules need."""
    modules = Path(_compiled_modules(), "lib-dynload").glob("*.so")
    # The exit status is ignored: a module of the standard library may lack its library, and few need it.
    found = subprocess.run(
        ["ldd", python, *map(str, modules)],
        env={},
        capture_output=True,
        text=True,
        timeout=LOOK_UP_S,
        check=False,
    )
    words = (line.split() for line in found.stdout.splitlines())
    paths = {word for line in words for word in line if word.startswith("/")}
    return {path for path in paths if not path.endswith(":") and os.path.isfile(path)}
