"""Text with separated columns, as spreadsheets and people write it."""

import json

from tests.unit.domain.nasty_file import CONVERSATION, MANY, NastyFile, qa

CSV_FILES = [
    NastyFile(name="plain", content=b"question,context\na,b\n", rows=qa(("a", "b")), delimiter=","),
    NastyFile(name="no line end at the end", content=b"question,context\na,b", rows=qa(("a", "b"))),
    NastyFile(
        name="UTF-8 with a mark of byte order",
        content=b"\xef\xbb\xbfquestion,context\n\xc3\xa9,b\n",
        rows=qa(("é", "b")),
        encoding="utf-8",
    ),
    NastyFile(
        name="two marks of byte order",
        content="\ufeff\ufeffquestion,context\na,b\n".encode(),
        rows=qa(("a", "b")),
    ),
    NastyFile(
        name="UTF-16 little end first with a mark",
        content="\ufeffquestion,context\né,日本\n".encode("utf-16-le"),
        rows=qa(("é", "日本")),
        encoding="utf-16-le",
    ),
    NastyFile(
        name="UTF-16 big end first with a mark",
        content="\ufeffquestion,context\né,日本\n".encode("utf-16-be"),
        rows=qa(("é", "日本")),
        encoding="utf-16-be",
    ),
    NastyFile(
        name="UTF-16 without a mark",
        content="question,context\nhello,world\n".encode("utf-16-le"),
        rows=qa(("hello", "world")),
        encoding="utf-16-le",
    ),
    NastyFile(
        name="UTF-32 with a mark",
        content="\ufeffquestion,context\na,b\n".encode("utf-32-le"),
        rows=qa(("a", "b")),
        encoding="utf-32-le",
    ),
    NastyFile(
        name="Latin-1, which is read as its superset",
        content="question,context\ncafé,naïve\n".encode("latin-1"),
        rows=qa(("café", "naïve")),
        encoding="cp1252",
    ),
    NastyFile(
        name="cp1252 with curly quotes and the euro",
        content="question,context\n“quoted”,5 €\n".encode("cp1252"),
        rows=qa(("“quoted”", "5 €")),
        encoding="cp1252",
    ),
    NastyFile(
        name="bytes that cp1252 does not know",
        content=b"question,context\n\x81\xe9,b\n",
        rows=qa(("\x81é", "b")),
        encoding="iso-8859-1",
    ),
    NastyFile(
        name="UTF-8 with one broken place",
        content="question,context\nüöä,ß\n".encode() + b"\xff,b\n",
        rows=qa(("üöä", "ß")),
        problems={2: "not valid Unicode"},
        encoding="utf-8",
    ),
    NastyFile(
        name="JSON in a cell, quoted as CSV wants it",
        content=b'question,context\n"{""a"": ""b, c""}",d\n',
        rows=qa(('{"a": "b, c"}', "d")),
    ),
    NastyFile(
        name="JSON in a cell, with its marks not doubled",
        content=b'question,context\n"{"a": 1}",d\nx,y\n',
        rows=qa(("x", "y")),
        problems={1: "double the marks"},
    ),
    NastyFile(
        name="marks in the middle of a bare cell",
        content=b'question,context\n5" pipe,a "b" c\n',
        rows=qa(('5" pipe', 'a "b" c')),
    ),
    NastyFile(
        name="line ends of all kinds inside of cells",
        content=b'question,context\n"one\ntwo","three\r\nfour\rfive"\nx,y\n',
        rows=qa(("one\ntwo", "three\r\nfour\rfive"), ("x", "y")),
    ),
    NastyFile(
        name="a mark that is never closed",
        content=b'question,context\na,b\n"c,d\ne,f\n',
        rows=qa(("a", "b")),
        problems={2: "never closed"},
    ),
    NastyFile(
        name="semicolons, with commas as decimal points",
        content=b"question;context\n1,5;2,5\n3,5;x\n",
        rows=qa(("1,5", "2,5"), ("3,5", "x")),
        delimiter=";",
    ),
    NastyFile(
        name="tabs",
        content=b"question\tcontext\na, b\tc\n",
        rows=qa(("a, b", "c")),
        delimiter="\t",
        file="cases.tsv",
    ),
    NastyFile(
        name="tabs in a file that is called .csv",
        content=b"question\tcontext\na, b\tc\n",
        rows=qa(("a, b", "c")),
        delimiter="\t",
    ),
    NastyFile(
        name="pipes",
        content=b"question|context\na,b|c;d\n",
        rows=qa(("a,b", "c;d")),
        delimiter="|",
        file="cases.txt",
    ),
    NastyFile(
        name="Excel's line that names the separator",
        content=b"sep=;\r\nquestion;context\r\na;b\r\n",
        rows=qa(("a", "b")),
        delimiter=";",
        note="names the separator",
    ),
    NastyFile(
        name="spaces between the separator and a quoted cell",
        content=b'question, context\na, "b, c"\nd, "e, f"\n',
        rows=qa(("a", "b, c"), ("d", "e, f")),
    ),
    NastyFile(
        name="one column whose texts hold commas",
        content=b"question\nHello, you\nOne, two, three\n",
        rows=[{"question": "Hello, you"}, {"question": "One, two, three"}],
    ),
    NastyFile(
        name="a row too short and a row too long",
        content=b"question,context\na\nb,c\nd,e,f\n",
        rows=qa(("b", "c")),
        problems={1: "1 cells, but the header has 2", 3: "3 cells, but the header has 2"},
    ),
    NastyFile(
        name="separators at the end of every line",
        content=b"question,context,,\na,b,,\n",
        rows=qa(("a", "b")),
    ),
    NastyFile(
        name="blank lines and rows of empty cells",
        content=b"\n\nquestion,context\n\na,b\n,\n\r\nc,d\n,\n",
        rows=qa(("a", "b"), ("c", "d")),
    ),
    NastyFile(name="nothing at all", content=b"", refused="empty"),
    NastyFile(name="only a mark and line ends", content=b"\xef\xbb\xbf\r\n\n ", refused="empty"),
    NastyFile(name="only a header", content=b"question,context\n", refused="no rows"),
    NastyFile(
        name="two columns of one name",
        content=b"question,question,question_2\na,b,c\n",
        rows=[{"question": "a", "question_3": "b", "question_2": "c"}],
        note="Two columns are named question",
    ),
    NastyFile(
        name="a column without a name",
        content=b"question,\na,b\n",
        rows=[{"question": "a", "column_2": "b"}],
        note="has no name",
    ),
    NastyFile(
        name="a zero character",
        content=b"question,context\na\x00b,c\nd,e\n",
        rows=qa(("d", "e")),
        problems={1: "zero character"},
    ),
    NastyFile(
        name="a cell of a megabyte",
        content=b"question,context\n" + b"x" * 1_000_000 + b",b\nc,d\n",
        rows=qa(("c", "d")),
        problems={1: "at most 500,000 characters"},
    ),
    NastyFile(
        name="a cell as long as it may be",
        content=b"question,context\n" + b"x" * 500_000 + b",b\n",
        rows=qa(("x" * 500_000, "b")),
    ),
    NastyFile(
        name="line ends of old machines",
        content=b"question,context\ra,b\rc,d\r",
        rows=qa(("a", "b"), ("c", "d")),
    ),
    NastyFile(
        name="formulas stay the texts they are",
        content=b'question,context\n=1+1,"@SUM(1,2)"\n-2,+3\n',
        rows=qa(("=1+1", "@SUM(1,2)"), ("-2", "+3")),
    ),
    NastyFile(
        name="letters of no width around the names",
        content="\u200bquestion\u200b,\ufeffcontext \na,b\n".encode(),
        rows=qa(("a", "b")),
    ),
    NastyFile(
        name="writing from right to left",
        content="question,context\nما هي العاصمة؟,עברית\n".encode(),  # noqa: RUF001
        rows=qa(("ما هي العاصمة؟", "עברית")),
    ),
    NastyFile(
        name="pictures of many parts",
        content="question,context\n👩‍👩‍👧‍👦,🇨🇭\n".encode(),
        rows=qa(("👩‍👩‍👧‍👦", "🇨🇭")),
    ),
    NastyFile(
        name="separators of lines that are none in CSV",
        content="question,context\na\u2028b,c\x85d\x0b\x1ce\n".encode(),
        rows=qa(("a\u2028b", "c\x85d\x0b\x1ce")),
    ),
    NastyFile(
        name="spaces around cells are kept",
        content=b"question,context\n a , b \n",
        rows=qa((" a ", " b ")),
    ),
    NastyFile(
        name="a conversation in every cell",
        content=b'question,history\na,"'
        + json.dumps(CONVERSATION).replace('"', '""').encode()
        + b'"\n',
        rows=[{"question": "a", "history": CONVERSATION}],
    ),
    NastyFile(
        name="difficulty and split that are none",
        content=b"question,difficulty,split\na,6,train\nb,3,sideways\nc,3.0,Test\n",
        rows=[{"question": "c"}],
        problems={1: "from 1 to 5", 2: "train, holdout or none"},
    ),
    NastyFile(
        name="metadata that is no object",
        content=b'question,metadata\na,[1]\nb,{oops\nc,"{""k"": 1}"\n',
        rows=[{"question": "c"}],
        problems={1: "JSON object", 2: "not valid JSON"},
    ),
    NastyFile(
        name="more rows than allowed",
        content=b"question\n" + b"a\n" * (MANY + 1),
        refused="more than 10,000 rows",
    ),
    NastyFile(
        name="more columns than anyone has",
        content=",".join(f"c{n}" for n in range(201)).encode() + b"\n" + b"x," * 200 + b"x\n",
        refused="columns",
    ),
    NastyFile(name="a million separators", content=b"," * 1_000_000, refused="columns"),
    NastyFile(name="a picture", content=b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, refused="picture"),
    NastyFile(name="a PDF", content=b"%PDF-1.7 \n", refused="PDF"),
    NastyFile(
        name="bytes without meaning",
        content=bytes(range(16)) * 50 + b"\x00" * 800,
        refused="not a text file",
    ),
]
