"""Rules for URLs and addresses that must not be called (protection against SSRF).

They prevent that a base URL is used to reach the internal network.
"""

import re
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

MAX_URL = 4096
MAX_HOST = 253
MAX_LABEL = 63

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


class Blocked(Exception):
    """A forbidden request; the message is for the person who entered the address."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def check_url(text: str, *, allow_private: bool) -> None:
    """Raise Blocked unless this is a plain http(s) URL with a permitted host.

    Host names are not resolved here: `forbidden` checks the resolved address when connecting.
    """
    scheme, authority = _split(text)
    if scheme == "http" and not allow_private:
        raise Blocked("Only https is allowed, unless private addresses are permitted")
    if "@" in authority:
        raise Blocked("The URL must not contain a user name or password")
    host = _host(authority)
    address = _literal(host)
    reason = (
        forbidden(address, allow_private=allow_private)
        if address
        else _forbidden_name(host, allow_private=allow_private)
    )
    if reason:
        raise Blocked(reason)
    if isinstance(address, IPv4Address) and host != str(address):
        raise Blocked("Write the address as four decimal numbers")


def forbidden(address: Address, *, allow_private: bool) -> str | None:
    """Return why nothing may be sent to this address; None if it is permitted."""
    if isinstance(address, IPv6Address):
        # Rules for the outer address come first: some forbidden ranges embed an IPv4 address as well.
        reason = _in(address, NEVER_V6)
        if reason:
            return reason
        for inner in _embedded(address):
            reason = forbidden(inner, allow_private=allow_private)
            if reason:
                return reason
        if _embedded(address):
            return None
        private = _in(address, PRIVATE_V6)
        # Only one eighth of all IPv6 addresses is assigned.
        if private is None and address not in GLOBAL_V6:
            return "The address is reserved"
    else:
        reason = _in(address, NEVER_V4)
        if reason:
            return reason
        private = _in(address, PRIVATE_V4)
    return private if private and not allow_private else None


def _networks(**reasons: str) -> tuple[tuple[Network, str], ...]:
    return tuple(
        (ip_network(text), WORDS[name]) for name, texts in reasons.items() for text in texts.split()
    )


WORDS = {
    "metadata": "The address belongs to a cloud's metadata service",
    "link_local": "The address is link-local, a range of cloud metadata services",
    "unspecified": "The address is unspecified",
    "multicast": "The address is a multicast address",
    "broadcast": "The address is a broadcast address",
    "reserved": "The address is reserved",
    "loopback": "The address is this machine itself; private addresses are not permitted",
    "private": "The address is private; private addresses are not permitted",
}

NEVER_V4 = _networks(
    # Alibaba, Azure's wire server, Oracle.
    metadata="100.100.100.200/32 168.63.129.16/32 192.0.0.192/32",
    link_local="169.254.0.0/16",
    unspecified="0.0.0.0/8",
    multicast="224.0.0.0/4",
    broadcast="255.255.255.255/32",
    reserved="192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4",
)
PRIVATE_V4 = _networks(
    loopback="127.0.0.0/8",
    private="10.0.0.0/8 100.64.0.0/10 172.16.0.0/12 192.168.0.0/16 198.18.0.0/15",
)
NEVER_V6 = _networks(
    # Amazon, Google, Oracle.
    metadata="fd00:ec2::/32 fd20:ce::/32 fd00:c1::/32",
    link_local="fe80::/10",
    unspecified="::/128",
    multicast="ff00::/8",
    # Documentation, benchmarks, overlay identifiers, discard, local-use NAT64.
    reserved="2001:db8::/32 3fff::/20 2001:2::/48 2001:10::/28 2001:20::/28 100::/64 64:ff9b:1::/48 fec0::/10",
)
PRIVATE_V6 = _networks(loopback="::1/128", private="fc00::/7")
GLOBAL_V6 = ip_network("2000::/3")

NAT64 = ip_network("64:ff9b::/96")
COMPATIBLE = ip_network("::/96")
TRANSLATED = ip_network("::ffff:0:0:0/96")
# The lower half of an ISATAP address has this marker, with or without the universal bit.
ISATAP = frozenset({0x00005EFE, 0x02005EFE})

METADATA_NAMES = frozenset(
    {
        "metadata",
        "metadata.google.internal",
        "metadata.goog",
        "metadata.azure.internal",
        "metadata.azure.com",
        "metadata.tencentyun.com",
        "instance-data",
        "instance-data.ec2.internal",
    }
)
LOOPBACK_NAMES = frozenset({"localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"})

URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<authority>[^/?#]*)(?P<rest>.*)")
VISIBLE = re.compile(r"[!-~]+")
AUTHORITY = re.compile(r"(?P<host>\[[^\[\]]*\]|[^:\[\]]*)(?P<port>:[0-9]*)?")
NAME_PART = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?")
NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")


def _in(address: Address, networks: tuple[tuple[Network, str], ...]) -> str | None:
    return next((reason for network, reason in networks if address in network), None)


def _embedded(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """Return the IPv4 addresses embedded in an IPv6 address, which packets may be routed to."""
    if address.ipv4_mapped:
        return (address.ipv4_mapped,)
    if address.sixtofour:
        return (address.sixtofour,)
    if address.teredo:
        return address.teredo
    number = int(address)
    last = IPv4Address(number & 0xFFFFFFFF)
    is_compatible = address in COMPATIBLE and number > 1
    if is_compatible or address in NAT64 or address in TRANSLATED:
        return (last,)
    if (number >> 32) & 0xFFFFFFFF in ISATAP:
        return (last,)
    return ()


def _split(text: str) -> tuple[str, str]:
    # Parsers disagree about characters outside this set, so they are rejected.
    if len(text) > MAX_URL or not VISIBLE.fullmatch(text) or set(text) & set('\\"<>^`{|}'):
        raise Blocked("The URL has invalid characters or is too long")
    found = URL.fullmatch(text)
    if found is None or found["scheme"].lower() not in {"http", "https"}:
        raise Blocked("The URL must begin with https:// or http://")
    if "#" in found["rest"]:
        raise Blocked("The URL must not have a fragment (#)")
    return found["scheme"].lower(), found["authority"]


def _host(authority: str) -> str:
    """Return the host in lower case, without the port and the trailing dot."""
    found = AUTHORITY.fullmatch(authority)
    if found is None or not found["host"].strip("[]."):
        raise Blocked("The URL has no valid host")
    port = found["port"]
    if port is not None and not (port[1:].isdigit() and 1 <= int(port[1:]) <= 65535):
        raise Blocked("The port must be a number from 1 to 65535")
    host = found["host"].lower().removesuffix(".")
    if host.startswith("["):
        return host
    parts = host.split(".")
    if len(host) > MAX_HOST or any(
        len(part) > MAX_LABEL or not NAME_PART.fullmatch(part) for part in parts
    ):
        raise Blocked("The host is not a name or an address")
    return host


def _literal(host: str) -> Address | None:
    """Parse a host as an IP address, in any notation that a C library accepts; None if it is a name."""
    if host.startswith("["):
        try:
            # A zone (%eth0) would name an interface of the calling machine.
            if "%" in host:
                raise ValueError
            address = ip_address(host[1:-1])
        except ValueError:
            raise Blocked("The host is not an IPv6 address") from None
        if not isinstance(address, IPv6Address):
            raise Blocked("The host is not an IPv6 address")
        return address
    parts = host.split(".")
    if not NUMBER.fullmatch(parts[-1]):
        return None
    number = _inet_aton(parts)
    if number is None:
        raise Blocked("The host looks like an address but is not valid")
    return IPv4Address(number)


def _inet_aton(parts: list[str]) -> int | None:
    """Parse an IPv4 address of one to four decimal, octal or hexadecimal parts; the last fills the remaining bytes."""
    if len(parts) > 4 or not all(NUMBER.fullmatch(part) for part in parts):
        return None
    try:
        numbers = [_number(part) for part in parts]
    except ValueError:
        return None
    *firsts, last = numbers
    if any(number > 0xFF for number in firsts) or last >= 1 << (8 * (5 - len(parts))):
        return None
    whole = 0
    for number in firsts:
        whole = whole << 8 | number
    return whole << (8 * (5 - len(parts))) | last


def _number(text: str) -> int:
    if text.startswith("0x"):
        return int(text[2:] or "0", 16)
    return int(text, 8) if text.startswith("0") else int(text)


def _forbidden_name(host: str, *, allow_private: bool) -> str | None:
    if host in METADATA_NAMES:
        return WORDS["metadata"]
    is_loopback = host in LOOPBACK_NAMES or host.endswith(".localhost")
    return WORDS["loopback"] if is_loopback and not allow_private else None
