"""The house rules: checks of this repository that linters and type checkers cannot make."""

from tools.checks import (
    changelog_fragments,
    class_names,
    file_size,
    frozen,
    migrations,
    no_machine_paths,
    no_names,
    one_commit,
    permission_first,
    project_first,
    rooms,
    route_shape,
    timing_assertions,
)
from tools.checks.rule import Rule

RULES: tuple[Rule, ...] = (
    file_size.RULE,
    one_commit.RULE,
    permission_first.RULE,
    project_first.RULE,
    route_shape.RULE,
    frozen.RULE,
    no_names.RULE,
    class_names.RULE,
    rooms.RULE,
    migrations.RULE,
    no_machine_paths.RULE,
    changelog_fragments.RULE,
    timing_assertions.RULE,
)
