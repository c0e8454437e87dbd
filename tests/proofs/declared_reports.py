"""Who may read the report of an experiment, take it away, and bring one in."""

import io
import zipfile

from tests.proofs.declared_experiments import about_experiment
from tests.proofs.declaring import Member, Request, declared
from tests.support.house import Situation
from tests.support.world import API


async def a_bundle(at: Situation) -> Request:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("experiment.yaml", "format: edison-experiment\nversion: 1\nplan: {}\n")
    path = f"{API}/projects/{at.project}/experiments/import"
    return Request(path=path, content=out.getvalue())


REPORTS = (
    declared("read_experiment_report", Member("VIEWER"), 200, about_experiment("/report")),
    declared(
        "export_experiment_report_pdf", Member("VIEWER"), 200, about_experiment("/report.pdf")
    ),
    declared(
        "export_experiment_report_markdown", Member("VIEWER"), 200, about_experiment("/report.md")
    ),
    declared(
        "export_experiment_report_csv", Member("VIEWER"), 200, about_experiment("/report.csv")
    ),
    declared("export_experiment_bundle", Member("VIEWER"), 200, about_experiment("/bundle")),
    declared("import_experiment_bundle", Member("EDITOR"), 201, a_bundle),
)
