"""Generated exam questions for models, by type and topic.

A question has an expected answer if exactly one answer is right.
"""

import re
from collections.abc import Callable

from edison.simulator.worlds.case_texts import NAMES, PLACES, THINGS
from edison.simulator.worlds.known_facts import AUTHORS, CAPITALS, FACTS, SYMBOLS
from edison.simulator.worlds.seeded_draws import pick

# The text, a tag for its kind, and the answer.
Made = tuple[str, str, str]
# Used if no type is requested.
USUAL_TYPES = ("knowledge", "reasoning", "logic", "math", "writing")
USUAL_OF_TOPIC = ("reasoning", "writing", "ethics")
ANY_TOPIC = "everyday life"
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_COMPARED = (
    ("older", "youngest"),
    ("taller", "shortest"),
    ("faster", "slowest"),
    ("richer", "poorest"),
    ("heavier", "lightest"),
    ("louder", "quietest"),
)
_GROUPS = (
    "painters",
    "early risers",
    "chess players",
    "left-handers",
    "gardeners",
    "night owls",
    "sailors",
    "collectors",
    "dancers",
    "beekeepers",
    "cyclists",
)
_SEQUENCES = (
    "Which number comes next: {0}?",
    "A club for {1} numbers its lockers {0}. What is on the next one?",
    "The pages on {1} in an old book are {0}. Which page is the next?",
    "Somebody notes {0} and has to stop. Continue by one number.",
)
_TASKS = (
    ("lists", "removes duplicates from a list and keeps the order"),
    ("strings", "tells whether a text reads the same backwards"),
    ("dates", "counts the working days between two dates"),
    ("parsing", "reads key=value lines and reports the first bad one"),
    ("recursion", "flattens lists that are nested to any depth"),
    ("numbers", "writes a number from 1 to 3999 in Roman numerals"),
    ("caching", "keeps the last hundred results and forgets the oldest"),
    ("sorting", "sorts records by two fields, one of them descending"),
    ("errors", "retries a failing call three times and waits longer each time"),
    ("search", "finds the two numbers of a list that add up to a target"),
    ("graphs", "finds the shortest way between two stations"),
    ("text", "wraps a paragraph at 72 columns without breaking words"),
    ("money", "splits a bill so that no cent is lost"),
    ("time", "merges overlapping appointments"),
    ("statistics", "computes the median of a stream without keeping it all"),
    ("validation", "checks an IBAN and says what is wrong with it"),
)
_CODING = (
    "Write a Python function that {0}. It is part of a program about {1}.",
    "Here is the need: a program about {1} {0}. Show the code and one test.",
    "How would you write a function that {0}, if memory is short?",
    "Review this idea: to handle {1}, somebody {0} with a regular expression. What goes wrong?",
)
_REASONING = (
    (
        "cause",
        (
            "Sales around {0} fell in {1} right after the price went up. "
            "Name two other explanations and a way to tell them apart."
        ),
    ),
    (
        "tradeoff",
        "{2} has one week and a budget of {3} euros for {0}. What should be left out first, and why?",
    ),
    (
        "assumption",
        "Which hidden assumption is in this sentence: everybody who understands {0} owns a {4}?",
    ),
    (
        "estimate",
        "Estimate how many people in {1} deal with {0} on an ordinary day. Show each step.",
    ),
    (
        "counterexample",
        "Somebody claims that more {0} is always better. Give one convincing counterexample.",
    ),
    ("comparison", "Compare two ways to learn {0}: with a teacher in {1}, or alone with a {4}."),
    (
        "consequence",
        "If {0} were forbidden from tomorrow, what would change within a month, and what only after years?",
    ),
    (
        "diagnosis",
        "{2} did everything by the book on {0}, and it failed. List the three likeliest reasons in order.",
    ),
    ("analogy", "Explain {0} with the help of a {4}, and say where the comparison breaks down."),
    (
        "priority",
        "Three people ask for help with {0} at the same time. By which rule do you choose, and who loses by it?",
    ),
    ("evidence", "What would you have to see to change your mind about {0}?"),
    ("plan", "Plan the first {3} minutes of a workshop on {0} for twelve beginners."),
)
_WRITING = (
    ("story", "Write the first paragraph of a story in which {0} saves a village near {1}."),
    ("letter", "Write a letter in which {2} resigns because of {0}, without one angry word."),
    ("headline", "Give five headlines about {0}, each for a different newspaper."),
    ("poem", "Write four lines on {0} that rhyme and mention a {4}."),
    ("dialogue", "Let a child and a scientist from {1} argue about {0} in six sentences."),
    ("summary", "Summarise what matters about {0} in exactly {3} words."),
    ("speech", "Begin a wedding speech by {2}, who can only talk about {0}."),
    ("rewrite", "Say this in plain words: the utilisation of {0} necessitates prior deliberation."),
    ("review", "Review {0} as if it were a restaurant in {1}."),
    ("instructions", "Write instructions for {0} that fit on the back of a {4}."),
)  # fmt: skip
_ETHICS = (
    ("honesty", "{2} finds out that the figures on {0} were embellished. Nobody was harmed. What is right to do?"),
    ("fairness", "Only one of two equally good people in {1} can be paid for {0}. How should it be decided?"),
    ("privacy", "May a company use what it learns from {0} to set prices? Argue for both sides."),
    ("harm", "A friend wants to try {0} although it may hurt others. Where does your advice end?"),
    ("promise", "{2} promised to keep quiet about {0}. When may the promise be broken?"),
    ("responsibility", "A machine made a mistake with {0}. Who has to answer for it in {1}?"),
    ("consent", "Is it enough if everybody agreed to {0} without reading the {3} pages?"),
    ("future", "What do we owe to people in a hundred years when it comes to {0}?"),
)  # fmt: skip
_TABLES = (
    (re.compile(r"geograph|capital|countr|travel", re.IGNORECASE), 0),
    (re.compile(r"chem|element|scien", re.IGNORECASE), 1),
    (re.compile(r"liter|book|novel|author", re.IGNORECASE), 2),
)


def exam_question(kind: str, topic: str, number: int) -> Made:
    """Return the question with this number; the result is deterministic."""
    maker = next((make for known, make in _MAKERS if known.search(kind)), None)
    if maker is None:
        return _worded(_REASONING, topic or kind, number)
    return maker(topic, number)


def _logic(topic: str, number: int) -> Made:
    form, step = number % 4, number // 4
    if form == 0:
        first, more = 2 + step * 7 % 41, 3 + step * 5 % 17
        shown = ", ".join(str(first + more * at) for at in range(4))
        text = _SEQUENCES[step % len(_SEQUENCES)].format(shown, topic or ANY_TOPIC)
        return text, "sequence", str(first + more * 4)
    if form == 1:
        more, least = _COMPARED[step % len(_COMPARED)]
        at = step * 5
        a, b, c = (NAMES[(at + shift) % len(NAMES)] for shift in (0, 1 + step % 5, 7 + step % 4))
        return f"{a} is {more} than {b}, and {b} is {more} than {c}. Who is the {least}?", "order", c  # fmt: skip
    if form == 2:
        a, b, c = (_GROUPS[(step * 3 + shift) % len(_GROUPS)] for shift in (0, 4, 7))
        text = f"All {a} are {b}, and no {b} are {c}. Can one of the {a} be one of the {c}?"
        return text, "syllogism", "No"
    later = 8 + step * 11 % 83
    today = step * 3 % 7
    text = f"Today is {DAYS[today]}. Which day is it in {later} days?"
    return text, "calendar", DAYS[(today + later) % 7]


def _math(topic: str, number: int) -> Made:
    left, right = 12 + number * 37 % 871, 3 + number * 13 % 89
    form = number % 4
    if form == 0:
        return f"What is {left} * {right}?", "multiplication", str(left * right)
    if form == 1:
        return f"Work out {left + 900} - {right * 7}.", "subtraction", str(left + 900 - right * 7)
    if form == 2:
        text = (
            f"{pick(NAMES, 'math', number)} counts {left} of one kind "
            f"and {right} of another: {left} + {right} makes how many?"
        )
        return text, "addition", str(left + right)
    return f"How much is {left * right} / {right}?", "division", str(left)


def _coding(topic: str, number: int) -> Made:
    tag, task = _TASKS[number % len(_TASKS)]
    way = (number + number // len(_TASKS)) % len(_CODING)
    return _CODING[way].format(task, topic or ANY_TOPIC), tag, ""


def _knowledge(topic: str, number: int) -> Made:
    """Return a factual question from the tables; a reasoning question if no table covers the topic."""
    table = next((at for known, at in _TABLES if known.search(topic)), None)
    if table is None and topic:
        return _worded(_REASONING, topic, number + 5)
    if table is None:
        table, number = number % 4, number // 4
    if table == 3:
        question = list(FACTS)[number * 5 % len(FACTS)]
        return question, "facts", FACTS[question]
    names, words, tag = (
        (CAPITALS, "What is the capital of {}?", "geography"),
        (SYMBOLS, "What is the chemical symbol for {}?", "chemistry"),
        (AUTHORS, "Who wrote {}?", "literature"),
    )[table]
    name = list(names)[number * 11 % len(names)]
    return words.format(name), tag, names[name]


def _worded(texts: tuple[tuple[str, str], ...], topic: str, number: int) -> Made:
    tag, text = texts[number % len(texts)]
    filled = text.format(
        topic or ANY_TOPIC,
        pick(PLACES, "place", number),
        pick(NAMES, "name", number),
        15 + number * 5 % 70,
        pick(THINGS, "thing", number),
    )
    round_ = number // len(texts)
    return (f"{filled} {pick(_ENDINGS, 'ending', number)}" if round_ else filled), tag, ""


_ENDINGS = (
    "Answer for somebody who has never heard of it.",
    "At most fifty words.",
    "Be concrete, with one example from your own country.",
    "Say first how sure you are.",
    "Leave out everything that is obvious.",
    "Begin with the strongest objection.",
    "Use no technical terms at all.",
    "Finish with a question to the reader.",
)


def _words(texts: tuple[tuple[str, str], ...]) -> Callable[[str, int], Made]:
    return lambda topic, number: _worded(texts, topic, number)


_MAKERS: tuple[tuple[re.Pattern[str], Callable[[str, int], Made]], ...] = tuple(
    (re.compile(words, re.IGNORECASE), make)
    for words, make in (
        (r"logic|puzzle|deduc", _logic),
        (r"math|arith|calc|algebra", _math),
        (r"cod|program|software|algorithm", _coding),
        (r"fact|knowledge|trivia|geograph|chem|literat", _knowledge),
        (r"writ|creativ|story|poe", _words(_WRITING)),
        (r"ethic|moral|safety", _words(_ETHICS)),
    )
)
