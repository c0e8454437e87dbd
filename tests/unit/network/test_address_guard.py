"""Which addresses and URLs may be called."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.network.address_guard import Blocked, check_url, forbidden
from tests.support.hostile_urls import HOSTILE, Hostile, passes_the_rule

PUBLIC_URLS = (
    "https://api.openai.com/v1",
    "https://api.openai.com./v1",
    "HTTPS://API.OpenAI.com/v1",
    "https://your-resource.openai.azure.com/openai/deployments/x/chat/completions?api-version=1",
    "https://generativelanguage.googleapis.com/v1beta/models/gemini:generateContent",
    "https://bedrock-runtime.eu-central-1.amazonaws.com/model/a.b-v1%3A0/converse",
    "https://xn--bcher-kva.example:8443/v1",
    "https://1password.example.com/",
    "https://8.8.8.8/v1",
    "https://[2606:4700::1111]:443/v1",
    "https://[::ffff:8.8.8.8]/",
    "https://[2002:808:808::1]/",
    "https://a_b.example.com/",
)
PRIVATE_URLS = (
    "http://localhost:11434",
    "http://127.0.0.1:8000/v1",
    "http://[::1]:8000/v1",
    "http://192.168.1.20:1234/v1",
    "http://10.0.0.5/v1",
    "http://100.64.0.7/v1",
    "http://[fd12:3456::1]/v1",
    "http://ollama:11434",
    "http://api.example.com/v1",
)

# Not reachable from everywhere by IANA's registry, which older releases of Python know only in part.
REGISTERED_SINCE = (ip_network("192.88.99.0/24"), ip_network("192.0.0.0/24"))

addresses = st.integers(0, 2**32 - 1).map(IPv4Address)


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: ascii(hostile.url)[:60])
def test_a_hostile_url_is_refused(hostile: Hostile) -> None:
    url = hostile.url.replace("{port}", "8000")

    assert not passes_the_rule(url, allow_private=False)
    if hostile.always:
        assert not passes_the_rule(url, allow_private=True)


@pytest.mark.parametrize("url", PUBLIC_URLS)
def test_a_provider_is_allowed_either_way(url: str) -> None:
    check_url(url, allow_private=False)
    check_url(url, allow_private=True)


@pytest.mark.parametrize("url", PRIVATE_URLS)
def test_a_private_server_is_allowed_where_it_is_permitted(url: str) -> None:
    check_url(url, allow_private=True)
    with pytest.raises(Blocked):
        check_url(url, allow_private=False)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://169.254.169.254/", "metadata"),
        ("https://metadata.google.internal/", "metadata"),
        ("https://10.0.0.1/", "private"),
        ("https://127.0.0.1/", "this machine"),
        ("http://api.openai.com/", "https"),
        ("https://user:pa55@example.com/", "user name"),
        ("https://example.com:99999/", "port"),
        ("https://example.com/#x", "fragment"),
        ("https://0x08080808/", "four decimal numbers"),
        ("ftp://example.com/", "begin with https"),
    ],
)
def test_the_reason_says_what_to_change_and_quotes_nothing(url: str, reason: str) -> None:
    with pytest.raises(Blocked, match=reason) as caught:
        check_url(url, allow_private=False)

    assert "pa55" not in caught.value.reason


@given(addresses)
def test_every_notation_of_an_address_gets_the_same_judgement(address: IPv4Address) -> None:
    number = int(address)
    a, b, c, d = address.packed
    refused = forbidden(address, allow_private=False)
    notations = (
        str(number),
        hex(number),
        f"0{number:o}",
        f"{a:#x}.{b:#x}.{c:#x}.{d:#x}",
        f"0{a:o}.0{b:o}.0{c:o}.0{d:o}",
        f"{a}.{number & 0xFFFFFF}",
        f"{a}.{b}.{number & 0xFFFF}",
    )
    for host in notations:
        with pytest.raises(Blocked) as caught:
            check_url(f"https://{host}/", allow_private=False)
        assert caught.value.reason == (refused or "Write the address as four decimal numbers")


@given(addresses, st.booleans())
def test_an_address_inside_another_is_judged_like_itself(
    address: IPv4Address, allow_private: bool
) -> None:
    number = int(address)
    judged = forbidden(address, allow_private=allow_private)
    outer = [
        0xFFFF << 32 | number,
        0x2002 << 112 | number << 80 | 1,
        0x64FF9B << 96 | number,
        0xFFFF << 48 | number,
        0x2A00 << 112 | 0x5EFE << 32 | number,
    ]
    if number > 1:
        outer.append(number)
    for each in outer:
        assert forbidden(IPv6Address(each), allow_private=allow_private) == judged


@given(addresses)
def test_what_python_calls_global_and_we_refuse_is_a_metadata_service(
    address: IPv4Address,
) -> None:
    """An independent list: the standard library's."""
    refused = forbidden(address, allow_private=False)
    if address.is_global and not address.is_multicast:
        later = any(address in network for network in REGISTERED_SINCE)
        assert refused is None or "metadata" in refused or later
    else:
        assert refused is not None


@pytest.mark.parametrize(
    "text",
    [
        "169.254.169.254",
        "0.0.0.0",
        "fe80::1",
        "fd00:ec2::254",
        "::",
        "224.0.0.1",
        "100.100.100.200",
    ],
)
def test_some_addresses_are_never_allowed(text: str) -> None:
    assert forbidden(ip_address(text), allow_private=True) is not None


@given(st.text(max_size=60), st.booleans())
def test_no_text_breaks_the_rule(text: str, allow_private: bool) -> None:
    for url in (text, f"https://{text}", f"https://{text}/", f"https://example.com:{text}"):
        passes_the_rule(url, allow_private=allow_private)
