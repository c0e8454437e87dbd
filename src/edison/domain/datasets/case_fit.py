"""Whether cases of one place belong in another: they have values of the same names, or the dataset is empty."""

from collections.abc import Collection

from edison.domain.errors import InvalidInput


def must_fit(
    new: Collection[str], there: Collection[str], *, coming: str, dataset: str, field: str
) -> None:
    """Refuse cases that a prompt for the others could not use, and say which columns are in the way."""
    if not there:
        return
    unknown, missing = sorted(set(new) - set(there)), sorted(set(there) - set(new))
    if not unknown and not missing:
        return
    parts = [
        f"{dataset} has no {_named(unknown)}" if unknown else "",
        f"{coming} have no {_named(missing)}" if missing else "",
    ]
    raise InvalidInput(
        f"The columns do not fit: {', and '.join(part for part in parts if part)}",
        field=field,
        advice="Rename the columns so that they are the same, or use another dataset.",
        unknown=unknown,
        missing=missing,
    )


def _named(names: list[str]) -> str:
    return " or ".join(f'"{name}"' for name in names)
