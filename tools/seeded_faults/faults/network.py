"""Faults in the network: allowed addresses, signatures, and leaked secrets."""

from tools.seeded_faults.fault import SeededFault

FAULTS: tuple[SeededFault, ...] = (
    SeededFault(
        name="metadata_address_allowed",
        breaks="A base URL can read the keys of the machine from the cloud's metadata service.",
        file="src/edison/network/address_guard.py",
        old='    link_local="169.254.0.0/16",\n',
        new="",
        caught_by=(
            "tests/unit/network/test_address_guard.py::test_some_addresses_are_never_allowed",
        ),
    ),
    SeededFault(
        name="embedded_address_not_unpacked",
        breaks="An IPv6 address that embeds 127.0.0.1 reaches services on Edison's own machine.",
        file="src/edison/network/address_guard.py",
        old="        return (address.ipv4_mapped,)",
        new="        return ()",
        caught_by=(
            "tests/unit/network/test_address_guard.py::test_an_address_inside_another_is_judged_like_itself",
        ),
    ),
    SeededFault(
        name="address_checked_only_before_dns",
        breaks="A host name that resolves to a private address reaches the internal network.",
        file="src/edison/network/guarded_http.py",
        old="    if reason:\n        raise _ForbiddenAddress(reason)",
        new="    if reason and not place:\n        raise _ForbiddenAddress(reason)",
        caught_by=(
            "tests/contract/test_ssrf.py::test_a_name_that_changes_its_answer_after_a_check_is_refused",
        ),
    ),
    SeededFault(
        name="redirects_followed",
        breaks="An external server can redirect a call, with the API key in it, to an internal address.",
        file="src/edison/network/guarded_http.py",
        old="allow_redirects=False",
        new="allow_redirects=True",
        caught_by=(
            "tests/contract/test_ssrf.py::test_redirects_are_given_back_and_never_followed",
        ),
    ),
    SeededFault(
        name="provider_keys_in_logs",
        breaks="API keys of providers can be read in the log files.",
        file="src/edison/kit/redaction.py",
        old=r'    re.compile(r"\b(?:sk-|AIza|AKIA)[\w-]{16,}"),  # provider keys in their usual forms'
        "\n",
        new="",
        caught_by=(
            "tests/unit/kit/test_redaction.py::test_a_secret_put_anywhere_does_not_survive",
        ),
    ),
    SeededFault(
        name="log_lines_not_redacted",
        breaks="Passwords and tokens that reach a log line stay readable in it.",
        file="src/edison/kit/log_setup.py",
        old="                _redact_event,\n",
        new="",
        caught_by=("tests/integration/test_logs.py::test_no_secret_is_ever_logged",),
    ),
    SeededFault(
        name="key_repeated_in_error",
        breaks="A provider that repeats the key in its error message gets it shown on the screen.",
        file="src/edison/providers/call_attempt.py",
        old="                text = text.replace(written, HIDDEN)",
        new="                text = text.replace(written, written)",
        caught_by=(
            "tests/contract/test_every_failure.py::"
            "test_a_server_that_repeats_the_key_does_not_get_it_shown",
        ),
    ),
    SeededFault(
        name="signature_without_timestamp",
        breaks="A webhook that somebody recorded can be sent again at any later time.",
        file="src/edison/channels/webhook_signature.py",
        old='content = f"{letter}.{moment}.".encode() + body',
        new='content = f"{letter}.".encode() + body',
        caught_by=(
            "tests/unit/channels/test_webhook_signature.py::test_the_example_of_the_specification_comes_out",
        ),
    ),
)
