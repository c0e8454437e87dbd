"""A run of cases with images of 1 MB keeps the worker small, and its rows are shown at once."""

from tests.load.image_run import PATCHES, image_run
from tests.support.slowness import allowed

CASES = 200


async def test_images_of_a_large_run_do_not_stay_in_memory() -> None:
    found = await image_run(CASES)

    assert found["cells"] == found["right_images"] == found["passed"] == 2 * CASES
    assert found["least_prompt_tokens"] > PATCHES
    assert found["compared"] == CASES
    # All images together are 416 MB as bytes, and more as base64.
    assert found["worker_rss_growth_mb"] < 200
    assert found["image_run_first_rows_s"] < allowed(1_500) / 1_000
