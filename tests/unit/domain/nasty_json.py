"""JSON and JSON lines, as programs and people write them."""

import json
from typing import Any

from tests.unit.domain.nasty_file import CONVERSATION, MANY, NastyFile


def lines(*items: Any, end: str = "\n") -> bytes:
    return end.join(item if isinstance(item, str) else json.dumps(item) for item in items).encode()


JSON_FILES = [
    NastyFile(
        name="a list of objects",
        file="cases.json",
        content=b'[{"question": "a", "context": "b"}, {"question": "c"}]',
        rows=[{"question": "a", "context": "b"}, {"question": "c"}],
    ),
    NastyFile(
        name="one object", file="a.json", content=b'{"question": "a"}', rows=[{"question": "a"}]
    ),
    NastyFile(
        name="an object with its rows inside",
        file="a.json",
        content=b'{"version": 1, "rows": [{"question": "a"}]}',
        rows=[{"question": "a"}],
    ),
    NastyFile(
        name="a list of texts",
        file="a.json",
        content=b'["a", "b"]',
        rows=[{"input": "a"}, {"input": "b"}],
    ),
    NastyFile(
        name="a list of everything",
        file="a.json",
        content=b'[{"question": "a"}, 5, null, [1]]',
        rows=[{"question": "a"}],
        problems={2: "neither", 3: "neither", 4: "neither"},
    ),
    NastyFile(name="an empty list", file="a.json", content=b"[]", refused="no rows"),
    NastyFile(name="a lone number", file="a.json", content=b"42", refused="list of objects"),
    NastyFile(name="a comma too many", file="a.json", content=b'[{"a": 1},]', refused="line 1"),
    NastyFile(
        name="lines with blank ones between",
        file="a.jsonl",
        content=lines({"question": "a"}, "", "  ", {"question": "b"}, ""),
        rows=[{"question": "a"}, {"question": "b"}],
    ),
    NastyFile(
        name="a bad line among good ones",
        file="a.jsonl",
        content=lines({"question": "a"}, '{"question": "b"', {"question": "c"}),
        rows=[{"question": "a"}, {"question": "c"}],
        problems={2: "not valid JSON"},
    ),
    NastyFile(
        name="commas at the ends of lines",
        file="a.jsonl",
        content=lines('{"question": "a"},', '{"question": "b"},'),
        rows=[{"question": "a"}, {"question": "b"}],
        note="Commas",
    ),
    NastyFile(
        name="lines in a file that is called .json",
        file="a.json",
        content=lines({"question": "a"}, {"question": "b"}, end="\r\n"),
        rows=[{"question": "a"}, {"question": "b"}],
    ),
    NastyFile(
        name="lines with a mark of byte order",
        file="a.jsonl",
        content=b"\xef\xbb\xbf" + lines({"question": "a"}),
        rows=[{"question": "a"}],
    ),
    NastyFile(
        name="the form of seed files",
        file="a.jsonl",
        content=lines(
            {"input": {"question": "a", "expected": "b"}, "expected": "c", "tags": ["t"]}
        ),
        rows=[{"question": "a", "expected": "b"}],
    ),
    NastyFile(
        name="numbers as they were written, truth and nothing",
        file="a.json",
        content=b'[{"i": 1, "f": 1.10, "t": true, "n": null, "big": 123456789012345678901234567890, "e": 1e999}]',
        rows=[
            {
                "i": "1",
                "f": "1.10",
                "t": "true",
                "big": "123456789012345678901234567890",
                "e": "1e999",
            }
        ],
    ),
    NastyFile(
        name="a number of five thousand digits",
        file="a.json",
        content=b'[{"q": ' + b"9" * 5000 + b"}]",
        rows=[{"q": "9" * 5000}],
    ),
    NastyFile(
        name="a number too long for metadata",
        file="a.json",
        content=b'[{"q": "a", "metadata": {"n": '
        + b"9" * 5000
        + b'}}, {"q": "b", "metadata": {"n": 1e999}}]',
        problems={1: "300 digits", 2: "too large"},
    ),
    NastyFile(
        name="values inside of values",
        file="a.json",
        content=b'[{"q": {"a": [1, {"b": "c"}]}}]',
        rows=[{"q": '{"a": [1, {"b": "c"}]}'}],
    ),
    NastyFile(
        name="half a letter",
        file="a.jsonl",
        content=b'{"q": "\\ud800"}\n{"q": "\\ud83d\\ude00"}\n',
        rows=[{"q": "😀"}],
        problems={1: "not valid Unicode"},
    ),
    NastyFile(
        name="an escaped zero character",
        file="a.jsonl",
        content=b'{"q": "a\\u0000"}\n{"q": "b"}\n',
        rows=[{"q": "b"}],
        problems={1: "zero character"},
    ),
    NastyFile(
        name="nested without end",
        file="a.json",
        content=b"[" * 100_000,
        refused="nested too deeply",
    ),
    NastyFile(
        name="one row nested too deeply",
        file="a.jsonl",
        content=b'{"q": ' + b"[" * 200 + b"]" * 200 + b'}\n{"q": "b"}\n',
        rows=[{"q": "b"}],
        problems={1: "nested too deeply"},
    ),
    NastyFile(
        name="a name that is there twice",
        file="a.jsonl",
        content=b'{"q": "a", "q": "b"}\n{"q": "c"}\n',
        rows=[{"q": "c"}],
        problems={1: "occurs twice"},
    ),
    NastyFile(
        name="no numbers",
        file="a.jsonl",
        content=b'{"q": NaN}\n{"q": "c"}\n',
        rows=[{"q": "c"}],
        problems={1: "NaN"},
    ),
    NastyFile(
        name="conversations",
        file="a.jsonl",
        content=lines(
            {"input": {"history": CONVERSATION}}, {"input": {"history": {"messages": CONVERSATION}}}
        ),
        rows=[{"history": CONVERSATION}, {"history": CONVERSATION}],
    ),
    NastyFile(
        name="ten thousand names",
        file="a.jsonl",
        content=lines(*({f"n{n}": "x"} for n in range(MANY))),
        refused="columns",
    ),
]
