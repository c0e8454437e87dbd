"""Address blocks that rate limits treat as one sender."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

# One machine usually has a whole /64, and can use another address of it for every request.
IPV6_PREFIX = 64


def address_block(address: str) -> str:
    """Return the rate limit key of an address: an IPv4 address, the /64 of an IPv6 address, or other text as is."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    # Without the zone (interface) of a link-local address.
    return str(IPv6Network((int(parsed), IPV6_PREFIX), strict=False))


def is_loopback(host: str) -> bool:
    """Return whether a server bound to this host can be reached from its own machine only."""
    if host.lower() == "localhost":
        return True
    try:
        parsed = ip_address(host)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    return parsed.is_loopback
