"""How a score reads, everywhere: its scale, its digits, its interval. The screens say the same in `reading.ts`."""


def percent(share: float) -> str:
    """With a digit behind the point only where it matters: 95%, 99.6%."""
    near_an_end = 0 < share < 0.0095 or 0.9905 < share < 1
    return f"{share * 100:.{1 if near_an_end else 0}f}%"


def digits_of(top: float) -> int:
    """As many digits as a scale up to `top` deserves: 0.85, 8.5, 85."""
    return 2 if top <= 1 else 1 if top <= 10 else 0


def score_text(value: float, top: float = 1.0) -> str:
    """A score on the scorer's own scale, always with the same digits."""
    return f"{value * top:.{digits_of(top)}f}"


def distance_text(value: float, top: float = 1.0) -> str:
    """A difference, with one digit more for what would be lost: 0.15, 0.004."""
    digits = digits_of(top)
    shown = value * top
    text = f"{shown:.{digits}f}"
    if 0 < abs(shown) < 9.95 * 10**-digits:
        longer = f"{shown:.{digits + 1}f}"
        text = text if longer == f"{text}0" else longer
    return text


def interval_text(value: float, low: float, high: float, top: float = 1.0) -> str:
    """0.82 (0.78 to 0.86): the one form of a score with its 95% interval."""
    return f"{score_text(value, top)} ({score_text(low, top)} to {score_text(high, top)})"
