"""Faults in money: prices, reservations, the ledger, and calls that must not be paid for twice."""

from tools.seeded_faults.fault import SeededFault

FAULTS: tuple[SeededFault, ...] = (
    SeededFault(
        name="ledger_entry_doubled",
        breaks="Reports show twice what a run has cost.",
        file="src/edison/engine/runs/call_settlement.py",
        old="project, run, list(lines.values()), now, experiment=experiment",
        new="project, run, 2 * list(lines.values()), now, experiment=experiment",
        caught_by=(
            "tests/integration/test_run_reservations.py::"
            "test_a_call_is_reserved_before_it_leaves_and_settled_once",
        ),
    ),
    SeededFault(
        name="reservation_not_made",
        breaks="Calls that run at the same time spend more than the budget allows.",
        file="src/edison/engine/runs/run_writer.py",
        old="                sum(item.worst.cost for item in some),\n",
        new="                0,\n",
        caught_by=(
            "tests/integration/test_run_reservations.py::"
            "test_no_call_leaves_without_room_for_its_worst_case",
        ),
    ),
    SeededFault(
        name="reservation_released_twice",
        breaks="Money that other calls have reserved is released, and the budget is exceeded.",
        file="src/edison/engine/runs/call_settlement.py",
        old="            held=line.held - item.spent.held,",
        new="            held=line.held - 2 * item.spent.held,",
        caught_by=(
            "tests/integration/test_run_reservations.py::"
            "test_what_one_call_gives_back_is_its_own_reservation_only",
        ),
    ),
    SeededFault(
        name="budget_limit_off_by_one",
        breaks="A call starts although it may exceed the budget.",
        file="src/edison/domain/budgets/budget.py",
        old="if limit is None or used + wanted <= limit:",
        new="if limit is None or used + wanted <= limit + 1:",
        caught_by=(
            "tests/unit/domain/test_budgets.py::test_a_call_waits_while_others_may_give_room_back",
            "tests/unit/domain/test_budgets.py::"
            "test_what_is_granted_in_one_breath_never_passes_the_limit",
        ),
    ),
    SeededFault(
        name="simulated_money_uses_up_real_money",
        breaks="Calls of simulated models count against the real balances of the day and the month.",
        file="src/edison/store/repositories/budgets/budgets.py",
        old="            & (BudgetRow.simulated == simulated)\n",
        new="",
        caught_by=(
            "tests/integration/test_simulated_money.py::"
            "test_each_call_counts_against_the_balance_of_its_own_money",
        ),
    ),
    SeededFault(
        name="budget_alert_repeated",
        breaks="The warning that a budget is nearly spent is sent again with every call.",
        file="src/edison/domain/budgets/budget.py",
        old="        if self.alerted:\n            return False\n",
        new="",
        caught_by=("tests/unit/domain/test_budgets.py::test_an_alert_comes_once_at_its_share",),
    ),
    SeededFault(
        name="unknown_price_is_zero",
        breaks="A model with an unknown price looks free, and budgets do not stop it.",
        file="src/edison/providers/list_prices.py",
        old="    if entry is None:\n        return None\n",
        new="    if entry is None:\n        return Price(input=Decimal(0), output=Decimal(0))\n",
        caught_by=(
            "tests/unit/providers/test_list_prices.py::test_what_nobody_listed_has_no_price",
        ),
    ),
    SeededFault(
        name="price_at_a_tenth",
        breaks="Every cost is booked at a tenth: budgets allow ten times too much, and reports understate it.",
        file="src/edison/domain/models/price.py",
        old="        return _rounded(self._exact(usage), ROUND_HALF_UP)",
        new="        return _rounded(self._exact(usage) / 10, ROUND_HALF_UP)",
        caught_by=(
            "tests/unit/providers/test_independent_bill.py::"
            "test_every_published_price_is_booked_to_the_micro_dollar",
        ),
    ),
    SeededFault(
        name="run_books_a_tenth",
        breaks="A run at list prices books a tenth of what its provider bills.",
        file="src/edison/domain/models/price.py",
        old="    assert MICRO == 1_000_000\n",
        new="    dollars_per_million /= 10\n",
        caught_by=(
            "tests/integration/test_runs.py::test_a_grader_scores_each_cell_and_its_cost_is_apart",
        ),
    ),
    SeededFault(
        name="cached_input_at_another_price",
        breaks="Tokens that were read from the provider's cache are booked at the price of new ones.",
        file="src/edison/providers/list_prices.py",
        old="        cache_read=_at(rates, READ, 0),\n",
        new="        cache_read=_at(rates, INPUT, 0),\n",
        caught_by=(
            "tests/unit/providers/test_independent_bill.py::"
            "test_every_published_price_is_booked_to_the_micro_dollar",
        ),
    ),
    SeededFault(
        name="cache_write_at_another_price",
        breaks="Tokens that were written to the provider's cache are booked at the price of reading them.",
        file="src/edison/providers/list_prices.py",
        old="        cache_write=_at(rates, WRITE, 0),\n",
        new="        cache_write=_at(rates, READ, 0),\n",
        caught_by=(
            "tests/unit/providers/test_independent_bill.py::"
            "test_every_published_price_is_booked_to_the_micro_dollar",
        ),
    ),
    SeededFault(
        name="cache_write_for_an_hour_at_the_price_of_minutes",
        breaks="A cache that is kept for an hour is booked below what the provider bills for it.",
        file="src/edison/providers/wire/anthropic_answers.py",
        old="        cache_write=written - for_an_hour,\n        cache_write_1h=for_an_hour,\n",
        new="        cache_write=written,\n",
        caught_by=(
            "tests/unit/providers/test_independent_bill.py::"
            "test_every_published_price_is_booked_to_the_micro_dollar",
        ),
    ),
    SeededFault(
        name="overrun_not_booked",
        breaks="A provider that bills more than was reserved goes unnoticed.",
        file="src/edison/domain/runs/cell.py",
        old="    return MicroUsd(max(0, bill.cost + bill.doubt - reserved))",
        new="    return ZERO",
        caught_by=(
            "tests/integration/test_overruns.py::"
            "test_a_bill_beyond_the_reservation_is_an_overrun_everywhere",
        ),
    ),
    SeededFault(
        name="unknown_usage_is_free",
        breaks="An answer whose tokens the provider did not report counts as free.",
        file="src/edison/domain/runs/cell.py",
        old="        unsure += 1",
        new="        unsure += 0",
        caught_by=(
            "tests/unit/domain/test_budgets.py::"
            "test_an_answer_without_usage_is_counted_at_its_worst",
        ),
    ),
    SeededFault(
        name="call_in_doubt_forgotten",
        breaks="After a crash of a worker, money that the provider may have charged is in no total.",
        file="src/edison/engine/runs/count_doubt.py",
        old="                doubt=sum(each.doubt for each in some),\n",
        new="                doubt=0,\n",
        caught_by=(
            "tests/integration/test_run_reservations.py::"
            "test_a_call_of_a_dead_worker_is_in_doubt_and_its_cell_is_open_again",
        ),
    ),
    SeededFault(
        name="late_answer_releases_again",
        breaks="An answer of a worker that was considered dead releases money that other calls have reserved.",
        file="src/edison/engine/runs/call_settlement.py",
        old="replace(item, spent=spent.as_released())",
        new="item",
        caught_by=(
            "tests/integration/test_run_reservations.py::"
            "test_a_late_answer_of_a_worker_taken_for_dead_is_kept_and_its_doubt_is_settled",
        ),
    ),
    SeededFault(
        name="received_answer_not_journaled",
        breaks="A killed worker loses answers that it had received, and they are paid for again.",
        file="src/edison/engine/runs/journal_replay.py",
        old="return sum([await _replay(own, file) for file in left_files(folder)])",
        new="return 0",
        caught_by=(
            "tests/integration/test_answer_journal.py::"
            "test_an_answer_that_arrived_before_a_kill_is_committed_by_the_next_worker",
        ),
    ),
    SeededFault(
        name="slot_given_back_before_the_commit",
        breaks="More calls than the limit are in progress or uncommitted when a worker is killed.",
        file="src/edison/engine/call_slots.py",
        old="        if self._used < self._limit and not self._waiting:\n            self._used += 1\n",
        new="        if self._used < self._limit and not self._waiting:\n",
        caught_by=(
            "tests/integration/test_slots_until_commit.py::"
            "test_no_call_begins_while_all_slots_wait_for_their_commit",
        ),
    ),
    SeededFault(
        name="lost_call_asked_again",
        breaks="After a crash of a worker a call that may have been answered is paid for twice.",
        file="src/edison/engine/steps/make_playground_call.py",
        old="await _outcome(own, project, item) if first else (LOST, None)",
        new="await _outcome(own, project, item)",
        caught_by=(
            "tests/fault/test_try_killed.py::test_a_call_of_a_killed_worker_is_not_made_again",
        ),
    ),
    SeededFault(
        name="reuse_ignores_trial",
        breaks="All trials of a case get the first one's answer, and the spread of answers is lost.",
        file="src/edison/domain/models/answer_key.py",
        old='        "trial": trial,',
        new='        "trial": 0,',
        caught_by=(
            "tests/unit/domain/test_answer_key.py::test_any_change_around_the_call_changes_the_key",
        ),
    ),
    SeededFault(
        name="reuse_ignores_seed",
        breaks="A call with another seed gets the stored answer instead of a new one.",
        file="src/edison/domain/models/answer_key.py",
        old="call.parameters.given().items() if name not in dropped}",
        new='call.parameters.given().items() if name not in {*dropped, "seed"}}',
        caught_by=(
            "tests/unit/domain/test_answer_key.py::test_any_change_of_the_call_changes_the_key",
        ),
    ),
)
