"""Tests of a promptfoo configuration as cases, and their assertions as checks."""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any, cast

from edison.domain.datasets.dataset import CaseContent, CaseValue
from edison.domain.imports.import_plan import CaseChecks, ImportNotes
from edison.domain.imports.nunjucks_text import NotConstant, plain_text, render_constant, value_at
from edison.domain.imports.promptfoo_assertions import (
    KNOWN_TYPES,
    AssertionInput,
    MappedAssertion,
    Unmapped,
    map_assertion,
)
from edison.domain.imports.promptfoo_code import map_code
from edison.domain.imports.promptfoo_csv import assertion_of_text, test_of_row
from edison.domain.imports.promptfoo_read_test import (
    CollectedChecks,
    GradedUse,
    ReadTest,
    threshold_of,
    tools_of,
    weighed,
)
from edison.domain.imports.source_files import MissingFile, SourceFiles, as_dict, as_list

# Says what is wrong with the settings of a scorer, or None.
SpecCheck = Callable[[dict[str, Any]], str | None]
_FILES = re.compile(r"\.(?:csv|json|jsonl|ya?ml|txt|md)$")
_COMBINATIONS_AT_MOST = 10_000


class TestReader:
    """Reads the tests of one configuration."""

    # The name begins like a test of pytest, which must not collect it.
    __test__ = False

    def __init__(
        self,
        config: dict[str, Any],
        files: SourceFiles,
        aliases: dict[str, str],
        notes: ImportNotes,
        check: SpecCheck,
    ) -> None:
        self._check = check
        self._files = files
        self._aliases = aliases
        self._notes = notes
        self._config = config
        usual = config.get("defaultTest")
        if isinstance(usual, str):
            usual = files.data(usual)
        self._usual = as_dict(usual)
        self._templates = as_dict(config.get("assertionTemplates"))
        self._tools = tools_of(config)
        # The similarity that answers must have to the expected ones.
        self.similar_at: float | None = None

    def read(self) -> list[ReadTest]:
        found: list[ReadTest] = []
        for place, test in self._tests():
            try:
                whole = self._with_usual(test)
                found += [self._read(place, whole, values) for values in self._values(whole)]
            except MissingFile as error:
                self._notes.skipped(place, "case", error.path, str(error))
        return found

    def _tests(self) -> Iterator[tuple[str, dict[str, Any]]]:
        given = self._config.get("tests")
        tests = list(self._listed("tests", given))
        for number, scenario in enumerate(as_list(self._config.get("scenarios"))):
            fields = as_dict(scenario)
            place = f"scenarios[{number}]"
            inner = [test for _, test in self._listed(f"{place}.tests", fields.get("tests"))]
            for one in as_list(fields.get("config")):
                for test in inner or [{}]:
                    merged = {**as_dict(one), **test}
                    merged["vars"] = {
                        **as_dict(as_dict(one).get("vars")),
                        **as_dict(test.get("vars")),
                    }
                    merged["assert"] = as_list(as_dict(one).get("assert")) + as_list(
                        test.get("assert")
                    )
                    tests.append((place, merged))
        if not tests:
            # A configuration without tests runs each prompt once.
            tests.append(("tests", {}))
        yield from tests

    def _listed(self, place: str, given: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        listed = as_list(given) if isinstance(given, list) else [given] if given else []
        for number, each in enumerate(listed):
            here = f"{place}[{number}]"
            if isinstance(each, str):
                yield from self._in_file(here, each)
            elif "path" in as_dict(each) and "vars" not in as_dict(each):
                yield from self._in_file(here, str(as_dict(each)["path"]))
            else:
                yield here, as_dict(each)

    def _in_file(self, place: str, reference: str) -> Iterator[tuple[str, dict[str, Any]]]:
        path = reference.split("#")[0]
        if path.startswith(("http://", "https://", "huggingface://")):
            self._notes.skipped(place, "case", path, "Download the tests and send them as a file")
            return
        if re.search(r"\.(py|js|ts|mjs)(:|$)", path):
            self._notes.skipped(
                place, "case", path, "The tests are a program; write them to a file"
            )
            return
        try:
            for found in self._files.matching(path):
                rows = self._files.data(found)
                many = as_list(rows) if isinstance(rows, list) else [rows]
                for number, row in enumerate(many):
                    fields = as_dict(row)
                    if found.endswith(".csv"):
                        fields = test_of_row(cast("dict[str, str]", fields), KNOWN_TYPES)
                    yield f"{found}[{number}]", fields
        except MissingFile as error:
            self._notes.skipped(place, "case", error.path, str(error))

    def _with_usual(self, test: dict[str, Any]) -> dict[str, Any]:
        usual = self._usual
        options = {**as_dict(usual.get("options")), **as_dict(test.get("options"))}
        own_only = bool(options.get("disableDefaultAsserts"))
        asserts = [] if own_only else as_list(usual.get("assert"))
        return {
            **usual,
            **test,
            "usual_asserts": len(asserts),
            "vars": {**self._vars(usual.get("vars")), **self._vars(test.get("vars"))},
            "assert": asserts + as_list(test.get("assert")),
            "options": options,
            "metadata": {**as_dict(usual.get("metadata")), **as_dict(test.get("metadata"))},
        }

    def _vars(self, given: Any) -> dict[str, Any]:
        if isinstance(given, str):
            return as_dict(self._files.data(given))
        if isinstance(given, list):
            merged: dict[str, Any] = {}
            for path in as_list(given):
                merged |= as_dict(self._files.data(str(path)))
            return merged
        return as_dict(given)

    def _values(self, test: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the variables of a test: a list of values stands for one test each."""
        plain = {name: self._loaded(value) for name, value in test["vars"].items()}
        lists = {name: as_list(value) for name, value in plain.items() if isinstance(value, list)}
        if not lists or test["options"].get("disableVarExpansion"):
            yield plain
            return
        for chosen in itertools.islice(itertools.product(*lists.values()), _COMBINATIONS_AT_MOST):
            yield {**plain, **dict(zip(lists, chosen, strict=True))}

    def _loaded(self, value: Any) -> Any:
        if isinstance(value, str) and value.startswith("file://"):
            if set("*?") & set(value):
                return [self._files.text(path).strip() for path in self._files.matching(value)]
            if not _FILES.search(value):
                raise MissingFile(value.removeprefix("file://"))
            if value.endswith((".json", ".yaml", ".yml")):
                return self._files.data(value)
            return self._files.text(value).strip()
        if isinstance(value, list):
            return [self._loaded(each) for each in as_list(value)]
        return value

    def _read(self, place: str, test: dict[str, Any], given: dict[str, Any]) -> ReadTest:
        values = self._rendered(given)
        read = CollectedChecks()
        usual = test["usual_asserts"]
        for number, assertion in enumerate(test["assert"]):
            own = f"{place}.assert[{number - usual}]"
            here = f"defaultTest.assert[{number}]" if number < usual else own
            self._assertion(here, assertion, values, test, read, read.checks, 1)
        self._options(place, test)
        texts: dict[str, CaseValue] = {name: plain_text(value) for name, value in values.items()}
        texts |= {name: plain_text(value_at(path, values)) for name, path in self._aliases.items()}
        metadata = dict(test["metadata"])
        if test.get("description"):
            metadata["description"] = str(test["description"])
        pass_at = test.get("threshold")
        checks = CaseChecks(metadata=metadata)
        self._notes.mapped(place, "case", "test")
        return ReadTest(
            content=CaseContent(
                values=texts or {"case": place},
                expected=read.expected,
                metadata=checks.in_metadata(),
            ),
            checks=tuple(read.checks),
            pass_at=float(pass_at) if isinstance(pass_at, int | float) and pass_at else None,
            graded=tuple(read.graded),
            moderation=read.moderation,
        )

    def _rendered(self, given: dict[str, Any]) -> dict[str, Any]:
        """Render variables that refer to other variables."""
        done: dict[str, Any] = {}
        for name, value in given.items():
            if isinstance(value, str) and "{{" in value:
                try:
                    value = render_constant(value, given)
                except NotConstant as error:
                    self._notes.approximated(f"vars.{name}", "variable", name, f"It uses {error}")
            done[name] = value
        return done

    def _options(self, place: str, test: dict[str, Any]) -> None:
        for name in (
            "transform",
            "postprocess",
            "transformVars",
            "prefix",
            "suffix",
            "storeOutputAs",
        ):
            if test["options"].get(name):
                reason = "Edison changes neither the prompt nor the answer of a single test"
                self._notes.skipped(place, "option", name, reason)
        for name in ("provider", "providers", "providerOutput"):
            if test.get(name):
                self._notes.skipped(
                    place, "option", name, "All cases of a suite have the same targets"
                )

    def _assertion(
        self,
        place: str,
        given: Any,
        values: dict[str, Any],
        test: dict[str, Any],
        read: "CollectedChecks",
        into: list[dict[str, Any]],
        depth: int,
    ) -> None:
        fields = self._resolved(given)
        if isinstance(given, str) and "type" not in fields:
            fields = assertion_of_text(given, KNOWN_TYPES)
        kind = str(fields.get("type", ""))
        if kind == "assert-set" and depth < 5:
            inner: list[dict[str, Any]] = []
            for number, each in enumerate(as_list(fields.get("assert"))):
                merged = {"config": fields.get("config"), **self._resolved(each)}
                self._assertion(
                    f"{place}.assert[{number}]", merged, values, test, read, inner, depth + 1
                )
            self._notes.mapped(place, "assertion", kind)
            into.append(weighed({"checks": inner, **threshold_of(fields)}, fields, negate=False))
            return
        try:
            mapped = self._mapped(kind.removeprefix("not-"), fields, values)
            differs = self._take(mapped, kind, fields, test, read, into, inside=depth > 1)
        except (Unmapped, NotConstant) as error:
            reason = f"It uses {error}" if isinstance(error, NotConstant) else str(error)
            self._notes.skipped(place, "assertion", kind, reason)
            return
        except MissingFile as error:
            self._notes.skipped(place, "assertion", kind, str(error))
            return
        if differs:
            self._notes.approximated(place, "assertion", kind, differs)
        else:
            self._notes.mapped(place, "assertion", kind)

    def _problem(self, mapped: MappedAssertion) -> str | None:
        return (
            self._check(mapped.spec) if mapped.spec and mapped.spec["kind"] not in _ASKING else None
        )

    def _resolved(self, given: Any) -> dict[str, Any]:
        fields = as_dict(given)
        reference = str(fields.get("$ref", ""))
        if reference.startswith("#/assertionTemplates/"):
            return {**as_dict(self._templates.get(reference.rsplit("/", 1)[-1])), **fields}
        return fields

    def _mapped(self, kind: str, fields: dict[str, Any], values: dict[str, Any]) -> MappedAssertion:
        if fields.get("transform") or fields.get("contextTransform"):
            raise Unmapped("It changes the answer before the check; write both as a Python check")
        value = fields.get("value")
        is_code = kind in {"python", "javascript"}
        if isinstance(value, str) and value.startswith("file://") and not is_code:
            if re.search(r"\.(py|js|ts|mjs)(:|$)", value):
                raise Unmapped("A program makes its value; write the value into the file")
            value = self._files.data(value)
        threshold = fields.get("threshold")
        given = AssertionInput(
            kind=kind,
            value=self._constant(value, values),
            threshold=float(threshold) if isinstance(threshold, int | float) else None,
            fields={**fields, "tools": self._tools},
        )
        if is_code:
            return map_code(given, self._files)
        if kind == "moderation":
            return MappedAssertion(spec={"kind": "moderation"})
        if kind in {"context-faithfulness", "context-relevance", "context-recall"}:
            text = given.value or values.get("context", "")
            given = AssertionInput(kind=kind, value=text, threshold=given.threshold, fields=fields)
        return map_assertion(given)

    def _constant(self, value: Any, values: dict[str, Any]) -> Any:
        if isinstance(value, str):
            return render_constant(value, values) if "{{" in value or "{%" in value else value
        if isinstance(value, list):
            return [self._constant(each, values) for each in as_list(value)]
        if isinstance(value, dict):
            return {name: self._constant(each, values) for name, each in as_dict(value).items()}
        return value

    def _take(
        self,
        mapped: MappedAssertion,
        kind: str,
        fields: dict[str, Any],
        test: dict[str, Any],
        read: "CollectedChecks",
        into: list[dict[str, Any]],
        *,
        inside: bool,
    ) -> str:
        """Keep a mapped assertion; return how it differs from the source, if it does."""
        negate = kind.startswith("not-")
        # The model of a scorer is chosen later.
        problem = None if mapped.expected is not None else self._problem(mapped)
        if problem is not None:
            raise Unmapped(problem)
        needs_model = mapped.graded is not None or mapped.spec.get("kind") in _ASKING
        if needs_model and inside:
            raise Unmapped(
                "A set of Edison cannot hold a check that calls a model; put it beside the set"
            )
        if needs_model and test.get("threshold"):
            raise Unmapped("The threshold of the test would mix a model's grade with checks")
        if mapped.graded is not None:
            provider = fields.get("provider") or test["options"].get("provider") or ""
            read.graded.append(
                GradedUse(
                    form=mapped.graded,
                    text=mapped.text,
                    pass_at=mapped.pass_at,
                    provider=str(
                        as_dict(provider).get("id", "") if isinstance(provider, dict) else provider
                    ),
                    negate=negate,
                )
            )
        elif mapped.expected is not None:
            if negate or read.expected is not None:
                raise Unmapped("Edison compares each answer with one expected answer of the case")
            read.expected, wanted = mapped.expected, mapped.spec["pass_at"]
            if self.similar_at is None:
                self.similar_at = wanted
            if wanted != self.similar_at:
                return f"All cases are compared with the threshold {self.similar_at:g}"
        elif mapped.spec["kind"] == "moderation":
            read.moderation = str(
                fields.get("provider") or "openai:moderation:omni-moderation-latest"
            )
        else:
            into.append(weighed({"spec": mapped.spec}, fields, negate=negate))
        return mapped.differs


_ASKING = {"semantic_similarity", "moderation"}
