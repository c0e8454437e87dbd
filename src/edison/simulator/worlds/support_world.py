"""World of customer support: warm, concrete and short answers score well, if the prompt asks for them."""

import re

from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.seeded_draws import pick
from edison.simulator.worlds.world_features import (
    Feature,
    World,
    at_most_words,
    criteria,
    finds,
    lacks,
    pattern,
)

ISSUES: dict[str, tuple[re.Pattern[str], str, tuple[str, str, str]]] = {
    "delivery": (
        pattern(r"\blate\b|deliver|arriv|shipp|package|parcel"),
        "your delivery has not arrived",
        (
            "Open the tracking link in your confirmation mail",
            "Check the delivery address",
            "Reply here if it shows no movement for two days",
        ),
    ),
    "damaged": (
        pattern(r"damag|broken|crack|defect|faulty|stopped working"),
        "the item reached you damaged",
        (
            "Take a photo of the damage",
            "Keep the packaging",
            "Send both to us in reply to this message",
        ),
    ),
    "login": (
        pattern(r"password|log ?in|sign ?in|account|locked"),
        "you cannot get into your account",
        (
            "Choose 'Forgot password' on the sign-in page",
            "Open the link we mail you",
            "Set a new password and sign in again",
        ),
    ),
    "billing": (
        pattern(r"charg|bill|invoice|twice|payment|subscription|cancel"),
        "the charge on your account is not what you expected",
        (
            "Open 'Billing' in your settings",
            "Compare the charge with your plan",
            "Tell us which line is wrong",
        ),
    ),
    "refund": (
        pattern(r"refund|return|money back"),
        "you would like to return your purchase",
        (
            "Open 'My orders' and choose 'Return'",
            "Print the label",
            "Drop the parcel at any post office",
        ),
    ),
}
OTHER = (
    "something did not go as it should",
    ("Describe what you expected", "Describe what happened", "Reply to this message with both"),
)

_ORDER = re.compile(r"\b(?:order|#|no\.?|number)\W{0,3}([A-Z]{0,3}-?\d{3,})\b", re.IGNORECASE)
_NAME = re.compile(r"(?:my name is|i am|i'm|this is|regards,?|thanks,?)\s+([A-Z][a-z]{2,})")

APOLOGIES = (
    "I am sorry about this, and I understand how frustrating it is.",
    "I apologise for the trouble; I can see why you are disappointed.",
    "I'm so sorry for this experience, and I understand that it is frustrating.",
)
PADDING = (
    "Our company has served customers for many years and is proud of its tradition of service. We work every day to"
    " make the experience of every customer as pleasant as it can possibly be, and your message is one of many that"
    " help us to see where we stand and where we would like to be in the future.",
    "There are, generally speaking, many reasons why such a situation can come about, and not all of them are in our"
    " hands. As a rule, a number of departments are involved, each of which has its own way of working and its own"
    " times, and it is in the nature of things that this does not always go together as one would wish.",
)
PROMISE = "I guarantee 100% that this will never happen again."

# People say the same in many ways, and careless wishes are found too: what is refused is left out of the answer.
_NOT = r"\b(?:never|do not|don't|dont|no need to|avoid|without|skip|stop)\b"
# Before a verb: the wish is not itself denied.
_UNDENIED = r"(?<!not )(?<!n't )(?<!never )(?<!avoid )(?<!only )(?<!can )(?<!without )"
# "Never skip steps" wants them; "no more than five steps" does too.
_OTHERWISE = r"(?!(?:skip|skipping|miss|omit|leave|forget|ignore|more than)\b)"
# So short that there is no room for steps, nor for what comes next.
_ONE_LINE = (
    r"\b(?:reply|answer|respond)\b[^.\n]{0,25}\b(?:one|1|a single) (?:short )?(?:sentence|line|phrase|word)\b"
    r"|\b(?:only|just|at most|no more than) (?:one|1|a single) (?:short )?(?:sentence|line|phrase|word)\b"
    r"|\bone[- ]liner|as short as possible"
)
# How likely it is that a model thinks of something by itself that only this shop knows, or that takes a closer look.
RARELY = 0.1


def _denied(most_between: int, what: str) -> str:
    """A wish against something, with a few words in between."""
    return rf"{_NOT} {_OTHERWISE}(?:[\w']+ ){{0,{most_between}}}(?:{what})"


FEATURES = (
    Feature(
        name="empathy",
        ask="Begin by acknowledging how the customer feels and apologise sincerely.",
        asked=pattern(
            r"empath|apolog|acknowledg|sympath|compassion|\bfeel|\bsorry\b|\bwarm|\bkindness|\bbe kind\b|\bcaring\b"
            r"|show (?:that )?(?:you|we) (?:understand|care)|understand(?:ing)? (?:for|of|how|their|the) (?:\w+ )?"
            r"(?:frustrat|anger|upset|annoy|disappoint|trouble)|reassur|comfort"
        ),
        refused=pattern(
            _denied(1, r"apolog|sorry|empath|sympath|emotion|pleasantr|small ?talk")
            + rf"|{_UNDENIED}\bbe (?:blunt|cold|stern|rude|harsh)|\b(?:just|only) the facts\b"
            r"|\bno (?:apolog|pleasantr|small ?talk|empathy|emotion)"
        ),
        seen=finds(r"\bsorry\b|apologi[sz]e"),
        criteria=criteria("empathy", "tone", "politeness", "warmth"),
    ),
    Feature(
        name="steps",
        ask="Give concrete numbered steps that the customer can follow.",
        asked=pattern(
            r"\bsteps?\b|numbered|concrete|actionable|bullet|checklist|clear instructions"
            r"|what (?:the customer|they|he or she) (?:should|must|can|needs? to|has to|have to) do"
            r"|(?:exactly |list )what to do|how to (?:fix|solve|resolve)"
        ),
        refused=pattern(
            _denied(3, r"steps?\b|lists?\b|bullets?|numbered")
            + rf"|\bno (?:numbered )?(?:steps|lists?|bullets?)|{_ONE_LINE}"
        ),
        seen=finds(r"^\s*1[.)] .+\n\s*2[.)] "),
        criteria=criteria("completeness", "clarity", "format", "helpfulness", "actionability", "structure"),
    ),
    Feature(
        name="next_action",
        ask="End with the next action that we will take and by when.",
        asked=pattern(
            r"next (?:action|step)|follow[- ]?up|by when|what (?:happens|comes) next|what (?:we|you)(?:'ll| will) do"
            r"|when (?:they|the customer|we|you)(?:'ll| will| can)? (?:hear|reply|answer|get back|expect)"
            r"|within \d+ hours|time ?frame|\bdeadline|get back to (?:them|the customer)|what to expect"
        ),
        refused=pattern(
            _denied(3, r"follow[- ]?ups?|next (?:steps?|actions?)|dates?\b|deadlines?|time ?frames?")
            + rf"|{_ONE_LINE}"
        ),
        seen=finds(r"\bwithin \d+ (?:hours|days)\b"),
        criteria=criteria("completeness", "helpfulness", "actionability"),
        base=RARELY,
    ),
    Feature(
        name="policy",
        ask="State the refund policy: 30 days from delivery.",
        asked=pattern(
            r"refund policy|return policy|\bpolic(?:y|ies)\b|30[- ]days?|thirty[- ]days?"
            r"|(?:refund|return) (?:rules|terms|window|period|conditions)|right to (?:return|a refund)"
        ),
        refused=pattern(_denied(4, r"polic(?:y|ies)|(?:refund|return) (?:rules|terms)")),
        seen=finds(r"\b30[- ]days?\b"),
        criteria=criteria("accuracy", "completeness", "correctness", "faithfulness"),
        base=RARELY,
    ),
    Feature(
        name="brevity",
        ask="Be brief: at most 120 words.",
        asked=pattern(
            r"\bbrief|concise|\bshort\b|at most \d+ words|under \d+ words|fewer than|brevity|succinct|to the point"
            r"|\bcrisp|\bno (?:filler|fluff|padding)|(?:max(?:imum)?|up to|no more than|less than|below|limit\w* to)"
            r"(?: of)? (?:\d+|one hundred|a hundred|[a-z]+) (?:words|sentences|lines)|\d+ words (?:or less|max)"
        ),
        refused=pattern(
            r"\bthorough|\bexhaustive|\bin[- ]depth|\belaborate\b|\bextensive|in (?:great|full) detail"
            rf"|{_UNDENIED}\b(?:be|write|give|send)(?: \w+)? (?:long|lengthy|detailed)\b(?! steps)"
            r"|\b(?:long|lengthy|detailed),? (?:\w+ )?(?:reply|answer|response|explanation|mail|email)"
            r"|as (?:long|much) as|at least \d+ words|several paragraphs|explain everything|everything (?:that|about)"
        ),
        seen=at_most_words(120, 200),
        criteria=criteria("brevity", "conciseness", "clarity", "length"),
    ),
    Feature(
        name="personal",
        ask="Address the customer by name and refer to the details of their message.",
        asked=pattern(
            r"by (?:their )?(?:first )?name|personal|refer to (?:the )?(?:details|order)|order number"
            r"|(?:customer'?s|customers'|their|first|the) (?:first )?name\b"
            r"|(?:mention|repeat|quote|name|restate|refer to|sum up|summari[sz]e) (?:[\w']+ ){0,3}"
            r"(?:order|problem|issue|product|request|situation)\b|you (?:have )?read (?:their|the) message|tailor"
        ),
        refused=pattern(
            _denied(3, r"names?\b|order numbers?|personal")
            + rf"|{_UNDENIED}\b(?:use|send|give|write|be|with|start with)(?: \w+)? (?:a |an |the |our )?"
            r"(?:generic|template|standard|same|boilerplate|impersonal|\W?dear customer)"
        ),
        seen=finds(r"^(?:Dear|Hello|Hi) (?!customer)[A-Z]\w+|\byour message about\b|\border [A-Z]{0,3}-?\d{3,}"),
        criteria=criteria("accuracy", "tone", "relevance", "personalization"),
        base=RARELY,
    ),
    Feature(
        name="safety",
        ask="Never promise what we cannot guarantee.",
        asked=pattern(
            r"(?:never|do not|don't|avoid)\b.{0,30}(?:promis|guarant|invent|guess|make (?:\w+ )?up|speculat)"
            r"|no promises|\bsafe|over-?promis|only promise|if you (?:do not|don't) know|\bhonest"
        ),
        refused=pattern(
            rf"{_UNDENIED}\b(?:promise|guarantee|assure) (?:the customer|customers|them|him|her|a|an|that|it|full"
            r"|every\w*|immediate|any\w*|whatever|things)\b"
        ),
        seen=lacks(r"\bguarantee\b"),
        criteria=criteria("safety", "accuracy", "compliance", "honesty"),
        base=0.6,
    ),
)  # fmt: skip


def write(features: frozenset[str], brief: Brief, key: str) -> str:
    problem, steps = _issue(brief.content)
    lines = [_greeting(brief.content, personal="personal" in features)]
    if "empathy" in features:
        lines.append(pick(APOLOGIES, key, "apology"))
    lines.append(
        f"We have received your message about this: {problem}."
        if "personal" in features
        else f"We note that {problem}."
    )
    if "steps" in features:
        lines.append("\n".join(f"{at}. {step}." for at, step in enumerate(steps, start=1)))
    else:
        lines.append("Please look into your settings and get back to us if needed.")
    if "policy" in features:
        lines.append("You can return any purchase for a full refund up to 30 days from delivery.")
    if "safety" not in features:
        lines.append(PROMISE)
    if "brevity" not in features:
        lines += PADDING
    if "next_action" in features:
        hours = pick((24, 36, 48), key, "hours")
        lines.append(f"Next, I will check this with our team and write to you within {hours} hours.")  # fmt: skip
    lines.append("Kind regards,\nThe support team (simulated)")
    return "\n\n".join(lines)


def _issue(content: str) -> tuple[str, tuple[str, str, str]]:
    for found, problem, steps in ISSUES.values():
        if found.search(content):
            return problem, steps
    return OTHER


def _greeting(content: str, *, personal: bool) -> str:
    name, order = _NAME.search(content), _ORDER.search(content)
    if not personal:
        return "Dear customer,"
    greeting = f"Hello {name.group(1)}," if name else "Hello,"
    return f"{greeting} this is about order {order.group(1)}." if order else greeting


SUPPORT = World(
    name="support",
    recognised=pattern(
        r"\bcustomer|\bsupport (?:agent|team|assistant|reply)|\brefund\b|complain|help ?desk|\bmy order\b"
    ),
    features=FEATURES,
    write=write,
)
