"""The runtime of translated JavaScript: Python code, as text, that goes into the check with JavaScript's own rules."""

# The runtime is dense, because it goes into each check.
# ruff: noqa: E501

# What a check may use of the objects that every script has.
GLOBALS: dict[str, frozenset[str]] = {
    "JSON": frozenset({"JSON.parse", "JSON.stringify"}),
    "Math": frozenset(
        {
            "Math.abs",
            "Math.max",
            "Math.min",
            "Math.round",
            "Math.floor",
            "Math.ceil",
            "Math.sqrt",
            "Math.pow",
        }
    ),
    "Object": frozenset({"Object.keys", "Object.values", "Object.entries"}),
    "Array": frozenset({"Array.isArray"}),
    "Number": frozenset(
        {"Number", "Number.isInteger", "Number.isNaN", "Number.isFinite", "Number.parseFloat"}
    ),
    "String": frozenset({"String"}),
    "Boolean": frozenset({"Boolean"}),
    "parseInt": frozenset({"parseInt"}),
    "parseFloat": frozenset({"parseFloat"}),
    "isNaN": frozenset({"isNaN"}),
}
METHODS = frozenset(
    {
        "includes", "startsWith", "endsWith", "toLowerCase", "toUpperCase", "trim", "trimStart", "trimEnd", "split",
        "indexOf", "lastIndexOf", "slice", "substring", "replace", "replaceAll", "match", "test", "charAt", "at",
        "some", "every", "filter", "map", "find", "join", "reduce", "concat", "repeat", "toString", "toFixed",
        "hasOwnProperty", "search", "flat", "reverse", "sort",
    }
)  # fmt: skip

RUNTIME = r"""
import json, math, re

class _Pattern:
    def __init__(self, text, flags=""):
        marks = (re.I if "i" in flags else 0) | (re.M if "m" in flags else 0) | (re.S if "s" in flags else 0)
        self.form, self.all = re.compile(text, marks | re.ASCII), "g" in flags

def _pattern(text, flags=""):
    return _Pattern(text.replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!"), flags)

def _is_number(v): return isinstance(v, (int, float)) and not isinstance(v, bool)
def _true(v): return not (v is None or v is False or v == "" or (_is_number(v) and (v == 0 or v != v)))
def _or(a, b): return a if _true(a) else b()
def _and(a, b): return b() if _true(a) else a
def _or_null(a, b): return b() if a is None else a
def _type(v):
    if v is None: return "undefined"
    if isinstance(v, bool): return "boolean"
    if isinstance(v, str): return "string"
    return "number" if _is_number(v) else "function" if callable(v) else "object"
def _same(a, b):
    if isinstance(a, (dict, list)) or isinstance(b, (dict, list)): return a is b
    return isinstance(a, bool) == isinstance(b, bool) and type(a) in (int, float) and type(b) in (int, float) and a == b or (
        type(a) is type(b) and a == b)
def _equal(a, b):
    if a is None or b is None: return a is b
    if type(a) is type(b) or (_is_number(a) and _is_number(b)): return _same(a, b)
    return _number(a) == _number(b)
def _number(v):
    if v is None: return float("nan")
    if isinstance(v, bool): return int(v)
    if _is_number(v): return v
    if isinstance(v, list): return _number(_text(v))
    if not isinstance(v, str): return float("nan")
    if not v.strip(): return 0
    try: return float(v) if "_" not in v else float("nan")
    except ValueError: return float("nan")
def _text(v):
    if isinstance(v, str): return v
    if v is None: return "undefined"
    if isinstance(v, bool): return "true" if v else "false"
    if isinstance(v, float) and v.is_integer(): return str(int(v))
    if isinstance(v, list): return ",".join("" if e is None else _text(e) for e in v)
    return "[object Object]" if isinstance(v, dict) else str(v)
def _add(a, b):
    if isinstance(a, (str, list, dict)) or isinstance(b, (str, list, dict)): return _text(a) + _text(b)
    return _number(a) + _number(b)
def _less(a, b): return a < b if isinstance(a, str) and isinstance(b, str) else _number(a) < _number(b)
def _at_most(a, b): return a <= b if isinstance(a, str) and isinstance(b, str) else _number(a) <= _number(b)
def _divide(a, b):
    a, b = _number(a), _number(b)
    if b == 0: return float("nan") if a == 0 or a != a else math.copysign(float("inf"), a)
    return a / b
def _rest(a, b): return math.fmod(_number(a), _number(b)) if _number(b) else float("nan")
def _get(v, name, optional=False):
    if v is None:
        if optional: return None
        raise TypeError("Cannot read " + name + " of nothing")
    if name == "length" and isinstance(v, (str, list)):
        return len(v.encode("utf-16-le")) // 2 if isinstance(v, str) else len(v)
    return v.get(name) if isinstance(v, dict) else None
def _item(v, at):
    if isinstance(v, dict): return v.get(at if isinstance(at, str) else _text(at))
    if v is None: raise TypeError("Cannot read an item of nothing")
    return v[int(at)] if _is_number(at) and 0 <= at < len(v) else _get(v, at) if isinstance(at, str) else None
def _span(v, begin, end):
    size = len(v)
    ends = [0 if begin is None else int(begin), size if end is None else int(end)]
    begin, end = [max(0, size + e) if e < 0 else min(e, size) for e in ends]
    return v[begin:end] if begin < end else v[:0]
def _swap(v, old, new, every):
    by = (lambda m: _text(new(m.group()))) if callable(new) else (lambda m: re.sub(r"\$(\d)", lambda d: m.group(int(d[1])) or "", new))
    if isinstance(old, _Pattern): return old.form.sub(by, v, count=0 if old.all or every else 1)
    return re.sub(re.escape(_text(old)), by, v, count=0 if every else 1)
def _form(p): return p.form if isinstance(p, _Pattern) else re.compile(p, re.ASCII)
def _match(v, p):
    if isinstance(p, _Pattern) and p.all: return [m.group() for m in p.form.finditer(v)] or None
    m = _form(p).search(v)
    return None if m is None else [m.group(), *m.groups()]
def _fold(v, f, a):
    rest = list(v)
    value = a[1] if len(a) > 1 else rest.pop(0)
    for each in rest: value = f(value, each)
    return value
_STRING = {
    "includes": lambda v, a: _text(a[0]) in v, "startsWith": lambda v, a: v.startswith(_text(a[0])),
    "endsWith": lambda v, a: v.endswith(_text(a[0])), "toLowerCase": lambda v, a: v.lower(),
    "toUpperCase": lambda v, a: v.upper(), "trim": lambda v, a: v.strip(), "trimStart": lambda v, a: v.lstrip(),
    "trimEnd": lambda v, a: v.rstrip(), "indexOf": lambda v, a: v.find(_text(a[0])),
    "lastIndexOf": lambda v, a: v.rfind(_text(a[0])), "match": lambda v, a: _match(v, a[0]),
    "split": lambda v, a: [v] if not a else list(v) if a[0] == "" else _form(a[0]).split(v) if isinstance(a[0], _Pattern) else v.split(a[0]),
    "slice": lambda v, a: _span(v, *(a + [None, None])[:2]),
    "substring": lambda v, a: _span(v, *sorted(max(0, int(e)) for e in (a if len(a) > 1 else [a[0], len(v)]))),
    "replace": lambda v, a: _swap(v, a[0], a[1], False), "replaceAll": lambda v, a: _swap(v, a[0], a[1], True),
    "charAt": lambda v, a: v[int(a[0])] if 0 <= a[0] < len(v) else "", "at": lambda v, a: v[int(a[0])],
    "repeat": lambda v, a: v * int(a[0]), "toString": lambda v, a: v, "concat": lambda v, a: v + "".join(map(_text, a)),
    "search": lambda v, a: (lambda m: -1 if m is None else m.start())(_form(a[0]).search(v)),
}
_LIST = {
    "includes": lambda v, a: any(_same(e, a[0]) for e in v), "join": lambda v, a: (a[0] if a else ",").join(map(_text, v)),
    "indexOf": lambda v, a: next((i for i, e in enumerate(v) if _same(e, a[0])), -1),
    "some": lambda v, a: any(_true(a[0](e, i)) for i, e in enumerate(v)),
    "every": lambda v, a: all(_true(a[0](e, i)) for i, e in enumerate(v)),
    "filter": lambda v, a: [e for i, e in enumerate(v) if _true(a[0](e, i))],
    "map": lambda v, a: [a[0](e, i) for i, e in enumerate(v)],
    "find": lambda v, a: next((e for i, e in enumerate(v) if _true(a[0](e, i))), None),
    "slice": lambda v, a: _span(v, *(a + [None, None])[:2]), "at": lambda v, a: v[int(a[0])] if -len(v) <= a[0] < len(v) else None,
    "reduce": lambda v, a: _fold(v, a[0], a), "reverse": lambda v, a: v[::-1], "sort": lambda v, a: sorted(v, key=_text),
    "concat": lambda v, a: v + [e for p in a for e in (p if isinstance(p, list) else [p])],
    "flat": lambda v, a: [e for p in v for e in (p if isinstance(p, list) else [p])], "toString": lambda v, a: _text(v),
}
def _call(v, name, a, optional=False):
    if v is None and optional: return None
    if isinstance(v, _Pattern): return v.form.search(_text(a[0])) is not None
    if isinstance(v, str): return _STRING[name](v, a)
    if isinstance(v, list): return _LIST[name](v, a)
    if isinstance(v, dict):
        if name == "hasOwnProperty": return a[0] in v
        if callable(v.get(name)): return v[name](*a)
    if _is_number(v): return f"{v:.{int(a[0]) if a else 0}f}" if name == "toFixed" else _text(v)
    raise TypeError(name + " is not a function")
def _parse(text):
    def wrong(name): raise ValueError(name)
    return json.loads(text, parse_constant=wrong)
def _leading(text, form):
    m = re.match(form, _text(text).strip())
    return float(m.group()) if m else float("nan")
_GLOBAL = {
    "JSON.parse": lambda a: _parse(a[0]),
    "JSON.stringify": lambda a: json.dumps(a[0], ensure_ascii=False, separators=(",", ":")),
    "Math.abs": lambda a: abs(_number(a[0])), "Math.max": lambda a: max(map(_number, a)), "Math.min": lambda a: min(map(_number, a)),
    "Math.round": lambda a: math.floor(_number(a[0]) + 0.5), "Math.floor": lambda a: math.floor(_number(a[0])),
    "Math.ceil": lambda a: math.ceil(_number(a[0])), "Math.sqrt": lambda a: math.sqrt(_number(a[0])),
    "Math.pow": lambda a: _number(a[0]) ** _number(a[1]),
    "Object.keys": lambda a: list(a[0]), "Object.values": lambda a: list(a[0].values()),
    "Object.entries": lambda a: [list(p) for p in a[0].items()], "Array.isArray": lambda a: isinstance(a[0], list),
    "Number": lambda a: _number(a[0]), "String": lambda a: _text(a[0]), "Boolean": lambda a: _true(a[0]),
    "Number.isInteger": lambda a: _is_number(a[0]) and float(a[0]).is_integer(),
    "Number.isFinite": lambda a: _is_number(a[0]) and math.isfinite(a[0]),
    "Number.isNaN": lambda a: _is_number(a[0]) and a[0] != a[0], "isNaN": lambda a: _number(a[0]) != _number(a[0]),
    "parseInt": lambda a: math.trunc(_leading(a[0], r"[-+]?\d+")) if re.match(r"[-+]?\d", _text(a[0]).strip()) else float("nan"),
    "parseFloat": lambda a: _leading(a[0], r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"),
    "Number.parseFloat": lambda a: _leading(a[0], r"[-+]?(?:\d+\.?\d*|\.\d+)"),
}
def _call_global(name, a): return _GLOBAL[name](a)
def _global(name): return lambda v, *_: _GLOBAL[name]([v])
"""
