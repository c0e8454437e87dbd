"""Faults in access control: permissions, projects, sessions and tokens."""

from tools.seeded_faults.fault import SeededFault

FAULTS: tuple[SeededFault, ...] = (
    SeededFault(
        name="permission_check_removed",
        breaks="Every member, even a viewer, can read the project's audit log.",
        file="src/edison/services/audit/audit_queries.py",
        old="who.must(Permission.READ_AUDIT, project)",
        new="who.must_be_known()",
        caught_by=(
            "tests/proofs/test_permission_matrix.py::"
            "test_a_route_lets_in_who_may_and_no_one_else[list_audit]",
        ),
    ),
    SeededFault(
        name="viewer_may_edit_prompts",
        breaks="A viewer can change and delete the prompts of the project.",
        file="src/edison/domain/people/access.py",
        old="Permission.EDIT_PROMPTS: Role.EDITOR",
        new="Permission.EDIT_PROMPTS: Role.VIEWER",
        caught_by=("tests/unit/domain/test_access.py::test_a_role_may_do_what_the_table_says",),
    ),
    SeededFault(
        name="verb_asks_for_weaker_permission",
        breaks="A viewer can revoke the API tokens of the project.",
        file="src/edison/services/people/api_tokens.py",
        old="-> None:\n    who.must(Permission.MANAGE_TOKENS, project)",
        new="-> None:\n    who.must(Permission.VIEW_PROJECT, project)",
        caught_by=(
            "tests/proofs/test_permission_matrix.py::"
            "test_a_route_lets_in_who_may_and_no_one_else[revoke_token]",
        ),
    ),
    SeededFault(
        name="query_without_project",
        breaks="Anyone who knows a dataset's id can read it from another project.",
        file="src/edison/store/repositories/base.py",
        old="""        ours = (table.project_id == project, table.id == wanted, *conditions)
        found =""",
        new="""        ours = (table.id == wanted, *conditions)
        found =""",
        caught_by=(
            "tests/proofs/test_cross_tenant.py::"
            "test_nothing_of_another_project_is_found_or_changed[read_dataset]",
        ),
    ),
    SeededFault(
        name="revoked_token_accepted",
        breaks="An API token that was revoked still works.",
        file="src/edison/store/repositories/people/api_tokens.py",
        old="""                ApiTokenRow.revoked_at.is_(None),
                ApiTokenRow.expires_at > now,""",
        new="""                ApiTokenRow.expires_at > now,""",
        caught_by=("tests/integration/test_tokens.py::test_a_revoked_token_is_refused_at_once",),
    ),
    SeededFault(
        name="session_survives_sign_out",
        breaks="Someone who copied a session cookie stays signed in after its owner signed out.",
        file="src/edison/services/people/sign_in.py",
        old="            await tx.users.end_session(who.session, who.session_ends_at)",
        new="            pass",
        caught_by=(
            "tests/integration/test_sessions.py::"
            "test_signing_out_clears_the_cookie_and_ends_the_token",
        ),
    ),
    SeededFault(
        name="renewed_token_survives",
        breaks="A stolen session token still works after the browser it was stolen from got a new one.",
        file="src/edison/services/people/identity.py",
        old="revoked_from=now + RENEWAL_GRACE",
        new="revoked_from=claims.expires_at",
        caught_by=(
            "tests/integration/test_sessions.py::test_renewal_revokes_the_old_token_after_a_moment",
        ),
    ),
    SeededFault(
        name="unconfirmed_address_answers_invites",
        breaks="Someone who registers with another person's address can accept the invites to it.",
        file="src/edison/domain/people/invite.py",
        old="    if not user.email_confirmed:",
        new="    if user.email_confirmed is None:",
        caught_by=(
            "tests/integration/test_invite_takeover.py::"
            "test_an_address_that_was_only_typed_counts_for_nothing",
        ),
    ),
    SeededFault(
        name="shown_link_confirms_address",
        breaks="Someone who sees the link of an invite they sent gets a confirmed account of the invited person.",
        file="src/edison/services/people/account_registration.py",
        old="(offer is not None and offer.mailed)",
        new="(offer is not None)",
        caught_by=(
            "tests/integration/test_invite_takeover.py::"
            "test_an_impostor_does_not_get_into_the_project_of_another_owner",
        ),
    ),
    SeededFault(
        name="csrf_check_removed",
        breaks="Another site can make a signed-in person's browser change things in Edison.",
        file="src/edison/api/request_guard.py",
        old='if "authorization" not in headers and not _csrf_matches(headers):',
        new='if "x-never-sent" in headers and not _csrf_matches(headers):',
        caught_by=(
            "tests/integration/test_guard.py::test_a_header_without_the_cookie_is_not_enough",
            "tests/integration/test_guard.py::test_no_change_is_made_without_the_csrf_token",
        ),
    ),
    SeededFault(
        name="mcp_accepts_a_session",
        breaks="A page in a signed-in person's browser calls the tools of the MCP server.",
        file="src/edison/api/mcp/endpoint.py",
        old='if found.actor.kind != "token":',
        new='if found.actor.kind == "anonymous" and shown.bearer:',
        caught_by=(
            "tests/integration/test_mcp_server.py::test_no_token_a_session_and_a_foreign_origin_are_refused",
        ),
    ),
    SeededFault(
        name="last_owner_may_leave",
        breaks="A project loses its last owner, and nobody can manage it any more.",
        file="src/edison/services/people/project_members.py",
        old="if member.role is Role.OWNER and owners == 1:",
        new="if member.role is Role.OWNER and owners == 0:",
        caught_by=("tests/integration/test_members.py::test_the_last_owner_stays",),
    ),
    SeededFault(
        name="rewritten_audit_chain_accepted",
        breaks="Someone who can write to the database can rewrite the audit log undetected.",
        file="src/edison/domain/audit/audit_chain.py",
        old="if self.signed[item.number] == item.hash:",
        new="if self.signed[item.number]:",
        caught_by=(
            "tests/integration/test_audit_checkpoints.py::"
            "test_a_whole_chain_that_was_rewritten_is_found_with_the_first_entry",
        ),
    ),
    SeededFault(
        name="stranger_signs_the_audit_log",
        breaks="Checkpoints signed with any key count as signed by a worker.",
        file="src/edison/domain/audit/audit_checkpoints.py",
        old="        if self._waiting:\n            first",
        new="        if not self.count:\n            first",
        caught_by=(
            "tests/unit/vault/test_audit_keys.py::"
            "test_a_key_that_is_gone_is_believed_if_a_known_one_signed_after_it",
        ),
    ),
    SeededFault(
        name="grade_without_audit_entry",
        breaks="Nobody can tell who changed a grade.",
        file="src/edison/services/runs/cell_labels.py",
        old='        _record(tx, cell, CELL_GRADED, {"grade": {"old": was.grade, "new": mark.grade}})\n',
        new="",
        caught_by=(
            "tests/proofs/test_audited_routes.py::"
            "test_a_grade_is_recorded_with_both_values_and_without_its_comment",
        ),
    ),
    SeededFault(
        name="last_owner_may_be_deleted",
        breaks="The only owner of a project deletes their account, and nobody can manage it any more.",
        file="src/edison/store/repositories/retention/account_erasure.py",
        old="for project, count in Counter(owners).items() if count == 1]",
        new="for project, count in Counter(owners).items() if count == 0]",
        caught_by=(
            "tests/integration/test_account_erasure.py::"
            "test_the_last_owner_of_a_project_cannot_be_deleted",
        ),
    ),
    SeededFault(
        name="redacted_entry_is_believed",
        breaks="Someone who marks an audit entry as redacted can change it, and `edison doctor` does not report it.",
        file="src/edison/domain/audit/audit_chain.py",
        old="if self._vouched.get(number) != digest",
        new="if self._vouched.get(number, digest) != digest",
        caught_by=(
            "tests/unit/domain/test_erasure.py::"
            "test_a_redacted_entry_that_nobody_vouches_for_breaks_the_chain",
        ),
    ),
    SeededFault(
        name="rewritten_chain_is_shortened",
        breaks="Retention deletes the oldest entries of a rewritten chain, and with them the evidence.",
        file="src/edison/engine/audit/checkpoint_writer.py",
        old="            raise CheckpointsContradict(check.sentence)",
        new="            pass",
        caught_by=(
            "tests/integration/test_audit_age.py::"
            "test_a_chain_that_contradicts_its_checkpoints_stays_as_evidence",
        ),
    ),
    SeededFault(
        name="deletion_of_any_project_opens_the_log",
        breaks="While one project is deleted, the audit log of another can be deleted too.",
        file="src/edison/store/migrations/versions/0030_initial.sql",
        old="EXISTS (SELECT FROM project_deletions WHERE project_id::text = project)",
        new="EXISTS (SELECT FROM project_deletions)",
        caught_by=(
            "tests/integration/test_project_deletion.py::"
            "test_rows_that_never_change_are_deleted_only_by_a_deletion",
        ),
    ),
    SeededFault(
        name="tokens_of_a_disabled_person_work",
        breaks="API tokens of a disabled account are accepted.",
        file="src/edison/store/repositories/people/api_tokens.py",
        old="                UserRow.disabled_at.is_(None),\n",
        new="",
        caught_by=(
            "tests/integration/test_people_administration.py::"
            "test_a_disabled_person_is_locked_out_until_enabled",
        ),
    ),
    SeededFault(
        name="last_installation_owner_removed",
        breaks="The only owner of an installation can stop being its owner.",
        file="src/edison/services/people/installation_owners.py",
        old="if person.id in owners and len(owners) == 1:",
        new="if person.id in owners and not owners:",
        caught_by=(
            "tests/integration/test_people_administration.py::"
            "test_an_installation_has_several_owners_but_never_none",
        ),
    ),
    SeededFault(
        name="password_reset_link_never_expires",
        breaks="A mailed link sets a password long after it was sent.",
        file="src/edison/store/repositories/people/password_resets.py",
        old=".where(PasswordResetRow.digest == digest, PasswordResetRow.expires_at > now)",
        new=".where(PasswordResetRow.digest == digest)",
        caught_by=(
            "tests/integration/test_password_reset.py::test_a_link_expires_after_half_an_hour",
        ),
    ),
)
