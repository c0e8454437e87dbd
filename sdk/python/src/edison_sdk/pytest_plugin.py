"""Plugin of pytest: a test runs once for each case, scorers are assertions, and outputs go to a run.

Modules of the SDK are imported when a test uses the marker, so that the plugin costs other test suites nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from edison_sdk.case_tests import CaseCheck, CaseSession

SESSION = pytest.StashKey["CaseSession"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("edison", "evaluation with Edison")
    group.addoption(
        "--edison-offline", action="store_true", help="use local cases and send nothing to a server"
    )
    group.addoption("--edison-key", metavar="KEY", help="continue the run with this key")
    group.addoption("--edison-report", metavar="FILE", help="write outputs and scores as JSON")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "edison(dataset=None, cases=None, scorers=(), application=None, version=''): run the test for each case"
        " of a dataset of the server, or of a local file or list",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marker = metafunc.definition.get_closest_marker("edison")
    if marker is None or "case" not in metafunc.fixturenames:
        return
    folder = Path(str(metafunc.definition.path)).parent
    cases = _session(metafunc.config).cases(marker.kwargs, folder)
    metafunc.parametrize("case", cases, ids=[case.case_id for case in cases])


@pytest.fixture
def evaluation(request: pytest.FixtureRequest) -> CaseCheck:
    """Check an output with the scorers of the marker: `evaluation.check(output)`."""
    marker = request.node.get_closest_marker("edison")
    if marker is None:
        raise pytest.UsageError("The fixture `evaluation` needs the marker `edison`.")
    case = request.getfixturevalue("case")
    return _session(request.config).check_for(request.node.nodeid, case, marker.kwargs)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    session = terminalreporter.config.stash.get(SESSION, None)
    if session is None or not session.checked:
        return
    terminalreporter.section("edison")
    for line in session.finish():
        terminalreporter.write_line(line)


def _session(config: pytest.Config) -> CaseSession:
    if SESSION not in config.stash:
        from edison_sdk.case_tests import CaseSession

        config.stash[SESSION] = CaseSession(
            offline=bool(config.getoption("--edison-offline")),
            key=config.getoption("--edison-key"),
            report=config.getoption("--edison-report"),
        )
    return config.stash[SESSION]
