"""Detection of the language of a text from its script and its most common short words.

The result is accurate enough for counts, but not for single texts.
"""

import re
from collections import Counter

# The first script with a large share of the text decides.
_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("Japanese", re.compile("[\u3040-\u30ff]")),
    ("Korean", re.compile("[\uac00-\ud7af\u1100-\u11ff]")),
    ("Chinese", re.compile("[\u4e00-\u9fff]")),
    ("Russian", re.compile("[\u0400-\u04ff]")),
    ("Arabic", re.compile("[\u0600-\u06ff]")),
    ("Hebrew", re.compile("[\u0590-\u05ff]")),
    ("Hindi", re.compile("[\u0900-\u097f]")),
    ("Greek", re.compile("[\u0370-\u03ff]")),
    ("Thai", re.compile("[\u0e00-\u0e7f]")),
)
_SMALL_WORDS: dict[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in {
        "English": (
            "the and is are was were you my your to of in it that "
            "this have has not for with on what how can please i"
        ),
        "German": (
            "der die das und ist sind nicht ich sie wir mein meine ein "
            "eine zu mit auf den dem wie was bitte haben habe kann für"
        ),
        "French": (
            "le la les et est sont je vous nous mon ma mes un une "
            "des du de pas que qui pour avec sur comment bonjour à ne"
        ),
        "Spanish": "el la los las y es son yo mi mis un una de del que no por para con cómo qué hola está en su lo",
        "Italian": "il lo gli e è sono io mio mia un una di del che non per con come cosa ciao della nel ho",
        "Portuguese": "o os as e é são eu meu minha um uma de do da que não por para com como olá está em no na",
        "Dutch": "de het en is zijn ik mijn een van niet dat voor met op hoe wat kan heb u je",
        "Polish": "i jest są nie ja mój moja że do na z w jak co proszę się to czy mam",
        "Turkish": "ve bir bu ben benim değil için ile ne var çok mi lütfen",
    }.items()
}
_WORD = re.compile(r"[^\W\d_]+")
MOST_WORDS = 300
# Share of the words that must be among a language's most frequent words.
ENOUGH = 0.12


def language_of(text: str) -> str | None:
    """Return the English name of a text's language, or None if the language is unclear."""
    start = text[:5_000]
    letters = sum(1 for letter in start if letter.isalpha())
    if letters < 2:
        return None
    for name, script in _SCRIPTS:
        if len(script.findall(start)) >= letters * 0.2:
            return name
    words = [word.casefold() for word in _WORD.findall(start)[:MOST_WORDS]]
    counts = Counter(
        {name: sum(1 for word in words if word in small) for name, small in _SMALL_WORDS.items()}
    )
    name, count = counts.most_common(1)[0]
    return name if count and count >= len(words) * ENOUGH else None
