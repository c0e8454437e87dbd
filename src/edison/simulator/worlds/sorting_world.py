"""World of classification into categories of the prompt; better models choose the right category more often."""

import json
import re
from dataclasses import dataclass

from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.seeded_draws import pick
from edison.simulator.worlds.world_features import Feature, Seen, World, criteria, finds, pattern

_BULLET = re.compile(
    r"^[ \t]*[-*\u2022][ \t]*[`\"']?([A-Za-z][\w/-]*(?: [\w/-]+)?)[`\"']?(?:[ \t]*:[ \t]*(.*))?$",
    re.MULTILINE,
)
_LISTED = re.compile(
    r"\b(?:one of|categor(?:y|ies)|class(?:es)?|labels?|topics?|into|as)\b[^:\n]{0,40}:[ \t]*([^\n.]+)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:,|/|\||;|\bor\b|\band\b)\s*", re.IGNORECASE)
_EXPECTED = re.compile(r"\bexpected(?: \w+)?\W{1,3}([A-Za-z][\w-]*)", re.IGNORECASE)
_ASKS_REPLY = re.compile(r"\bsentence to the|\breply\b|\bsecond line\b", re.IGNORECASE)
_TAGS = re.compile(r"<response>.*?</response>|<response>", re.IGNORECASE | re.DOTALL)
_JSON = re.compile(r"\bjson\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """A topic of messages, and typical words for it."""

    seen: re.Pattern[str]
    # The deciding sign, and the reply.
    sign: str
    reply: str


# By the first words of usual category names; the first match wins.
MATTERS: dict[str, Matter] = {
    "bill": Matter(
        seen=pattern(
            r"charg|invoice|\bbill|payment|\bpaid\b|subscription|\bvat\b|money back|refund|\bcard\b"
        ),
        sign="money that was charged or invoiced",
        reply="we are checking the charge and will correct it on your next statement",
    ),
    "deliver": Matter(
        seen=pattern(r"parcel|package|courier|deliver|tracking|shipp|arriv(?:es|ing)|\blate\b"),
        sign="a parcel on its way",
        reply="we have asked the carrier where your parcel is and will write to you tomorrow",
    ),
    "product": Matter(
        seen=pattern(
            r"crack|broken|damag|faulty|defect|leak|stopped working|wrong (?:item|size|colou?r)|i ordered the"
        ),
        sign="what is wrong with the item itself",
        reply="we will send you a replacement for the item today, free of charge",
    ),
    "account": Matter(
        seen=pattern(r"password|sign in|log ?in|profile|email address|account|locked out"),
        sign="getting into or changing an account",
        reply="we have sent a new link so that you can change your account yourself",
    ),
    "positiv": Matter(
        seen=pattern(r"great|love|wonderful|thank|excellent|happy"),
        sign="kind words",
        reply="we are glad to hear it",
    ),
    "negativ": Matter(
        seen=pattern(r"bad|terrible|hate|awful|worst|angry|disappoint|!!"),
        sign="harsh words",
        reply="we are looking into it",
    ),
}
NOWHERE = Matter(
    seen=pattern(r"(?!)"),
    sign="nothing that the other categories name",
    reply="we have passed your words on to the team",
)
# Names of the category for everything else.
FOR_THE_REST = re.compile(r"other|misc|general|neutral|none|unknown", re.IGNORECASE)


def categories_in(instructions: str) -> tuple[str, ...]:
    """Return the category names that the prompt lists, in a list with dashes or in one line."""
    bullets = [found[0].strip() for found in _BULLET.findall(instructions)]
    if len(bullets) >= 2:
        return tuple(dict.fromkeys(bullets))
    for line in _LISTED.findall(instructions):
        names = [name.strip(" `\"'<>()") for name in _BETWEEN.split(line)]
        names = [name for name in names if name and len(name.split()) <= 3]
        if len(names) >= 2:
            return tuple(dict.fromkeys(names))
    return ()


def matter_of(category: str) -> Matter:
    name = category.casefold()
    return next((found for word, found in MATTERS.items() if name.startswith(word)), NOWHERE)


def category_for(text: str, categories: tuple[str, ...]) -> str:
    """Return the true category of a text: by typical words, otherwise the category named in the text."""
    for word in MATTERS:
        for category in categories:
            if category.casefold().startswith(word) and MATTERS[word].seen.search(text):
                return category
    said = text.casefold()
    named = [each for each in categories if each.casefold() in said]
    rest = [each for each in categories if FOR_THE_REST.search(each)]
    return next(iter([*named, *rest, *categories[-1:]]), "other")


def is_right(answer: str, brief: Brief) -> float:
    told = _EXPECTED.search(brief.instructions)
    truth = (
        told.group(1) if told else category_for(brief.content, categories_in(brief.instructions))
    )
    first = answer.strip().splitlines()[:1]
    tagged = re.findall(r"<response>\s*([^\n<]+)", answer, re.IGNORECASE)
    said = " ".join(tagged or first)
    return 1.0 if re.search(rf"\b{re.escape(truth)}\b", said, re.IGNORECASE) else 0.0


def _if_right(text: str, otherwise: float) -> Seen:
    """Return a check for a text that scores lower if the category is wrong."""
    there = finds(text)
    return lambda answer, brief: there(answer, brief) * (is_right(answer, brief) or otherwise)


FEATURES = (
    Feature(
        name="right",
        ask="Choose exactly one category, and look for the words that decide it.",
        asked=pattern(r"exactly one|only one|what decides|words that decide|step[- ]by[- ]step|carefully"),
        seen=is_right,
        criteria=criteria("accuracy", "correctness", "category"),
        base=0.6,
    ),
    Feature(
        name="kind",
        ask="Be friendly to the customer.",
        asked=pattern(r"friendly|polite|\bkind\b|warm|empath"),
        seen=_if_right(r"thank you|sorry", 0.3),
        criteria=criteria("tone", "friendliness", "empathy"),
        base=0.5,
    ),
    Feature(
        name="specific",
        ask="Be specific about this very message.",
        asked=pattern(r"specific|this very|details"),
        seen=_if_right("|".join(re.escape(each.reply) for each in (*MATTERS.values(), NOWHERE)), 0.3),
        criteria=criteria("specificity", "relevance", "helpfulness"),
        base=0.5,
    ),
)  # fmt: skip


def write(features: frozenset[str], brief: Brief, key: str) -> str:
    categories = categories_in(brief.instructions) or ("positive", "negative", "neutral")
    truth = category_for(brief.content, categories)
    others = [each for each in categories if each != truth] or [truth]
    chosen = truth if "right" in features else pick(others, key, "mistake")
    matter = matter_of(chosen)
    lines = [chosen]
    if _ASKS_REPLY.search(brief.instructions):
        lines.append(_reply(features, brief, chosen))
    if _JSON.search(brief.instructions):
        return _as_json(lines)
    answer = "\n".join(lines)
    if not _TAGS.search(brief.instructions):
        return answer
    return f"The message is about {matter.sign}.\n<response>\n{answer}\n</response>"


def _reply(features: frozenset[str], brief: Brief, chosen: str) -> str:
    told = matter_of(chosen).reply if "specific" in features else "we will look into it"
    glad = re.search(r"thank|great|wonderful", brief.content, re.IGNORECASE)
    opening = "Thank you for writing" if glad else "We are sorry about this"
    return f"{opening}: {told}." if "kind" in features else f"{told[:1].upper()}{told[1:]}."


def _as_json(lines: list[str]) -> str:
    return json.dumps(dict(zip(("category", "reply"), lines, strict=False)), ensure_ascii=False)


SORTING = World(
    name="sorting",
    recognised=pattern(r"\bclassif(?:y|ies|ied|ication)\b|\bcategori[sz]e\b|\bwas sorted\b|\btriage\b"),
    features=FEATURES,
    write=write,
)  # fmt: skip
