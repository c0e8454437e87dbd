"""Result of the baseline gate for the terminal, as part of the JSON document, as Markdown and as JUnit XML."""

from dataclasses import asdict
from typing import Any
from xml.etree import ElementTree

from edison.cli.suites.baseline_gate import PASSES
from edison.cli.suites.run_suite import Journey
from edison.cli.suites.terminal_output import Style, dollars, plain, shorten
from edison.domain.statistics.estimates import fixed_text

WORDS = {
    "better": "better",
    "not_worse": "not worse",
    "worse": "worse",
    "cannot_tell": "cannot tell",
}
SHOWN_CASES = 10
TEXT_WIDTH = 80
# A pipeline finds its own comment by this mark and updates it.
MARK = "<!-- edison-gate -->"


def gate_document(journey: Journey) -> dict[str, Any] | None:
    """Return the comparison with the baseline for the JSON document; None without one."""
    found = journey.gate
    if found is None or journey.address is None:
        return None
    server = journey.address.split("/projects/")[0]
    scale = found["scale"] or 1
    return {
        "verdict": found["verdict"],
        "passes": found["verdict"] in PASSES,
        "sentence": found["sentence"],
        "margin": found["margin"],
        "metric": found["metric"]["name"] if found["metric"] else None,
        "baseline": found["baseline"] and {**found["baseline"]},
        "targets": [_target(one, scale) for one in found["targets"]],
        "missing_targets": found["missing_targets"],
        "fixed": found["fixed"],
        "broken": found["broken"],
        "fixed_cases": [_case(one, journey.address) for one in found["fixed_cases"]],
        "broken_cases": [_case(one, journey.address) for one in found["broken_cases"]],
        "others": [
            {
                "metric": one["metric"]["name"],
                "verdict": one["verdict"],
                "fixed_rows": one["fixed_rows"],
                "broken_rows": one["broken_rows"],
            }
            for one in found["others"]
        ],
        "cost_usd": found["cost"]["run_usd"],
        "baseline_cost_usd": found["cost"]["baseline_usd"],
        "saved": journey.saved_calls and asdict(journey.saved_calls),
        "address": f"{server}{found['path']}",
    }


def gate_lines(gate: dict[str, Any] | None, style: Style, width: int) -> list[str]:
    if gate is None:
        return []
    lines = [style.bold(_headline(gate))]
    for target in gate["targets"]:
        colour = {"worse": style.bad, "cannot_tell": style.doubtful}.get(
            target["verdict"], style.good
        )
        word = colour(f"{WORDS[target['verdict']]:11}")
        lines.append(f"{word}  {plain(target['model'])}: {_interval(target)}")
    lines.append(plain(gate["sentence"]))
    lines += [f"Also {_other(one)}" for one in gate["others"] if one["verdict"] == "worse"]
    for name in ("broken", "fixed"):
        if gate[name]:
            lines.append(style.bold(f"{gate[name]:,} {name}"))
        lines += [shorten(f"  {_case_line(one)}", width) for one in gate[f"{name}_cases"][:5]]
    if gate["saved"]:
        lines.append(saved_sentence(gate["saved"]))
    return [*lines, style.dim(plain(gate["address"]))]


def saved_sentence(saved: dict[str, Any]) -> str:
    return (
        f"Stopped early, because no further answer could change the result: {saved['calls']:,} calls and about "
        f"{dollars(saved['usd'])} saved ({saved['cells']:,} of {saved['of_cells']:,} cells)"
    )


def markdown_summary(document: dict[str, Any]) -> str:
    """Return the comment for a pull request: verdict, interval, changed cases, cost and link."""
    gate, run = document["gate"], document["run"]
    suite = _inline(document["suite"] or "Suite")
    lines = [MARK, f"### {_sign(document)} {suite}: {_outcome(document)}", ""]
    if gate:
        lines += [_inline(gate["sentence"]), "", _inline(_headline(gate)), ""]
        lines += [
            "| target | verdict | difference | 95 % interval | cases |",
            "| -- | -- | -- | -- | -- |",
        ]
        lines += [_row(target) for target in gate["targets"]]
        lines.append("")
        lines += [
            f"- Also {_inline(_other(one))}" for one in gate["others"] if one["verdict"] == "worse"
        ]
        for name in ("broken", "fixed"):
            lines += _changed(gate, name)
    missed = [one for one in document["thresholds"] if not one["reached"]]
    lines += [
        f"- Threshold missed: {_inline(one['target'])}, {_inline(one['scorer'] or one['measure'])} {one['found']}, "
        f"wanted {one['wanted']}"
        for one in missed
    ]
    lines += [f"- {_inline(one['message'])}" for one in document["problems"]]
    if gate and gate["saved"]:
        lines += ["", saved_sentence(gate["saved"]) + "."]
    if run:
        cost = f"cost {dollars(run['cost_usd'])}" if run["cost_usd"] is not None else ""
        address = gate["address"] if gate else run["address"]
        lines += ["", f"[Run {run['number']}]({address}), {run['cases']:,} cases, {cost}"]
    return "\n".join(lines).rstrip() + "\n"


def junit_report(document: dict[str, Any]) -> str:
    """Return JUnit XML: one test for each target's comparison and for each threshold, or one error."""
    suite = document["suite"] or "suite"
    root = ElementTree.Element("testsuites")
    tests = ElementTree.SubElement(root, "testsuite", name=_xml(suite))
    gate, code = document["gate"], document["exit_code"]
    for target in gate["targets"] if gate else ():
        test = _test(tests, suite, f"{target['model']} against the baseline")
        said = f"{WORDS[target['verdict']]}: {_interval(target)}. {target['sentence']}"
        if target["verdict"] == "worse":
            ElementTree.SubElement(test, "failure", message=_xml(said))
        elif target["verdict"] == "cannot_tell":
            ElementTree.SubElement(test, "failure" if code == 1 else "skipped", message=_xml(said))
        out = [
            said,
            *(f"broken: {_case_line(one)} {one['address']}" for one in gate["broken_cases"]),
        ]
        ElementTree.SubElement(test, "system-out").text = _xml("\n".join(out))
    for check in document["thresholds"]:
        name = f"{check['target']}: {check['scorer'] or 'all scorers'} {check['measure']}"
        test = _test(tests, suite, name)
        if not check["reached"]:
            said = f"{check['found']}, wanted {check['wanted']}"
            ElementTree.SubElement(test, "failure", message=_xml(said))
    problems = [one["message"] for one in document["problems"]]
    if problems or code in {3, 64, 130} or not len(tests):
        test = _test(tests, suite, "run")
        if problems or code not in {0, 1, 2}:
            said = "; ".join(problems) or document["verdict"]
            ElementTree.SubElement(test, "error", message=_xml(said))
    kinds = ("failure", "error", "skipped")
    counts = {kind: len(tests.findall(f"testcase/{kind}")) for kind in kinds}
    tests.attrib.update(
        tests=str(len(tests)),
        failures=str(counts["failure"]),
        errors=str(counts["error"]),
        skipped=str(counts["skipped"]),
    )
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _target(one: dict[str, Any], scale: float) -> dict[str, Any]:
    effect = one["comparison"]["effect"]
    values = {name: effect[name] if effect else None for name in ("value", "low", "high")}
    return {
        "model": one["model_name"],
        "verdict": one["gate"],
        "sentence": one["comparison"]["sentence"],
        "identical": one["identical"],
        "cases": one["comparison"]["cases"],
        "p_adjusted": one["comparison"]["p_adjusted"],
        "difference": values["value"],
        "low": values["low"],
        "high": values["high"],
        "scale": scale,
        "fixed": one["fixed"],
        "broken": one["broken"],
    }


def _case(one: dict[str, Any], address: str) -> dict[str, Any]:
    return {
        "case": one["position"] + 1,
        "target": one["target"],
        "text": one["text"],
        "address": f"{address}?cell={one['ordinal']}",
    }


def _headline(gate: dict[str, Any]) -> str:
    against = f"run {gate['baseline']['number']}" if gate["baseline"] else "no baseline"
    metric = f" by {gate['metric']}" if gate["metric"] else ""
    return f"Compared with {against}{metric}, margin {_points(gate['margin'])} points"


def _interval(target: dict[str, Any]) -> str:
    """Format a difference in points, that is hundredths of the scale."""
    on = f"on {target['cases']:,} cases"
    if target["identical"]:
        return f"identical answers {on}"
    if target["difference"] is None:
        return f"no difference could be measured {on}"
    return f"{_signed(target['difference'])} points ({_signed(target['low'])} to {_signed(target['high'])}) {on}"


def _row(target: dict[str, Any]) -> str:
    difference, interval = "identical" if target["identical"] else "", ""
    if target["difference"] is not None and not target["identical"]:
        difference = f"{_signed(target['difference'])} points"
        interval = f"{_signed(target['low'])} to {_signed(target['high'])}"
    model, word = _inline(target["model"]), WORDS[target["verdict"]]
    return f"| {model} | **{word}** | {difference} | {interval} | {target['cases']:,} |"


def _changed(gate: dict[str, Any], name: str) -> list[str]:
    count: int = gate[name]
    if not count:
        return []
    cases: list[dict[str, Any]] = gate[f"{name}_cases"][:SHOWN_CASES]
    lines = [f"<details><summary>{count:,} {name}</summary>", ""]
    lines += [f"- [{_inline(_case_line(one))}]({one['address']})" for one in cases]
    if count > len(cases):
        lines.append(f"- and {count - len(cases):,} more")
    return [*lines, "", "</details>", ""]


def _case_line(one: dict[str, Any]) -> str:
    text = shorten(plain(" ".join(str(one["text"]).split())), TEXT_WIDTH)
    return f"case {one['case']}, {plain(one['target'])}: {text}"


def _other(one: dict[str, Any]) -> str:
    return f"worse by {one['metric']}: {one['broken_rows']:,} broken, {one['fixed_rows']:,} fixed"


def _sign(document: dict[str, Any]) -> str:
    return {0: "✅", 1: "❌", 2: "❔"}.get(document["exit_code"], "⚠️")


def _outcome(document: dict[str, Any]) -> str:
    if document["exit_code"] in {3, 64, 130} or not document["gate"]:
        return str(document["verdict"]).replace("_", " ")
    return WORDS[document["gate"]["verdict"]]


def _signed(share: float) -> str:
    return ("+" if share > 0 else "") + _points(share)


def _points(share: float) -> str:
    text = fixed_text(share * 100, 1)
    return "0" if text in {"0.0", "-0.0"} else text.removesuffix(".0")


def _inline(text: str) -> str:
    """Make untrusted text harmless in one line of Markdown."""
    flat = plain(" ".join(text.split())).replace("\\", "\\\\")
    for letter in "`*_[]<>|#@":
        flat = flat.replace(letter, f"&#{ord(letter)};")
    return flat


def _xml(text: str) -> str:
    return plain(text, breaks=True)


def _test(tests: ElementTree.Element, suite: str, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(tests, "testcase", classname=_xml(suite), name=_xml(name))
