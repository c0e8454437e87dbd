"""Translate the part of JavaScript that short checks use to Python, for the sandbox.

Conditions, texts, lists, JSON, patterns and arrow functions are translated with JavaScript's own rules for truth,
equality and conversion, which a small runtime in the check holds. Everything else is refused by name.
"""

import json
import re

from edison.domain.judging.javascript_patterns import python_pattern
from edison.domain.judging.javascript_runtime import GLOBALS, METHODS, RUNTIME
from edison.domain.judging.javascript_tokens import (
    Token,
    Untranslated,
    expression_end,
    tokens_of,
    unescaped,
)

__all__ = ["Untranslated", "translate"]

DEPTH_AT_MOST = 60
_BINARY = {
    "??": (1, "_or_null({a}, lambda: {b})"),
    "||": (2, "_or({a}, lambda: {b})"),
    "&&": (3, "_and({a}, lambda: {b})"),
    "===": (5, "_same({a}, {b})"),
    "!==": (5, "(not _same({a}, {b}))"),
    "==": (5, "_equal({a}, {b})"),
    "!=": (5, "(not _equal({a}, {b}))"),
    "<": (6, "_less({a}, {b})"),
    ">": (6, "_less({b}, {a})"),
    "<=": (6, "_at_most({a}, {b})"),
    ">=": (6, "_at_most({b}, {a})"),
    "in": (6, "({a} in {b})"),
    "+": (8, "_add({a}, {b})"),
    "-": (8, "(_number({a}) - _number({b}))"),
    "*": (9, "(_number({a}) * _number({b}))"),
    "/": (9, "_divide({a}, {b})"),
    "%": (9, "_rest({a}, {b})"),
    "**": (10, "(_number({a}) ** _number({b}))"),
}
_NAMES = {
    "true": "True",
    "false": "False",
    "null": "None",
    "undefined": "None",
    "NaN": "float('nan')",
}
_RESERVED = {
    "async", "await", "class", "delete", "do", "for", "function", "import", "new", "process", "require", "switch",
    "this", "throw", "try", "while", "yield", "with", "fetch", "super", "export", "default",
}  # fmt: skip


def translate(code: str, module: str | None = None) -> str:
    """Return Python that defines `_assertion(output, context)` with the meaning of the code.

    `module` is set for a file, which exports a function.
    """
    text = code.strip()
    parameters = ["output", "context"]
    if module is not None:
        text, parameters = _function_of(text)
    elif "\n" not in text:
        text = _with_return(text.rstrip("; "))
    parser = _Parser(tokens_of(text))
    names = [f"v_{_plain(name)}" for name in parameters]
    parser.known.update(parameters)
    body = parser.statements("    ")
    head = f"def _assertion({', '.join([*names, *['_unused', '_more'][: 2 - len(names)]])}):\n"
    return f"{RUNTIME}\n\n{head}{body or '    return None'}\n"


def _with_return(text: str) -> str:
    """Return the last expression of one line, as promptfoo does."""
    if not re.match(r"(?:const|let|var)\s", text):
        return text if re.match(r"return\b", text) else f"return {text}"
    before, sign, last = text.rpartition(";")
    return f"{before}; return {last}" if sign and not last.strip().startswith("return") else text


_FUNCTION = re.compile(
    r"^\s*(?:module\.exports\s*=|export\s+default)?\s*(?:async\s+)?(?:function\s*\w*\s*)?"
    r"\(\s*(?P<names>[\w\s,$]*)\)\s*(?:=>)?\s*\{(?P<body>.*)\}\s*;?\s*$",
    re.DOTALL,
)


def _function_of(text: str) -> tuple[str, list[str]]:
    found = _FUNCTION.match(text)
    if found is None:
        raise Untranslated("a file that does not export one function")
    names = [name.strip() for name in found["names"].split(",") if name.strip()]
    return found["body"], names[:2]


def _plain(name: str) -> str:
    return name.replace("$", "_S_")


class _Parser:
    """A parser that writes Python while it reads."""

    def __init__(self, tokens: list[Token], known: set[str] | None = None) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self.known = set(known or ())

    @property
    def _now(self) -> Token:
        return self._tokens[self._at]

    def _is(self, text: str) -> bool:
        return self._now.kind in {"sign", "name"} and self._now.text == text

    def _take(self, text: str) -> bool:
        if self._is(text):
            self._at += 1
            return True
        return False

    def _need(self, text: str) -> None:
        if not self._take(text):
            raise Untranslated(f"{self._now.text or 'an end'!r} where {text!r} was expected")

    def statements(self, indent: str) -> str:
        lines: list[str] = []
        while self._now.kind != "end" and not self._is("}"):
            lines.append(self._statement(indent))
        return "\n".join(line for line in lines if line)

    def _statement(self, indent: str) -> str:
        if self._take(";"):
            return ""
        if self._take("return"):
            ends = self._is(";") or self._is("}") or self._now.kind == "end"
            value = "None" if ends else self.expression()
            self._take(";")
            return f"{indent}return {value}"
        if self._is("const") or self._is("let") or self._is("var"):
            return self._declaration(indent)
        if self._take("if"):
            return self._condition(indent)
        following = self._tokens[self._at + 1]
        if self._now.kind == "name" and following.kind == "sign" and following.text in {"=", "+="}:
            return self._assignment(indent)
        value = self.expression()
        self._take(";")
        return f"{indent}{value}"

    def _declaration(self, indent: str) -> str:
        self._at += 1
        lines: list[str] = []
        while True:
            name = self._now
            if name.kind != "name":
                raise Untranslated("the parts of an object as names")
            self._at += 1
            value = self.expression() if self._take("=") else "None"
            self.known.add(name.text)
            lines.append(f"{indent}v_{_plain(name.text)} = {value}")
            if not self._take(","):
                break
        self._take(";")
        return "\n".join(lines)

    def _assignment(self, indent: str) -> str:
        name, sign = self._now.text, self._tokens[self._at + 1].text
        if name not in self.known:
            raise Untranslated(f"the name {name}")
        self._at += 2
        value = self.expression()
        self._take(";")
        place = f"v_{_plain(name)}"
        return f"{indent}{place} = {value if sign == '=' else f'_add({place}, {value})'}"

    def _condition(self, indent: str) -> str:
        self._need("(")
        test = self.expression()
        self._need(")")
        then = self._block(indent + "    ")
        lines = f"{indent}if _true({test}):\n{then}"
        if self._take("else"):
            lines += f"\n{indent}else:\n{self._block(indent + '    ')}"
        return lines

    def _block(self, indent: str) -> str:
        if self._take("{"):
            body = self.statements(indent)
            self._need("}")
        else:
            body = self._statement(indent)
        return body or f"{indent}pass"

    def expression(self, least: int = 0) -> str:
        self._depth += 1
        if self._depth > DEPTH_AT_MOST:
            raise Untranslated("an expression that is nested too deeply")
        left = self._unary()
        while self._now.kind in {"sign", "name"} and self._now.text in _BINARY:
            strength, form = _BINARY[self._now.text]
            if strength <= least:
                break
            self._at += 1
            left = form.format(a=left, b=self.expression(strength))
        if least == 0 and self._take("?"):
            then = self.expression()
            self._need(":")
            left = f"({then} if _true({left}) else {self.expression()})"
        self._depth -= 1
        return left

    def _unary(self) -> str:
        if self._take("!"):
            return f"(not _true({self._unary()}))"
        if self._take("-"):
            return f"(-_number({self._unary()}))"
        if self._take("+"):
            return f"_number({self._unary()})"
        if self._take("typeof"):
            return f"_type({self._unary()})"
        return self._postfix(self._primary())

    def _primary(self) -> str:
        token = self._now
        if self._is_arrow():
            return self._arrow()
        self._at += 1
        match token.kind:
            case "number":
                return (
                    str(int(token.text, 16))
                    if token.text[:2].lower() == "0x"
                    else token.text.replace("_", "")
                )
            case "text":
                return repr(token.text)
            case "template":
                return self._template(token.text)
            case "pattern":
                return self._pattern(token)
            case "name":
                return self._name(token.text)
            case _:
                return self._bracket(token)

    def _bracket(self, token: Token) -> str:
        if token.text == "(":
            value = self.expression()
            self._need(")")
            return f"({value})"
        if token.text == "[":
            return f"[{', '.join(self._arguments(']'))}]"
        if token.text == "{":
            return self._object()
        raise Untranslated(f"{token.text or 'an end'!r} in an expression")

    def _name(self, name: str) -> str:
        if name == "new" and self._take("RegExp"):
            self._need("(")
            return f"_pattern({', '.join(self._arguments(')'))})"
        if name in _NAMES:
            return _NAMES[name]
        if name in self.known:
            return f"v_{_plain(name)}"
        if name in _RESERVED or name not in GLOBALS:
            raise Untranslated(f"the name {name}")
        if self._take("."):
            method = f"{name}.{self._now.text}"
            self._at += 1
            if method not in GLOBALS[name]:
                raise Untranslated(method)
            if self._take("("):
                return f"_call_global({method!r}, [{', '.join(self._arguments(')'))}])"
            return f"_global({method!r})"
        if name in GLOBALS[name]:
            if self._take("("):
                return f"_call_global({name!r}, [{', '.join(self._arguments(')'))}])"
            return f"(lambda v, *_: _call_global({name!r}, [v]))"
        raise Untranslated(f"the name {name}")

    def _postfix(self, value: str) -> str:
        while True:
            if self._take("?."):
                if self._is("(") or self._is("["):
                    raise Untranslated("an optional call")
                value = self._member(value, optional=True)
            elif self._take("."):
                value = self._member(value, optional=False)
            elif self._is("[") and not self._now.new_line:
                self._at += 1
                value = f"_item({value}, {self.expression()})"
                self._need("]")
            elif self._is("("):
                self._at += 1
                value = f"{value}({', '.join(self._arguments(')'))})"
            else:
                return value

    def _member(self, value: str, *, optional: bool) -> str:
        name = self._now.text
        self._at += 1
        if self._take("("):
            if name not in METHODS:
                raise Untranslated(f"the method {name}")
            arguments = ", ".join(self._arguments(")"))
            return f"_call({value}, {name!r}, [{arguments}], {optional})"
        return f"_get({value}, {name!r}, {optional})"

    def _arguments(self, end: str) -> list[str]:
        found: list[str] = []
        while not self._take(end):
            if self._is("..."):
                raise Untranslated("a spread (...)")
            found.append(self.expression())
            if not self._take(","):
                self._need(end)
                break
        return found

    def _object(self) -> str:
        pairs: list[str] = []
        while not self._take("}"):
            key = self._now
            self._at += 1
            if key.kind not in {"name", "text", "number"}:
                raise Untranslated("an object with computed names")
            value = self.expression() if self._take(":") else self._name(key.text)
            pairs.append(f"{key.text!r}: {value}")
            if not self._take(","):
                self._need("}")
                break
        return f"{{{', '.join(pairs)}}}"

    def _is_arrow(self) -> bool:
        following = self._tokens[self._at + 1] if self._now.kind != "end" else self._now
        if self._now.kind == "name" and following.text == "=>":
            return True
        if not self._is("("):
            return False
        at = self._at + 1
        while self._tokens[at].kind == "name" or self._tokens[at].text == ",":
            at += 1
        return self._tokens[at].text == ")" and self._tokens[at + 1].text == "=>"

    def _arrow(self) -> str:
        names: list[str] = []
        if self._take("("):
            while not self._take(")"):
                names.append(self._now.text)
                self._at += 1
                self._take(",")
        else:
            names.append(self._now.text)
            self._at += 1
        self._need("=>")
        added = set(names) - self.known
        self.known |= added
        if self._take("{"):
            if not self._take("return"):
                raise Untranslated("a function with statements inside another one")
            body = self.expression()
            self._take(";")
            self._need("}")
        else:
            body = self.expression()
        self.known -= added
        parameters = ", ".join([*(f"v_{_plain(name)}=None" for name in names), "*_"])
        return f"(lambda {parameters}: {body})"

    def _template(self, text: str) -> str:
        parts: list[str] = []
        at = begin = 0
        while at < len(text):
            if text[at] == "\\":
                at += 2
            elif text.startswith("${", at):
                end = expression_end(text, at + 2)
                parts.append(repr(unescaped(text[begin:at])))
                inner = _Parser(tokens_of(text[at + 2 : end]), self.known)
                parts.append(f"_text({inner.expression()})")
                at = begin = end + 1
            else:
                at += 1
        parts.append(repr(unescaped(text[begin:])))
        return f"({' + '.join(parts)})"

    def _pattern(self, token: Token) -> str:
        try:
            re.compile(python_pattern(token.text))
        except re.error:
            raise Untranslated(f"the pattern {token.text[:40]}") from None
        if set(token.flags) - set("gimsu"):
            raise Untranslated(f"the flags {token.flags} of a pattern")
        return f"_Pattern({json.dumps(python_pattern(token.text))}, {token.flags!r})"
