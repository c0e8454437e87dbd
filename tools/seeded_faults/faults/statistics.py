"""Faults in statistics: intervals, tests and verdicts that claim more than the data shows."""

from tools.seeded_faults.fault import SeededFault

FAULTS: tuple[SeededFault, ...] = (
    SeededFault(
        name="gate_settled_by_hope",
        breaks="The gate stops early although the open cases can still make up for a loss.",
        file="src/edison/domain/results/gate_rule.py",
        old="    fills = (np.ones, np.zeros)\n",
        new="    fills = (np.zeros, np.zeros)\n",
        caught_by=(
            "tests/unit/domain/results/test_gate_rule.py::"
            "test_a_loss_is_settled_only_if_the_open_cases_cannot_make_up_for_it",
        ),
    ),
    SeededFault(
        name="gate_settled_without_correction",
        breaks="A run with many metrics is stopped early by one that is low by chance.",
        file="src/edison/domain/results/gate_rule.py",
        old="found.p * family <= ALPHA",
        new="found.p <= ALPHA",
        caught_by=(
            "tests/unit/domain/results/test_gate_rule.py::test_more_comparisons_need_more_evidence",
        ),
    ),
    SeededFault(
        name="gate_passes_with_an_unknown_target",
        breaks="The gate passes although nobody can tell about one of the targets.",
        file="src/edison/domain/results/gate_rule.py",
        old="    if not targets or GateVerdict.CANNOT_TELL in targets:\n",
        new="    if not targets:\n",
        caught_by=(
            "tests/unit/domain/results/test_gate_rule.py::"
            "test_one_worse_target_fails_and_each_must_be_known_to_pass",
        ),
    ),
    SeededFault(
        name="gate_passes_with_failed_calls",
        breaks="A provider that is down passes the gate, or fails it as a worse prompt.",
        file="src/edison/cli/suites/exit_code.py",
        old="    if doubts:\n",
        new="    if doubts and journey.gate is None:\n",
        caught_by=("tests/unit/cli/test_gate_exit_code.py::test_verdict_and_options_decide",),
    ),
    SeededFault(
        name="labels_in_the_figure_of_a_scorer",
        breaks="Thumbs of people change the score of a scorer, and the verdicts made of it.",
        file="src/edison/domain/results/run_arrays.py",
        old="& (panel.labels is not LabelUse.IGNORED)\n",
        new="& (panel.labels is not None)\n",
        caught_by=(
            "tests/unit/domain/results/test_grade_arrays.py::"
            "test_every_cell_has_the_grade_and_the_standing_that_the_rule_gives_it",
        ),
    ),
    SeededFault(
        name="accepted_on_seen_cases",
        breaks="A prompt that is overfitted to the cases its refiner saw is called better.",
        file="src/edison/domain/experiments/candidate_acceptance.py",
        old="        base, other = base.only(validation), other.only(validation)\n",
        new="        base, other = base, other\n",
        caught_by=(
            "tests/unit/domain/experiments/test_candidate_acceptance.py::"
            "test_a_gain_on_the_cases_that_the_refiner_saw_is_refused",
        ),
    ),
    SeededFault(
        name="validation_reused_for_nothing",
        breaks="After twenty candidates one of them is called better by luck.",
        file="src/edison/domain/experiments/candidate_acceptance.py",
        old="    return ALPHA * SPENT_BY_A_USE * (1 - SPENT_BY_A_USE) ** (use - 1)\n",
        new="    return ALPHA\n",
        caught_by=(
            "tests/unit/domain/experiments/test_candidate_acceptance.py::"
            "test_all_uses_together_spend_no_more_than_the_error_of_the_experiment",
        ),
    ),
    SeededFault(
        name="refiner_sees_validation_cases",
        breaks="The refiner sees the cases that decide whether its prompt is accepted.",
        file="src/edison/engine/experiments/make_suggestion.py",
        old="        cells = [cell for cell in cells if cell.case in train]\n",
        new="        cells = list(cells)\n",
        caught_by=(
            "tests/integration/test_experiment_splits.py::"
            "test_the_refiner_sees_training_cases_and_validation_decides",
        ),
    ),
    SeededFault(
        name="interval_half_as_wide",
        breaks="Scores look twice as certain as they are.",
        file="src/edison/domain/statistics/estimates.py",
        old="    half = quantile / (1 + extra) * sqrt(",
        new="    half = 0.5 * quantile / (1 + extra) * sqrt(",
        caught_by=(
            "tests/unit/domain/statistics/test_estimates.py::test_wilson_is_that_of_statsmodels",
        ),
    ),
    SeededFault(
        name="clusters_ignored",
        breaks="Ten trials of one case count like ten cases, and noise looks like a result.",
        file="src/edison/domain/statistics/estimates.py",
        old="    if clusters is None:\n        return values\n",
        new="    if clusters is None or values.size:\n        return values\n",
        caught_by=(
            "tests/unit/domain/statistics/test_estimates.py::test_trials_of_a_case_are_not_independent",
        ),
    ),
    SeededFault(
        name="missing_score_is_zero",
        breaks="A judge that did not answer lowers the score of the prompt.",
        file="src/edison/domain/statistics/estimates.py",
        old="    numbers = np.asarray(values, dtype=np.float64)\n",
        new="    numbers = np.nan_to_num(np.asarray(values, dtype=np.float64))\n",
        caught_by=(
            "tests/unit/domain/statistics/test_estimates.py::test_what_is_missing_is_no_zero",
        ),
    ),
    SeededFault(
        name="paired_test_made_unpaired",
        breaks="A version that is better on every case is called no better than chance.",
        file="src/edison/domain/statistics/paired_comparison.py",
        old="    differences = pair.other - pair.base\n",
        new="    differences = pair.other - pair.base.mean()\n",
        caught_by=(
            "tests/unit/domain/statistics/test_paired_cases.py::"
            "test_a_small_gain_in_most_cases_is_seen_although_cases_differ_widely",
            "tests/unit/domain/statistics/test_paired_cases.py::"
            "test_the_interval_is_that_of_the_pairs_though_cases_differ",
        ),
    ),
    SeededFault(
        name="scores_matched_by_rank",
        breaks="Scores of different cases are compared, and noise is called an improvement.",
        file="src/edison/domain/statistics/paired_comparison.py",
        old="    differences = pair.other - pair.base\n",
        new="    differences = np.sort(pair.other) - np.sort(pair.base)\n",
        caught_by=(
            "tests/unit/domain/statistics/test_paired_cases.py::"
            "test_the_interval_is_that_of_the_pairs_though_cases_differ",
        ),
    ),
    SeededFault(
        name="unseen_cases_ignored",
        breaks="Twelve cases without the rare loss are called better, although the mean is the same.",
        file="src/edison/domain/statistics/paired_comparison.py",
        old="    if p_unseen <= alpha:\n",
        new="    if p_unseen <= 1.0:\n",
        caught_by=(
            "tests/unit/domain/statistics/test_paired_comparison.py::"
            "test_the_same_change_in_every_case_is_a_change",
            "tests/unit/domain/statistics/test_unseen_case_share.py::"
            "test_simulations_judge_as_the_product_does",
        ),
    ),
    SeededFault(
        name="worst_unseen_case_left_out",
        breaks="Only observed cases count, so a rare kind of case cannot change a verdict.",
        file="src/edison/domain/statistics/unseen_case_share.py",
        old="np.full((len(rows), 1), -1.0)",
        new="np.full((len(rows), 1), -1e-3)",
        caught_by=(
            "tests/unit/domain/statistics/test_unseen_case_share.py::"
            "test_on_passes_it_is_the_exact_test_of_mcnemar",
        ),
    ),
    SeededFault(
        name="multiple_comparisons_uncorrected",
        breaks="Of twenty models that are equally good, one is called better by chance.",
        file="src/edison/domain/statistics/paired_tests.py",
        old="min(1.0, (len(p_values) - place) * p_values[index])",
        new="min(1.0, p_values[index])",
        caught_by=(
            "tests/unit/domain/statistics/test_paired_comparison.py::test_holm_is_that_of_statsmodels",
        ),
    ),
    SeededFault(
        name="lost_cases_ignored",
        breaks="A version that fails on the hard cases is called better, because those are left out.",
        file="src/edison/domain/statistics/paired_comparison.py",
        old="    if pair.lost_share > LOST_AT_MOST:\n",
        new="    if pair.lost_share > 1.0:\n",
        caught_by=(
            "tests/unit/domain/statistics/test_paired_comparison.py::"
            "test_too_many_lost_cases_leave_no_verdict_and_make_it_no_harder_for_others",
        ),
    ),
    SeededFault(
        name="errors_counted_as_pairs",
        breaks="A failed call is not counted as a lost case.",
        file="src/edison/domain/results/column_comparisons.py",
        old="        lost=int((lost & ~usable).sum()),\n",
        new="        lost=0,\n",
        caught_by=(
            "tests/unit/domain/results/test_build_summary.py::"
            "test_errors_are_never_zeros_and_too_many_make_a_column_inconclusive",
        ),
    ),
    SeededFault(
        name="trials_replace_cases",
        breaks="A plan with many trials of few cases promises a decision that it cannot give.",
        file="src/edison/domain/statistics/required_sample_size.py",
        old="        return sqrt(self.between + self.within / trials)\n",
        new="        return sqrt((self.between + self.within) / trials)\n",
        caught_by=(
            "tests/unit/domain/statistics/test_required_sample_size.py::test_a_run_with_more_trials_varies_as_predicted",
        ),
    ),
    SeededFault(
        name="plan_ignores_comparisons",
        breaks="A run with ten columns promises to detect what only a run with two can.",
        file="src/edison/domain/statistics/required_sample_size.py",
        old="    alpha = ALPHA / comparisons\n",
        new="    alpha = ALPHA\n",
        caught_by=(
            "tests/unit/domain/statistics/test_required_sample_size.py"
            "::test_the_smallest_detectable_difference_is_that_of_statsmodels",
        ),
    ),
)
