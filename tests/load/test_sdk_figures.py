"""The SDK starts fast, and evaluating a function costs little more than calling it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.load.sdk_figures import (
    FUNCTION_TARGET_LIMIT,
    IMPORT_LIMIT_MS,
    cli_help_ms,
    function_target_ratio,
    sdk_import_ms,
)
from tests.support.processes import edison_alone


def test_the_package_is_imported_fast(record_property: Callable[[str, object], None]) -> None:
    took = sdk_import_ms()
    record_property("sdk_import_ms", took)
    record_property("cli_help_ms", cli_help_ms())
    assert took < IMPORT_LIMIT_MS


@pytest.mark.nightly
def test_a_function_takes_little_longer_than_in_a_bare_loop(
    database_url: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with edison_alone(tmp_path, database_url) as server:
        ratio = function_target_ratio(server.address)
    record_property("function_target_ratio", ratio)
    assert ratio <= FUNCTION_TARGET_LIMIT
