"""Which cases of an experiment are for training, validation and the hold-out."""

from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, View
from edison.domain.experiments.candidate_acceptance import alpha_of_use, splits_sentence
from edison.domain.experiments.experiment_splits import CaseDraw, ExperimentSplit


class SplitsView(View):
    """How the cases were drawn when the experiment started. They stay where they are."""

    seed: int
    dataset_version: int
    train: int = Field(description="Cases whose failing answers the refiner sees")
    validation: int = Field(
        description="Cases that changes are accepted on; 0: too few for a split"
    )
    holdout: int = Field(description="Cases for the check at the end")
    validation_uses: int = Field(description="How many changes were compared on them so far")
    next_alpha: float = Field(description="What p of the next change has to be at most")
    sentence: str

    @staticmethod
    def of(draw: CaseDraw, uses: int) -> "SplitsView":
        return SplitsView.copy_attributes(
            draw,
            validation_uses=uses,
            next_alpha=alpha_of_use(uses + 1),
            sentence=splits_sentence(draw, uses),
        )


class SplitCaseView(DomainView):
    position: int
    case: UUID
    split: ExperimentSplit
    text: str = Field(description="How the case begins, as it was at the start")
