"""The part of an internet address that stands for one sender."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

# One machine usually has a whole /64 to itself, and can use another address of it for every request.
IPV6_PREFIX = 64


def address_block(address: str) -> str:
    """Return what limits count by: an IPv4 address, the /64 of an IPv6 address, or the text itself."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    # Without the name of the interface that a link-local address may carry.
    return str(IPv6Network((int(parsed), IPV6_PREFIX), strict=False))


def is_loopback(host: str) -> bool:
    """Tell whether a server that binds to this host is reached from its own machine only."""
    if host.lower() == "localhost":
        return True
    try:
        parsed = ip_address(host)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    return parsed.is_loopback
