"""Faults in scorers: an error must never become a score, and a judge must not have a position bias."""

from tools.seeded_faults.fault import SeededFault

FAULTS: tuple[SeededFault, ...] = (
    SeededFault(
        name="broken_scorer_gives_full_score",
        breaks="An answer gets the full score because the scorer crashed on it.",
        file="src/edison/scorers/registry.py",
        old='    return cannot(f"The scorer failed: {type(error).__name__}")',
        new='    return Scored(value=1.0, passed=True, reason="")  # type: ignore[return-value]',
        caught_by=(
            "tests/contract/test_every_scorer.py::"
            "test_a_scorer_that_raises_gives_an_error_and_no_score",
        ),
    ),
    SeededFault(
        name="judge_without_grade_gives_zero",
        breaks="A grader whose answer cannot be read gives the answer a zero.",
        file="src/edison/scorers/grader.py",
        old="    return NotScored(problem=ScoreProblem.JUDGE_ERROR, reason=reason[:MAX_REASON])",
        new="    return Scored(value=0.0, passed=False, reason=reason)  # type: ignore[return-value]",
        caught_by=(
            "tests/unit/scorers/test_grader.py::test_what_is_no_grade_is_an_error_and_never_a_default",
        ),
    ),
    SeededFault(
        name="judge_asked_in_one_order",
        breaks="A judge that always prefers the first answer decides which answer wins.",
        file="src/edison/scorers/pairwise.py",
        old="    flipped = said[0] != said[1]\n",
        new="    flipped = False\n",
        caught_by=(
            "tests/unit/scorers/test_scorer_dialogue.py::"
            "test_pairs_are_always_asked_in_both_orders_and_only_agreement_is_a_win",
        ),
    ),
    SeededFault(
        name="failed_moderation_passes",
        breaks="An answer that the moderation endpoint did not check counts as harmless.",
        file="src/edison/scorers/moderation.py",
        old='        return judge_error("The moderation endpoint sent no result")',
        new='        return judged(spec, Counter(), "Moderation found nothing")',
        caught_by=(
            "tests/unit/scorers/test_safety.py::"
            "test_what_moderation_cannot_be_understood_to_say_is_an_error",
        ),
    ),
    SeededFault(
        name="malformed_answer_not_failed",
        breaks="An answer that breaks its output contract is scored as if it kept it.",
        file="src/edison/scorers/registry.py",
        old="        return Scored(value=0.0, passed=False, reason=f",
        new="        return Scored(value=1.0, passed=True, reason=f",
        caught_by=(
            "tests/contract/test_every_scorer.py::"
            "test_a_malformed_answer_fails_where_the_parsed_part_is_needed",
        ),
    ),
    SeededFault(
        name="delimiters_can_be_foreseen",
        breaks="An answer can give instructions to the judge that scores it.",
        file="src/edison/kit/delimiters.py",
        old='        self.name = f"data-{whole.hexdigest()[:16]}"\n'
        "        while any(self.name in text for text in texts):",
        new='        self.name = "data-0123456789abcdef"\n        while not self.name:',
        caught_by=(
            "tests/unit/scorers/test_scorer_dialogue.py::"
            "test_an_answer_that_forges_the_walls_of_another_question_stays_inside_its_own",
        ),
    ),
    SeededFault(
        name="schema_bomb_accepted",
        breaks="A schema of 2.5 KB freezes the process that validates an answer with it.",
        file="src/edison/domain/models/schema_cost.py",
        old="        if self.expanded > EXPANDED_AT_MOST:\n",
        new="        if self.expanded < 0:\n",
        caught_by=(
            "tests/unit/domain/test_schema_cost.py::"
            "test_work_that_doubles_with_each_reference_is_refused",
        ),
    ),
    SeededFault(
        name="deep_answer_checked_at_once",
        breaks="A schema that refers to itself twice freezes the process at a deep answer.",
        file="src/edison/domain/models/structured_output.py",
        old="    if most_steps is not None and usable.steps(inner, value) > most_steps:\n",
        new="    if most_steps is not None and most_steps < 0:\n",
        caught_by=(
            "tests/unit/domain/test_schema_cost.py::"
            "test_a_pattern_that_needs_backtracking_is_never_matched_in_this_process",
        ),
    ),
    SeededFault(
        name="files_read_without_places",
        breaks="One account keeps every core of the web machine busy with files.",
        file="src/edison/store/repositories/datasets/uploads.py",
        old='            return "account"\n',
        new='            return "claimed"\n',
        caught_by=(
            "tests/integration/test_upload_bomb.py::"
            "test_an_account_and_the_installation_have_few_places_for_reading",
        ),
    ),
)
