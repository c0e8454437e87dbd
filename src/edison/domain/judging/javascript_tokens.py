"""Split JavaScript into tokens."""

import re
from dataclasses import dataclass


class Untranslated(ValueError):
    """The code uses something that has no translation; the message names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    # name, number, text, template, pattern, sign or end
    kind: str
    text: str
    flags: str = ""
    # A line break before it, which can end a statement.
    new_line: bool = False


_SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TEXT = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"", re.DOTALL)
_PATTERN = re.compile(r"/((?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([a-z]*)")
_SIGN = re.compile(
    r"===|!==|\*\*|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|\+=|-=|\.\.\.|[-+*/%<>=!?:;,.(){}\[\]&|~^]"
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\n)|(.))", re.DOTALL
)
TOKENS_AT_MOST = 5_000


def unescaped(text: str) -> str:
    def letter(found: re.Match[str]) -> str:
        code = found[1] or found[2] or found[3]
        if code:
            return chr(int(code, 16))
        return "" if found[4] else _ESCAPES.get(found[5], found[5])

    return _ESCAPE.sub(letter, text)


def tokens_of(code: str) -> list[Token]:
    found: list[Token] = []
    at, new_line = 0, False
    while at < len(code):
        space = _SPACE.match(code, at)
        if space is not None:
            new_line = new_line or "\n" in space.group()
            at = space.end()
            continue
        token, at = _next(code, at, found)
        found.append(Token(kind=token.kind, text=token.text, flags=token.flags, new_line=new_line))
        new_line = False
        if len(found) > TOKENS_AT_MOST:
            raise Untranslated("more code than a short check")
    return [*found, Token(kind="end", text="", new_line=True)]


def _next(code: str, at: int, before: list[Token]) -> tuple[Token, int]:
    if code[at] == "`":
        end = _template_end(code, at + 1)
        return Token(kind="template", text=code[at + 1 : end]), end + 1
    if code[at] == "/" and _pattern_can_follow(before):
        found = _PATTERN.match(code, at)
        if found is not None:
            return Token(kind="pattern", text=found[1], flags=found[2]), found.end()
    for kind, form in (("name", _NAME), ("number", _NUMBER), ("text", _TEXT), ("sign", _SIGN)):
        found = form.match(code, at)
        if found is not None:
            text = found.group()
            if kind == "text":
                text = unescaped(text[1:-1])
            return Token(kind=kind, text=text), found.end()
    raise Untranslated(f"the character {code[at]}")


def _pattern_can_follow(before: list[Token]) -> bool:
    if not before:
        return True
    last = before[-1]
    if last.kind == "name":
        return last.text in {"return", "typeof", "in"}
    return last.kind == "sign" and last.text not in {")", "]", "}"}


def _template_end(code: str, at: int) -> int:
    while at < len(code):
        if code[at] == "\\":
            at += 2
            continue
        if code[at] == "`":
            return at
        if code.startswith("${", at):
            at = expression_end(code, at + 2)
        at += 1
    raise Untranslated("a template text that does not end")


def expression_end(code: str, at: int) -> int:
    """Return the place of the brace that closes an expression in a template text."""
    depth = 0
    while at < len(code):
        if code[at] == "{":
            depth += 1
        elif code[at] == "}":
            if depth == 0:
                return at
            depth -= 1
        at += 1
    raise Untranslated("a template text that does not end")
