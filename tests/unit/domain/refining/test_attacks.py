"""Two hundred diffs and more against the guardrails: none that breaks a rule passes, and harmless ones do."""

import random

from edison.domain.experiments.refining.guardrails import examine, failures
from edison.domain.experiments.refining.prompt_document import text_of
from tests.support.diff_attacks import (
    BASE,
    CASES,
    TEXT,
    broken_by,
    harmless,
    hostile,
    mutated,
)


def test_every_hostile_diff_is_stopped_by_a_rule_that_it_breaks() -> None:
    assert text_of(BASE) == TEXT
    tried = 0
    for seed in range(3):
        for attack in hostile(random.Random(seed)):
            tried += 1
            examined = examine(BASE, attack.diff, cases=CASES)
            failed = {each.rule for each in failures(examined.guardrails)}
            assert failed & attack.breaks, f"{attack.name}: {attack.diff[-300:]!r} {failed}"
    assert tried >= 200


def test_harmless_diffs_pass_however_they_are_written() -> None:
    for attack in harmless(random.Random(1)):
        examined = examine(BASE, attack.diff, cases=CASES)
        assert examined.ok, (attack.name, attack.diff, failures(examined.guardrails))


def test_no_mutation_of_a_good_diff_slips_through_with_something_broken() -> None:
    rng, accepted = random.Random(20), 0
    for _ in range(1_500):
        diff = mutated(rng)
        examined = examine(BASE, diff, cases=CASES)
        if examined.ok:
            accepted += 1
            assert examined.content is not None
            assert broken_by(examined.content) == [], diff
    # Some survive their mutation; a check that refuses everything would show nothing.
    assert accepted > 50
