"""The buckets of a usage are disjoint: together they are the whole."""

from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.token_usage import Usage

COUNTS = st.integers(0, 10**9)


@given(COUNTS, COUNTS, COUNTS, COUNTS, COUNTS)
def test_the_total_is_the_sum_of_the_buckets(
    input_: int, read: int, write: int, output: int, reasoning: int
) -> None:
    usage = Usage(
        input=input_, cache_read=read, cache_write=write, output=output, reasoning=reasoning
    )
    assert usage.prompt == input_ + read + write
    assert usage.completion == output + reasoning
    assert usage.total == input_ + read + write + output + reasoning


def test_what_the_provider_sent_stays_as_it_was() -> None:
    raw = {"prompt_tokens": 3, "details": {"cached": 1}}
    assert Usage(input=2, cache_read=1, raw=raw).raw == {
        "prompt_tokens": 3,
        "details": {"cached": 1},
    }
    assert Usage().raw == {}
    assert Usage().total == 0
