"""Faults in durable work: workers, events, schedules, alerts, imports and suggestions."""

from tools.seeded_faults.fault import SeededFault

FAULTS: tuple[SeededFault, ...] = (
    SeededFault(
        name="dead_worker_not_adopted",
        breaks="Work of a worker that died is never finished, and its runs make no progress.",
        file="src/edison/engine/worker_recovery.py",
        old="resumed = await self._engine.resume_work_of(worker)",
        new="resumed = 0",
        caught_by=(
            "tests/integration/test_recovery.py::"
            "test_a_name_must_be_free_for_three_looks_before_its_work_is_resumed",
        ),
    ),
    SeededFault(
        name="living_worker_taken_for_dead",
        breaks="Work of a worker that is alive is done a second time by another worker.",
        file="src/edison/engine/worker_recovery.py",
        old="                if not got:\n                    continue\n",
        new="",
        caught_by=(
            "tests/integration/test_recovery.py::test_a_living_workers_work_is_never_resumed",
        ),
    ),
    SeededFault(
        name="lease_not_renewed",
        breaks="Long calls lose their rate-limit slot, and more calls run at once than the provider allows.",
        file="src/edison/providers/call_queue.py",
        old="            times.append(self._asked_at + RENEW_EVERY_S)",
        new="            times.append(_NEVER)",
        caught_by=(
            "tests/unit/providers/test_lease_renewal.py::"
            "test_a_call_longer_than_a_lease_is_never_beside_another_processs_call",
        ),
    ),
    SeededFault(
        name="parameter_of_a_user_dropped",
        breaks="A parameter that a user set is left out silently after the provider refuses it.",
        file="src/edison/providers/gateway.py",
        old="        return self.unsupported | (self.learned & call.adaptable)\n",
        new="        return self.unsupported | self.learned\n",
        caught_by=(
            "tests/unit/domain/test_refused_parameter.py::"
            "test_what_a_model_rejected_before_is_left_out_only_where_edison_set_it",
        ),
    ),
    SeededFault(
        name="event_outside_transaction",
        breaks="Changes of other people do not appear on the screen until it is reloaded.",
        file="src/edison/store/unit_of_work.py",
        old="        await self.events.append(self._events)\n        await self._session.commit()",
        new="        await self._session.commit()\n        await self.events.append(self._events)",
        caught_by=(
            "tests/integration/test_event_order.py::"
            "test_events_of_one_transaction_keep_their_order_in_every_topic",
        ),
    ),
    SeededFault(
        name="events_of_one_change_out_of_order",
        breaks="A screen applies the events of one change in the wrong order.",
        file="src/edison/store/repositories/audit/event_log.py",
        old="heads[topic] - len(batch) + 1 + offset",
        new="heads[topic] - offset",
        caught_by=(
            "tests/integration/test_event_order.py::"
            "test_events_of_one_transaction_keep_their_order_in_every_topic",
        ),
    ),
    SeededFault(
        name="schedule_fired_twice",
        breaks="A monitor starts its suite twice for the same time, and both runs are paid for.",
        file="src/edison/engine/monitoring/start_due_batch.py",
        old="    await tx.monitors.pass_on(passed)\n",
        new="",
        caught_by=(
            "tests/integration/test_monitor_starts.py::test_what_is_due_starts_by_itself_and_once",
        ),
    ),
    SeededFault(
        name="alert_raised_twice",
        breaks="A monitor opens a new alert every night for the same drop.",
        file="src/edison/domain/alerts/alert_updates.py",
        old="        home = known.get(one.about, by_cause.get(fingerprint))\n",
        new="        home = None\n",
        caught_by=(
            "tests/unit/domain/alerts/test_alert_updates.py::"
            "test_a_topic_of_a_target_has_one_alert_whichever_rule_saw_it",
        ),
    ),
    SeededFault(
        name="quiet_hours_ignored",
        breaks="People are notified in the night although the monitor has quiet hours.",
        file="src/edison/domain/alerts/quiet_hours.py",
        old="    return moment.astimezone(UTC) if moment > now else None",
        new="    return None",
        caught_by=("tests/unit/domain/alerts/test_quiet_hours.py::test_the_end_of_the_silence",),
    ),
    SeededFault(
        name="delivery_sent_twice",
        breaks="Two workers send the same notification to a channel.",
        file="src/edison/store/repositories/channels/channels.py",
        old="                or_(ChannelRow.claimed_until.is_(None), ChannelRow.claimed_until <= now),\n",
        new="",
        caught_by=(
            "tests/integration/test_deliveries.py::test_what_a_dead_worker_held_is_taken_up_when_its_claim_has_run_out",
        ),
    ),
    SeededFault(
        name="variables_replaced_twice",
        breaks="A case that contains {{name}} changes the prompt that is sent.",
        file="src/edison/domain/prompts/template_renderer.py",
        old='    return VARIABLE.sub(value_of, text) if "{{" in text else text',
        new="    return VARIABLE.sub(value_of, VARIABLE.sub(value_of, text))",
        caught_by=(
            "tests/unit/domain/test_template_renderer.py::test_values_are_never_read_again",
        ),
    ),
    SeededFault(
        name="bad_row_dropped_silently",
        breaks="An import silently leaves out rows that it cannot read.",
        file="src/edison/domain/datasets/importing/map_rows.py",
        old="        problems += wrong\n",
        new="",
        caught_by=(
            "tests/unit/domain/test_importing.py::test_a_problem_names_row_line_and_column",
        ),
    ),
    SeededFault(
        name="hostile_diff_accepted",
        breaks="A suggestion can add a URL to the prompt that sends data to a third party.",
        file="src/edison/domain/experiments/refining/guardrails.py",
        old="    return Guardrail(rule=LINKS_AND_SECRETS, passed=found is None, found=found, sentence=told)",
        new="    return Guardrail(rule=LINKS_AND_SECRETS, passed=True, found=found, sentence=told)",
        caught_by=(
            "tests/unit/domain/refining/test_attacks.py::"
            "test_every_hostile_diff_is_stopped_by_a_rule_that_it_breaks",
        ),
    ),
    SeededFault(
        name="holdout_shown_to_refiner",
        breaks="Suggestions are made from the holdout cases that check them.",
        file="src/edison/services/experiments/plan_readiness.py",
        old="found.choice = CaseChoice(split=Split.TRAIN if found.deals else None, tags=tags)",
        new="found.choice = CaseChoice(split=None, tags=tags)",
        caught_by=(
            "tests/integration/test_experiments.py::"
            "test_a_start_makes_what_is_missing_and_freezes_the_plan",
        ),
    ),
    SeededFault(
        name="chosen_holdout_shown_to_refiner",
        breaks="Cases that a person assigned to the holdout split are used to improve the prompt.",
        file="src/edison/services/experiments/plan_readiness.py",
        old="        found.choice = CaseChoice(split=Split.TRAIN, tags=tags)",
        new="        found.choice = CaseChoice(split=None, tags=tags)",
        caught_by=(
            "tests/integration/test_experiment_holdout.py::"
            "test_a_split_that_a_person_made_is_kept_and_the_refiner_never_sees_the_holdout",
        ),
    ),
    SeededFault(
        name="pickle_decoder_left_in",
        breaks="Someone who can write to the database can run code in a worker.",
        file="src/edison/engine/stored_format.py",
        old="    dbos_formats.DefaultSerializer.deserialize = _refuse_to_read\n",
        new="    return\n",
        caught_by=(
            "tests/integration/test_stored_format.py::"
            "test_a_worker_does_not_decode_a_pickled_row_and_goes_on_working",
        ),
    ),
    SeededFault(
        name="frozen_worker_lives_on",
        breaks="A worker whose event loop is frozen keeps its lock, and its work is never done.",
        file="src/edison/kit/loop_watchdog.py",
        old="        os._exit(EXIT_FROZEN)\n",
        new="        self._stopped.set()\n",
        caught_by=(
            "tests/fault/test_worker_frozen.py::"
            "test_a_frozen_worker_ends_and_another_takes_its_work",
        ),
    ),
    SeededFault(
        name="labelled_run_not_pinned",
        breaks="Retention deletes the labels that people gave, and judges lose their passports.",
        file="src/edison/store/repositories/retention/aged_runs.py",
        old="WHERE project_id = :project AND grade IS NOT NULL",
        new="WHERE project_id = :project AND grade < 0",
        caught_by=(
            "tests/integration/test_retention_pins.py::"
            "test_runs_with_peoples_labels_stay_for_the_judges_that_are_measured_by_them",
        ),
    ),
    SeededFault(
        name="age_of_another_unit",
        breaks="Retention deletes runs that are younger than the project's age limit.",
        file="src/edison/domain/retention/retention_rules.py",
        old="now - timedelta(days=days)",
        new="now - timedelta(hours=days)",
        caught_by=(
            "tests/integration/test_retention.py::test_the_age_is_a_boundary_to_the_moment",
        ),
    ),
    SeededFault(
        name="archive_not_compared",
        breaks="A run is deleted although its archive cannot be read back.",
        file="src/edison/engine/retention/run_archive_file.py",
        old="if lines != rows + 1 or found.hexdigest() != digest",
        new="if lines != rows + 1 and found.hexdigest() != digest",
        caught_by=(
            "tests/integration/test_retention_archive.py::test_a_damaged_archive_is_noticed",
        ),
    ),
)
