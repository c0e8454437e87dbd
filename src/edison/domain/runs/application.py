"""Applications: targets that Edison does not call. A caller submits their outputs to a run."""

from dataclasses import dataclass
from uuid import UUID, uuid5

from edison.domain.errors import InvalidInput
from edison.domain.ids import ModelId, PromptId, VersionId

# Value of `Column.provider` for an application; no model of the catalog has it.
APPLICATION_PROVIDER = "application"
MOST_APPLICATION_NAME = 100
MOST_APPLICATION_VERSION = 100
MOST_KEY = 200
# Outputs of one request.
MOST_OUTPUTS = 500
MOST_OUTPUT_TEXT = 1_000_000
# An application answers in its caller's process, so its runs are smaller than those of models.
MOST_APPLICATION_CELLS = 100_000

_IDS = UUID("7f6c1f0e-6a55-4d0e-9b5e-3f1a1f6f5c29")


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """An application under evaluation. The version is free text, such as a release or a commit."""

    name: str
    version: str = ""

    @property
    def title(self) -> str:
        return f"{self.name} {self.version}".rstrip()

    @property
    def target_id(self) -> ModelId:
        """Return a stable id, so that runs of different versions are compared as the same target."""
        return ModelId(uuid5(_IDS, f"target:{self.name}"))

    @property
    def prompt_id(self) -> PromptId:
        return PromptId(uuid5(_IDS, f"prompt:{self.name}"))

    @property
    def version_id(self) -> VersionId:
        return VersionId(uuid5(_IDS, f"version:{self.name}\n{self.version}"))


def check_application(application: Application) -> Application:
    """Return the application. Raise an error if its name or version is not valid."""
    if not 1 <= len(application.name) <= MOST_APPLICATION_NAME:
        raise InvalidInput(
            f"The name of an application has 1 to {MOST_APPLICATION_NAME} characters",
            field="application.name",
        )
    if len(application.version) > MOST_APPLICATION_VERSION:
        raise InvalidInput(
            f"The version of an application has at most {MOST_APPLICATION_VERSION} characters",
            field="application.version",
        )
    return application
