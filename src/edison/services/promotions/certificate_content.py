"""Collect the content of a certificate when a promotion is approved."""

from datetime import UTC
from typing import Any
from uuid import UUID

from edison.domain.ids import JudgeId
from edison.domain.money import to_usd
from edison.domain.people.label_protection import LabelProtection
from edison.domain.promotions.certificate import FORMAT, decimal_text
from edison.domain.promotions.promotion import Promotion
from edison.domain.prompts.prompt import Prompt, PromptVersion
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_sums import spent_on
from edison.engine.project_tx import ProjectTx
from edison.services.judging.judge_passport import passports_of
from edison.services.promotions.promotion_evidence import Evidence
from edison.store.repositories.results.run_panels import PanelScorer


async def certificate_of(
    tx: ProjectTx,
    prompt: Prompt,
    version: PromptVersion,
    protection: LabelProtection,
    promotion: Promotion,
    evidence: Evidence,
) -> dict[str, Any]:
    """Return what is signed. It has no floats, and names everything by its id as well."""
    project = await tx.projects.get(tx.project)
    held = promotion.from_number
    holder = None if held is None else await tx.prompts.version(tx.project, prompt.id, held)
    return {
        "format": FORMAT,
        "promotion": str(promotion.id),
        "kind": str(promotion.kind),
        "project": {"id": str(project.id), "name": project.name},
        "prompt": {"id": str(prompt.id), "name": prompt.name},
        "label": promotion.label,
        "version": _version(version),
        "previous": None if holder is None else _version(holder),
        "rules": {
            "suite": None if protection.suite is None else str(protection.suite),
            "margin": decimal_text(protection.margin),
            "minimum_effect": decimal_text(protection.minimum_effect),
            "approver_role": str(protection.approver_role),
            "author_may_approve": protection.author_may_approve,
        },
        "run": None if evidence.run is None else await _run(tx, evidence.run),
        "baseline_run": None if evidence.baseline is None else await _run(tx, evidence.baseline),
        "statistics": _statistics(evidence),
        "verdict": None if evidence.verdict is None else str(evidence.verdict),
        "sentence": evidence.sentence,
        "requirements": [
            {"name": one.name, "met": one.met, "sentence": one.sentence}
            for one in evidence.requirements
        ],
        "requested": {
            "by": _id(promotion.requested_by),
            "name": promotion.requested_by_label,
            "at": promotion.requested_at.astimezone(UTC).isoformat(),
            "note": promotion.note,
        },
        "approved": {
            "by": _id(promotion.decided_by),
            "name": promotion.decided_by_label,
            "at": tx.now.astimezone(UTC).isoformat(),
            "reason": promotion.reason,
            "author": promotion.author_approved,
        },
    }


def _version(version: PromptVersion) -> dict[str, Any]:
    return {"id": str(version.id), "number": version.number, "digest": version.digest}


async def _run(tx: ProjectTx, run: Run) -> dict[str, Any]:
    columns, scores = await tx.run_sums.read(tx.project, run.id)
    scorers = await tx.run_panels.scorers(tx.project, run.id)
    execution = await tx.executions.of_run(tx.project, run.id)
    suite = None if execution is None else await tx.suites.get(tx.project, execution.suite)
    return {
        "id": str(run.id),
        "number": run.number,
        "dataset": {
            "id": _id(run.plan.dataset),
            "name": run.plan.dataset_name,
            "version": run.plan.dataset_version,
        },
        "cases": run.plan.cases,
        "trials": run.plan.trials,
        "suite": None
        if suite is None or execution is None
        else {
            "id": str(suite.id),
            "name": suite.name,
            "revision": suite.revision,
            "execution": execution.number,
        },
        "models": [
            {
                "model": column.model_name,
                "provider": column.provider,
                "prompt": column.prompt_name,
                "version": column.number,
                "parameters": {
                    name: str(value) for name, value in column.parameters.given().items()
                },
            }
            for column in run.plan.columns
        ],
        "scorers": [{"name": one.name, "kind": one.kind} for one in scorers],
        "judges": [
            await _judge(tx, one)
            for one in scorers
            if "judge" in one.spec and not one.spec.get("exam")
        ],
        "cost_usd": str(to_usd(spent_on(columns, scores))),
    }


async def _judge(tx: ProjectTx, scorer: PanelScorer) -> dict[str, Any]:
    """Return the version of a judge, and what its passport says about its reliability now."""
    judge = JudgeId(UUID(scorer.spec["judge"]))
    version = await tx.judges.version(tx.project, judge, scorer.spec["version"])
    found = (await passports_of(tx, tx.project, [version], tx.now))[judge]
    agreed = found.agreement
    return {
        "id": str(judge),
        "name": version.name,
        "version": version.number,
        "model": version.model_name,
        "passport": {
            "badge": str(found.badge),
            "verdicts": found.verdicts,
            "errors": found.errors,
            "labels": 0 if agreed is None else agreed.n,
            "kappa": decimal_text(None if agreed is None else agreed.kappa),
            "kappa_low": decimal_text(None if agreed is None else agreed.low),
            "kappa_high": decimal_text(None if agreed is None else agreed.high),
        },
    }


def _statistics(evidence: Evidence) -> dict[str, Any] | None:
    if evidence.metric is None:
        return None
    return {
        "metric": evidence.metric.key,
        "targets": [
            {
                "target": one.compared.label,
                "verdict": str(one.verdict),
                "sentence": one.sentence,
                "cases": one.compared.comparison.cases,
                "lost": one.compared.comparison.lost,
                "difference": decimal_text(effect.value if effect else None),
                "low": decimal_text(effect.low if effect else None),
                "high": decimal_text(effect.high if effect else None),
                "p": decimal_text(one.compared.comparison.p),
                "p_adjusted": decimal_text(one.compared.comparison.p_adjusted),
                "method": one.compared.comparison.method,
                "identical": one.compared.identical,
                "fixed": one.compared.fixed,
                "broken": one.compared.broken,
            }
            for one in evidence.targets
            for effect in [one.compared.comparison.effect]
        ],
    }


def _id(value: object | None) -> str | None:
    return None if value is None else str(value)
