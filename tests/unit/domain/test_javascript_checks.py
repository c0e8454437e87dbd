"""JavaScript of short checks in Python: the same values, and a refusal by name of everything else."""

from typing import Any

import pytest

from edison.domain.judging.javascript_to_python import Untranslated, translate


def result_of(code: str, output: str, module: str | None = None) -> Any:
    names: dict[str, Any] = {}
    exec(translate(code, module), names)
    return names["_assertion"](output, {"vars": {"name": "Ada", "tags": ["x"]}})


@pytest.mark.parametrize(
    ("code", "output", "value"),
    [
        ("output.length < 10", "abc", True),
        ("output.includes('b') && !output.includes('z')", "abc", True),
        (
            "JSON.parse(output).items.every(i => i.price > 0)",
            '{"items": [{"price": 1}, {"price": 0}]}',
            False,
        ),
        (r"/^\d{3}-\d+$/.test(output.trim())", " 123-45 ", True),
        ("const d = JSON.parse(output); d.name === context.vars.name", '{"name": "Ada"}', True),
        (r"output.split(/\s+/).length <= 3 ? 1 : 0.5", "a b c d", 0.5),
        ("context.vars.missing?.length > 0 || output === ''", "", True),
        ("['a', 'b'].some(w => output.includes(w))", "xxb", True),
        ("output.match(/o/g).length === 2", "foo", True),
        ("output.replace(/[aeiou]/gi, '') === 'bc'", "abce", True),
        ("Number(output) > 5", "7", True),
        ("Number(output) > 5", "seven", False),
        ("'1' == 1 && '1' !== 1 && 0 == ''", "", True),
        ("1 + '1' === '11' && '3' * '4' === 12", "", True),
        ("!isNaN(parseFloat(output))", "12.5 kg", True),
        ("`${output}!` === 'hi!'", "hi", True),
        ("'\\u{1F600}'.length === 2", "", True),
        ("output == null ? false : output.trim().endsWith('.')", "Hi. ", True),
        ("if (output.length > 2) {\n  return false;\n} else {\n  return 0.8;\n}", "ab", 0.8),
        (
            "({pass: true, score: 0.5, reason: 'r'})",
            "",
            {"pass": True, "score": 0.5, "reason": "r"},
        ),
    ],
)
def test_a_check_gives_what_javascript_gives(code: str, output: str, value: Any) -> None:
    found = result_of(code, output)

    assert found == value
    assert isinstance(found, bool) == isinstance(value, bool)


def test_a_file_exports_its_check() -> None:
    code = "module.exports = (text, context) => {\n  return text.includes(context.vars.name);\n};"

    assert result_of(code, "hi Ada", module="*") is True


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("await fetch('x')", "await"),
        ("for (const x of output) {}", "for"),
        ("require('fs').readFileSync('x')", "require"),
        ("output.normalize()", "normalize"),
        ("process.exit()", "process"),
        ("output.constructor.constructor('return 1')()", "constructor"),
    ],
)
def test_everything_else_is_refused_by_name(code: str, named: str) -> None:
    with pytest.raises(Untranslated, match=named):
        translate(code)
