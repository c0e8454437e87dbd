"""Request and response bodies of the budget endpoints."""

from datetime import datetime

from pydantic import Field

from edison.api.base_views import Body, UsdAmount, View
from edison.api.runs.run_bodies import Tokens, Usd, micro
from edison.api.runs.run_views import BalanceView
from edison.domain.budgets.budget import ALERT_SHARE, Balance
from edison.domain.ids import ProjectId
from edison.services.budgets.project_budget import ChangeBudget, ProjectBudget


class ProjectBudgetBody(Body):
    """Monthly and daily spending limits of the project; null means no limit."""

    limit_usd: Usd | None = None
    limit_tokens: Tokens | None = None
    alert_share: float = Field(
        default=ALERT_SHARE,
        ge=0,
        le=1,
        allow_inf_nan=False,
        description="Warn when this share of a limit is spent",
    )
    daily_limit_usd: Usd | None = Field(
        default=None, description="Limit for one day (UTC); not changed if left out"
    )

    def to_command(self, project: ProjectId) -> ChangeBudget:
        return ChangeBudget(
            project=project,
            limit=micro(self.limit_usd),
            limit_tokens=self.limit_tokens,
            alert_share=self.alert_share,
            daily_limit=micro(self.daily_limit_usd)
            if "daily_limit_usd" in self.model_fields_set
            else "unsaid",
        )


class ProjectBudgetView(View):
    limit_usd: UsdAmount | None = Field(validation_alias="limit")
    limit_tokens: int | None
    alert_share: float
    month: datetime = Field(description="First moment of the month, in UTC")
    spent: BalanceView | None = Field(description="null: no run this month")
    daily_limit_usd: UsdAmount | None = Field(validation_alias="daily_limit")
    spent_today: BalanceView | None = Field(description="Spent today (UTC); null: no run today")
    simulated: BalanceView | None = Field(
        description="Cost of simulated models this month. It is not real money: the same limits apply "
        "to a separate balance; null: none was called"
    )
    simulated_today: BalanceView | None

    @staticmethod
    def of(budget: ProjectBudget) -> "ProjectBudgetView":
        return ProjectBudgetView.copy_attributes(
            budget,
            spent=_balance(budget.balance),
            spent_today=_balance(budget.day),
            simulated=_balance(budget.simulated_month),
            simulated_today=_balance(budget.simulated_day),
        )


def _balance(balance: Balance | None) -> BalanceView | None:
    return None if balance is None else BalanceView.of(balance)
