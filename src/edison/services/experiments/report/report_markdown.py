"""Write a report as Markdown.

Texts of people and models are fenced or escaped, so that they are never interpreted as Markdown.
"""

import re
from collections.abc import Iterator, Sequence

from edison.domain.experiments.refining.prompt_document import text_of
from edison.services.experiments.report import report_phrasing
from edison.services.experiments.report.experiment_report import FinalReport

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|!])")
_TICKS = re.compile(r"`{3,}")


def to_markdown(report: FinalReport) -> str:
    return "\n".join(_parts(report)).rstrip() + "\n"


def _parts(report: FinalReport) -> Iterator[str]:
    about, scale = report.experiment, report.experiment.scale
    yield f"# {plain(about.name)}: report\n"
    yield f"Experiment #{about.number}, {_ended(report)}. Made {report.made_at:%Y-%m-%d %H:%M} UTC.\n"
    yield f"{report.summary.sentence}\n"
    if about.goal:
        yield f"## Objective\n\n{fenced(about.goal)}"
    if report.best is not None:
        yield "## Best version\n"
        yield (
            f"Version {report.best.version_number} of {plain(about.prompt_name)} (iteration "
            f"{report.best.number}): {report_phrasing.score(report.best.composite, scale)}.\n"
        )
    if report.gain is not None:
        yield "## Best version compared with the first one\n"
        effect = report.gain.found.effect if report.gain.found else None
        if effect is not None:
            yield f"Gain: {report_phrasing.change(effect, scale)}.\n"
        yield f"{plain(report.gain.sentence)}\n"
    if report.last_is_another is not None:
        yield "## Last iteration compared with the first one\n"
        yield f"{plain(report.last_is_another.sentence)}\n"
    yield "## Check on cases that no iteration has seen\n"
    yield f"{plain(report.check.sentence) if report.check else 'There was no check.'}\n"
    if report.splits is not None:
        yield "## Which cases were used for what\n"
        yield f"{plain(report.splits.sentence)} The seed of the draw is {report.splits.seed}.\n"
    yield "## Iterations\n"
    yield table(
        ("Iteration", "Version", "Score", "Against", "Verdict", "Cost", "What changed"),
        [
            (
                str(line.number),
                str(line.version),
                report_phrasing.score(line.composite, scale),
                "" if line.against is None else f"iteration {line.against}",
                report_phrasing.verdict(line.verdict),
                report_phrasing.money(line.cost_usd),
                line.changelog,
            )
            for line in report.iterations
        ],
    )
    yield "## Cost\n"
    yield table(
        ("Phase", "Cost", "Of it in doubt", "Calls", "Tokens"), report_phrasing.cost_rows(report)
    )
    yield "## Tokens\n"
    yield table(
        ("Model", "Prompt", "Completion"),
        [(one.model, f"{one.prompt:,}", f"{one.completion:,}") for one in report.tokens],
    )
    yield "## Which model to use\n"
    yield table(
        ("Model", "Score", "Cost of a case", "", "Why"),
        [
            (
                model.model_name,
                report_phrasing.score(model.composite, scale),
                report_phrasing.money(model.usd_per_case),
                "recommended" if model.recommended else "pruned" if model.pruned else "",
                model.why,
            )
            for model in report.models
        ],
    )
    yield "## Weak criteria\n"
    yield (
        bullets([weak.sentence for weak in report.weaknesses]) or "No criterion is clearly weak.\n"
    )
    yield "## Next steps\n"
    yield bullets(report.next_steps) or "None.\n"
    if report.content is not None:
        yield f"## The prompt\n\n{fenced(text_of(report.content))}"


def _ended(report: FinalReport) -> str:
    about = report.experiment
    if about.ended_at is None:
        return f"{about.state}, not ended"
    return f"ended {about.ended_at:%Y-%m-%d %H:%M} UTC: {plain(about.end_reason or '')}"


def plain(text: str) -> str:
    """Return the text as one line with all Markdown characters escaped."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def fenced(text: str) -> str:
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}\n"


def bullets(lines: Sequence[str]) -> str:
    return "".join(f"- {plain(line)}\n" for line in lines)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return "Nothing yet.\n"
    lines = [head, ["---"] * len(head), *([plain(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
