"""Registry of all experiment templates by id."""

from edison.domain.errors import InvalidInput
from edison.domain.experiments.templates.code_generation import CODE_GENERATION
from edison.domain.experiments.templates.creative_writing import CREATIVE_WRITING
from edison.domain.experiments.templates.customer_support import CUSTOMER_SUPPORT
from edison.domain.experiments.templates.data_extraction import DATA_EXTRACTION
from edison.domain.experiments.templates.experiment_template import Template

TEMPLATES: tuple[Template, ...] = (
    CUSTOMER_SUPPORT,
    CREATIVE_WRITING,
    DATA_EXTRACTION,
    CODE_GENERATION,
)


def template_of(name: str) -> Template:
    for template in TEMPLATES:
        if template.id == name:
            return template
    known = ", ".join(template.id for template in TEMPLATES)
    raise InvalidInput(f"Unknown template. Choose one of {known}", field="template")
