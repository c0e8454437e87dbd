"""Upper bound of the work to validate an answer against a JSON schema, computed before validation.

Schemas come from users. A few references can stand for billions of subschemas, and the validator cannot be
interrupted. So each subschema is counted once without expanding it, and the count is reused for every reference.

The unit is a step: one keyword or listed value, examined for one value of the answer. `rate` is an upper bound of
the steps per value of an answer with a given nesting depth (`height`). The rate is the sum over subschemas that apply
to the same value (`allOf`, `$ref`), and the maximum over subschemas that apply to different values (`properties`). So
it grows with the depth only if a schema refers to itself more than once.

Why this is an upper bound: a value takes at most `itself` steps, plus at most `inside` steps for each value nested in
it. So the larger of `itself` and `inside`, times the number of values in the answer, is never too low.
"""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import unquote

# For one schema, with all references expanded.
EXPANDED_AT_MOST = 20_000
TOO_LARGE = (
    f"With references expanded it has more than {EXPANDED_AT_MOST:,} subschemas and values, "
    "which is the limit"
)
# A recursive schema is counted for each height; above this, counting would take too long.
COUNTED_AT_MOST = 50_000
ENDLESS = 10**15

_SAME_VALUE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
_SAME_VALUE_BY_NAME = ("dependentSchemas", "dependencies")
# To explain an error, the validator evaluates these twice.
_TWICE = frozenset({"anyOf", "oneOf", "not", "if"})
_ALL_PARTS = (
    "additionalProperties",
    "additionalItems",
    "contains",
    "items",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
)
# With these, the validator evaluates their siblings up to three times.
_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_APPLIES = frozenset(
    {*_SAME_VALUE, *_SAME_VALUE_BY_NAME, *_ALL_PARTS, *_REFERENCES}
    | {"patternProperties", "prefixItems", "properties"}
)
_LISTS = ("enum", "const", "required", "dependentRequired", "type")
_REPEATED = re.compile(r"\{(\d{1,6})(?:,(\d{0,6}))?\}")
_UNIQUE_ITEMS = 64


class SchemaTooLarge(ValueError):
    """Validation against the schema would take too long, or an unknown time. The message gives the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    """A subschema with its own cost and the indexes of the subschemas that it applies."""

    own: int
    factor: int
    same: list[int] = field(default_factory=list[int])
    # Members of `same` that are evaluated once more to explain an error.
    again: list[int] = field(default_factory=list[int])
    all_parts: list[int] = field(default_factory=list[int])
    one_part: list[int] = field(default_factory=list[int])

    def below(self) -> Iterator[int]:
        yield from self.same
        yield from self.all_parts
        yield from self.one_part


class SchemaCost:
    """Cost of validating answers against a schema. The constructor raises SchemaTooLarge for an unusable schema."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self._nodes = _Graph(schema).nodes
        in_place = _order(self._nodes, same_value_only=True)
        if in_place is None:
            raise SchemaTooLarge("It contains a circular reference")
        self._in_place = in_place
        order = _order(self._nodes, same_value_only=False)
        self.is_recursive = order is None
        # First what applies to the same value: that count is exact, even for a recursive schema.
        self._levels = [self._level(None)]
        # Scorers of large chunks run in threads.
        self._lock = threading.Lock()
        self.expanded = max(*self._levels[0].wrong.itself, self._expanded(order))
        if self.expanded > EXPANDED_AT_MOST:
            raise SchemaTooLarge(TOO_LARGE)

    def steps(self, text: str, height: int) -> int:
        """Return an upper bound of the steps to validate an answer with this text and nesting depth."""
        # Every value except the first follows one of these characters; long texts count by their length.
        values = 1 + text.count(",") + text.count("[") + text.count("{") + len(text) // 8
        return values * self.rate(height)

    def rate(self, height: int) -> int:
        """Return an upper bound of the steps per value in an answer with this nesting depth."""
        if not self.is_recursive:
            return self.expanded
        if height * len(self._nodes) > COUNTED_AT_MOST:
            return ENDLESS
        with self._lock:
            while len(self._levels) <= height:
                self._levels.append(self._level(self._levels[-1]))
        return self._levels[height].wrong.rate(0)

    def _level(self, below: "_Counts | None") -> "_Counts":
        counts = _Counts(len(self._nodes))
        for place in self._in_place:
            counts.add_up(place, self._nodes[place], below)
        return counts

    def _expanded(self, order: list[int] | None) -> int:
        counts = _Counts(len(self._nodes))
        # In a recursive schema one level is counted: the number of levels depends on the answer.
        for place in order if order is not None else _any_order(self._nodes):
            counts.add_up(place, self._nodes[place], counts)
        return counts.wrong.rate(0)


def height_of(value: Any) -> int:
    """Return the nesting depth of a JSON value."""
    left: list[tuple[Any, int]] = [(value, 0)]
    highest = 0
    while left:
        item, depth = left.pop()
        highest = max(highest, depth)
        if isinstance(item, dict):
            left += [(part, depth + 1) for part in cast(dict[str, Any], item).values()]
        elif isinstance(item, list):
            left += [(part, depth + 1) for part in cast(list[Any], item)]
    return highest


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tally:
    """Steps of each subschema: for the value that it applies to (`itself`), and per value nested in it (`inside`)."""

    itself: list[int]
    inside: list[int]

    def rate(self, place: int) -> int:
        return max(self.itself[place], self.inside[place])

    def add_up(self, place: int, node: _Node, parts: "_Tally | None") -> None:
        self.itself[place] = _bounded(node, self.itself) + node.own
        inside = _bounded(node, self.inside)
        if parts is not None:
            inside += sum(parts.rate(each) for each in node.all_parts)
            inside += max((parts.rate(each) for each in node.one_part), default=0)
        self.inside[place] = min(ENDLESS, inside)


def _bounded(node: _Node, here: list[int]) -> int:
    return min(ENDLESS, node.factor * sum(here[place] for place in node.same))


class _Counts:
    """Steps to decide whether a value is valid (`fit`), and to decide and also explain an error (`wrong`)."""

    def __init__(self, length: int) -> None:
        self.fit = _Tally(itself=[1] * length, inside=[0] * length)
        self.wrong = _Tally(itself=[1] * length, inside=[0] * length)

    def add_up(self, place: int, node: _Node, parts: "_Counts | None") -> None:
        self.fit.add_up(place, node, parts and parts.fit)
        self.wrong.add_up(place, node, parts and parts.wrong)
        self.wrong.itself[place] += sum(self.fit.itself[each] for each in node.again)
        self.wrong.inside[place] += sum(self.fit.inside[each] for each in node.again)


def _order(nodes: list[_Node], *, same_value_only: bool) -> list[int] | None:
    """Return the indexes of subschemas in topological order, applied subschemas first; None if there is a cycle."""
    done, open_, order = set[int](), set[int](), list[int]()
    for start in range(len(nodes)):
        stack: list[tuple[int, bool]] = [(start, False)]
        while stack:
            place, leaving = stack.pop()
            if leaving:
                open_.discard(place)
                done.add(place)
                order.append(place)
                continue
            if place in open_:
                return None
            if place in done:
                continue
            open_.add(place)
            stack.append((place, True))
            node = nodes[place]
            below = node.same if same_value_only else list(node.below())
            if any(each in open_ for each in below):
                return None
            stack += [(each, False) for each in dict.fromkeys(below) if each not in done]
    return order


def _any_order(nodes: list[_Node]) -> list[int]:
    """Return the indexes of subschemas in depth-first postorder: applied subschemas first, except in cycles."""
    seen, order = set[int](), list[int]()
    stack: list[tuple[int, bool]] = [(0, False)]
    while stack:
        place, leaving = stack.pop()
        if leaving:
            order.append(place)
        elif place not in seen:
            seen.add(place)
            stack.append((place, True))
            stack += [(each, False) for each in nodes[place].below() if each not in seen]
    return order


class _Graph:
    """Graph of the subschemas that are reachable from the root, each once, with references resolved.

    Ambiguous references are rejected, because the size of their target is unknown.
    """

    def __init__(self, schema: dict[str, Any]) -> None:
        self.nodes: list[_Node] = []
        self._places: dict[int, int] = {}
        self._schemas: list[dict[str, Any]] = []
        self._anchors: dict[str, list[dict[str, Any]]] = {}
        self._leaves: dict[int, int] = {}
        self._met = 0
        self._has_inner_id = False
        self._root = schema
        self._look_for_names(schema)
        self._place(schema)
        done = 0
        while done < len(self._schemas):
            self._fill(self.nodes[done], self._schemas[done])
            done += 1

    def _look_for_names(self, schema: dict[str, Any]) -> None:
        ids = ("$id", "id") if "draft-04" in str(schema.get("$schema")) else ("$id",)
        left: list[Any] = [schema]
        while left:
            item = left.pop()
            if isinstance(item, list):
                left += cast(list[Any], item)
            elif isinstance(item, dict):
                part = cast(dict[str, Any], item)
                left += part.values()
                for word in ("$anchor", "$dynamicAnchor"):
                    if isinstance(part.get(word), str):
                        self._anchors.setdefault(part[word], []).append(part)
                if part is not schema and any(isinstance(part.get(word), str) for word in ids):
                    self._has_inner_id = True

    def _place(self, schema: Any) -> int | None:
        if not isinstance(schema, dict):
            return None
        given = cast(dict[str, Any], schema)
        if id(given) not in self._places:
            self._met += 1
            if self._met > EXPANDED_AT_MOST:
                raise SchemaTooLarge(TOO_LARGE)
            if _APPLIES.isdisjoint(given):
                return self._leaf(_own(given))
            self._places[id(given)] = len(self.nodes)
            self._schemas.append(given)
            self.nodes.append(
                _Node(own=_own(given), factor=3 if _UNEVALUATED & given.keys() else 1)
            )
        return self._places[id(given)]

    def _leaf(self, own: int) -> int:
        """Return the index of the node shared by all subschemas that have this cost and apply no other subschema."""
        if own not in self._leaves:
            self._leaves[own] = len(self.nodes)
            self._schemas.append({})
            self.nodes.append(_Node(own=own, factor=1))
        return self._leaves[own]

    def _fill(self, node: _Node, schema: dict[str, Any]) -> None:
        for word in _SAME_VALUE:
            for place in self._all(_listed(schema[word]) if word in schema else []):
                node.same.append(place)
                node.again.extend([place] if word in _TWICE else [])
        for word in _SAME_VALUE_BY_NAME:
            node.same.extend(self._all(_named(schema.get(word))))
        for word in _REFERENCES:
            if word in schema:
                node.same.extend(self._all(self._meant(schema[word])))
        for word in _ALL_PARTS:
            if isinstance(schema.get(word), dict):
                node.all_parts.extend(self._all([schema[word]]))
        node.all_parts.extend(self._all(_named(schema.get("patternProperties"))))
        node.one_part.extend(self._all(_named(schema.get("properties"))))
        for word in ("prefixItems", "items"):
            if isinstance(schema.get(word), list):
                node.one_part.extend(self._all(schema[word]))

    def _all(self, schemas: list[Any]) -> list[int]:
        return [place for each in schemas if (place := self._place(each)) is not None]

    def _meant(self, reference: Any) -> list[Any]:
        """Return the targets of a reference: both targets, if the encoded and the decoded pointer differ."""
        own = str(self._root.get("$id", "")).partition("#")[0]
        place = str(reference).removeprefix(own)
        if not place.startswith("#"):
            raise SchemaTooLarge(f"{str(reference)[:80]} is not part of the schema")
        if self._has_inner_id:
            # Then a reference has a different meaning in each part, which no answer schema needs.
            raise SchemaTooLarge("It has references and nested ids. Remove the ids")
        found = [
            each
            for pointer in dict.fromkeys((place[1:], unquote(place[1:])))
            for each in self._at(pointer)
        ]
        if not found:
            raise SchemaTooLarge(f"{str(reference)[:80]} is not part of the schema")
        return found

    def _at(self, pointer: str) -> list[Any]:
        if pointer and not pointer.startswith("/"):
            return list(self._anchors.get(pointer, []))
        found: Any = self._root
        try:
            for part in pointer.split("/")[1:]:
                name = part.replace("~1", "/").replace("~0", "~")
                found = found[int(name) if isinstance(found, list) else name]
        except (KeyError, IndexError, ValueError, TypeError):
            return []
        return [found]


def _own(schema: dict[str, Any]) -> int:
    own = 1 + len(schema) + sum(_size(schema[word]) for word in _LISTS if word in schema)
    own += len(_named(schema.get("properties"))) + _UNIQUE_ITEMS * (
        schema.get("uniqueItems") is True
    )
    patterns = [schema.get("pattern"), *_names(schema.get("patternProperties"))]
    return own + sum(_pattern(each) for each in patterns if isinstance(each, str))


def _pattern(pattern: str) -> int:
    """Return a bound on the states of a regular expression: its length times its counted repetitions.

    Repetition counts are multiplied if a group is repeated, because the repetitions may be nested.
    """
    counts = [int(most or least) for least, most in _REPEATED.findall(pattern)]
    product = 1
    for count in counts:
        product = min(ENDLESS, product * max(1, count))
    return len(pattern) * (product if "){" in pattern else max(counts, default=1))


def _size(value: Any) -> int:
    left, size = [value], 0
    while left:
        item = left.pop()
        size += 1
        if isinstance(item, dict):
            left += cast(dict[str, Any], item).values()
        elif isinstance(item, list):
            left += cast(list[Any], item)
    return size


def _listed(value: Any) -> list[Any]:
    return cast(list[Any], value) if isinstance(value, list) else [value]


def _named(value: Any) -> list[Any]:
    return list(cast(dict[str, Any], value).values()) if isinstance(value, dict) else []


def _names(value: Any) -> list[str]:
    return list(cast(dict[str, Any], value)) if isinstance(value, dict) else []
