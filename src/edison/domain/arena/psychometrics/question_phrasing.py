"""Sentences that describe suspicions about questions, with their evidence, and that summarize a whole dataset."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from edison.domain.arena.psychometrics.gather_answers import QuestionEvidenceArrays
from edison.domain.arena.psychometrics.suspicions import (
    FEWEST_ANSWERERS,
    FEWEST_ANSWERS,
    FEWEST_JUDGED_TWICE,
    MODELS_FOR_KEYS,
    Suspect,
    Suspicion,
)

NAMES = {
    Suspicion.WRONG_KEY: "with a doubtful expected answer",
    Suspicion.AMBIGUOUS: "that judges see differently",
    Suspicion.DUPLICATE: "repeating another one",
    Suspicion.SATURATED: "that everyone passes",
    Suspicion.HOPELESS: "that nobody passes",
    Suspicion.FLAT: "not separating strong from weak models",
}
# For the note of a dataset version: "Retired 3 questions: saturated".
SHORT = {
    Suspicion.WRONG_KEY: "doubtful expected answer",
    Suspicion.AMBIGUOUS: "ambiguous",
    Suspicion.DUPLICATE: "duplicate",
    Suspicion.SATURATED: "saturated",
    Suspicion.HOPELESS: "nobody passes",
    Suspicion.FLAT: "does not separate models",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Evidence about one question, for its sentence."""

    answers: int
    columns: int
    # Each column is a different model, so that sentences may say "models".
    models: bool = True
    # Counts of the expected answer and of the most frequent other one; both 0 if answers are not comparable.
    keys: int = 0
    others: int = 0
    discrimination: float = float("nan")
    high: float = float("nan")
    spread: float = float("nan")
    usual_spread: float = float("nan")
    judged_twice: int = 0
    # For a duplicate: number of the earlier question.
    like: int | None = None


def sentence_of(suspect: Suspect, facts: Facts) -> str:
    who = f"{facts.columns} {'models' if facts.models else 'columns'}"
    match suspect.kind:
        case Suspicion.SATURATED:
            return (
                f"All {facts.answers:,} answers of {who} passed: "
                "it does not separate strong from weak models."
            )
        case Suspicion.HOPELESS:
            return (
                f"None of the {facts.answers:,} answers of {who} passed: "
                "it is too hard for all of them, or cannot be answered."
            )
        case Suspicion.WRONG_KEY if facts.others:
            return (
                f"The expected answer came {_times(facts.keys)}, another one {_times(facts.others)}, mostly from "
                f"models that do well on other questions: it is wrong with probability {suspect.strength:.0%}."
            )
        case Suspicion.WRONG_KEY:
            return (
                "Models that do well on other questions do badly here "
                f"(correlation {facts.discrimination:.2f} over {who}): the grading may be reversed."
            )
        case Suspicion.AMBIGUOUS:
            return (
                f"Judges of one answer are {facts.spread:.2f} apart here (over {facts.judged_twice:,} answers) and "
                f"{facts.usual_spread:.2f} on other questions: it may be ambiguous."
            )
        case Suspicion.DUPLICATE:
            if suspect.strength >= 1:
                return f"It says the same as question {facts.like}."
            return (
                f"It says nearly the same as question {facts.like} ({suspect.strength:.0%} alike)."
            )
        case Suspicion.FLAT:
            return (
                f"Models that do well elsewhere do no better here (correlation {facts.discrimination:.2f}, at most "
                f"{facts.high:.2f}, over {who}): it does not separate strong from weak models."
            )
        case _:
            assert_never(suspect.kind)


def usual_spread(evidence: QuestionEvidenceArrays) -> float:
    """Return the median over the dataset's questions of the disagreement between judges."""
    enough = (evidence.judged_twice >= FEWEST_JUDGED_TWICE) & ~np.isnan(evidence.disagreement)
    return float(np.median(evidence.disagreement[enough])) if enough.any() else float("nan")


@dataclass(frozen=True, slots=True, kw_only=True)
class Enough:
    """Number of questions with enough answers to be assessed.

    `most_answers` and `most_columns` are the maximum over the questions that do not have enough answers.
    """

    questions: int
    most_answers: int = 0
    most_columns: int = 0


def enough_of(answers: NDArray[np.int64], columns: NDArray[np.int64]) -> Enough:
    """Count the questions that have enough answers from enough columns. Both arguments are indexed by question."""
    known = (answers >= FEWEST_ANSWERS) & (columns >= FEWEST_ANSWERERS)
    return Enough(
        questions=int(known.sum()),
        most_answers=int(answers[~known].max(initial=0)),
        most_columns=int(columns[~known].max(initial=0)),
    )


def summary_of(
    questions: int,
    suspected: int,
    counts: Mapping[Suspicion, int],
    answers: int,
    columns: int,
    runs: int,
    enough: Enough,
) -> str:
    if not questions:
        return "There are no questions in this version."
    if not suspected and not enough.questions:
        found = f"Not enough evidence yet to tell whether any of {_questions(questions)} is bad"
        if answers:
            found = f"Not enough answers to tell whether any of {_questions(questions)} is bad{_lacks(enough)}"
    elif not suspected and enough.questions < questions:
        found = (
            f"None of {_questions(enough.questions)} with enough answers looks bad; "
            f"{questions - enough.questions:,} more do not have enough answers{_lacks(enough)}"
        )
    elif not suspected:
        found = f"None of {_questions(questions)} looks bad"
    else:
        parts = [f"{counts[kind]:,} {name}" for kind, name in NAMES.items() if counts.get(kind)]
        looks = "looks" if suspected == 1 else "look"
        found = f"Of {_questions(questions)} {suspected:,} {looks} bad: {', '.join(parts)}"
        if answers and enough.questions < questions:
            few = f"{questions - enough.questions:,} do not have enough answers{_lacks(enough)}"
            found = f"{found}; {few}"
    if not answers:
        return (
            f"{found}. No finished run has graded answers to them: only duplicates can be detected."
        )
    source = (
        f"{answers:,} answers of {columns} columns in {runs:,} {'run' if runs == 1 else 'runs'}"
    )
    if columns < FEWEST_ANSWERERS:
        return f"{found}. {source} are too few: at least {FEWEST_ANSWERERS} columns are needed."
    return f"{found}, by {source}."


def unchecked_keys(models: NDArray[np.int64]) -> str:
    """Describe how many questions too few models answered to detect a wrong expected answer; empty text if none.

    `models` is the number of models that answered each question.
    """
    few = models[(models > 0) & (models < MODELS_FOR_KEYS)]
    if not few.size:
        return ""
    where = "" if few.size == (models > 0).sum() else f" for {_questions(few.size)}"
    return (
        f" Not enough models to detect a wrong expected answer{where}: "
        f"{int(few.max())} of {MODELS_FOR_KEYS}."
    )


def _lacks(enough: Enough) -> str:
    """Describe what the questions without enough answers lack: answers, or columns."""
    if enough.most_answers < FEWEST_ANSWERS:
        return f" ({enough.most_answers} of {FEWEST_ANSWERS})"
    if enough.most_columns < FEWEST_ANSWERERS:
        return f" (of {enough.most_columns} of {FEWEST_ANSWERERS} columns)"
    return ""


def retired(number: int, kind: Suspicion | None) -> str:
    said = f"Retired {_questions(number)}"
    return said if kind is None else f"{said}: {SHORT[kind]}"


def _questions(number: int) -> str:
    return f"{number:,} {'question' if number == 1 else 'questions'}"


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number:,} times")
