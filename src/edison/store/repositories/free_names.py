"""Names that are taken, for who must find a free one."""

from typing import Literal

from sqlalchemy import select

from edison.domain.ids import ProjectId
from edison.store.repositories.base import Repository
from edison.store.tables.datasets import DatasetRow
from edison.store.tables.judging import JudgeRow, RubricRow
from edison.store.tables.prompts import PromptRow

Named = Literal["dataset", "judge", "prompt", "rubric"]
_TABLES = {"dataset": DatasetRow, "judge": JudgeRow, "prompt": PromptRow, "rubric": RubricRow}


class FreeNames(Repository):
    async def free(self, project: ProjectId, kind: Named, wanted: str, most: int) -> str:
        """The wanted name, or the same with the first number that nobody has; never longer than `most`."""
        table = _TABLES[kind]
        start = wanted[: most - 8].rstrip()
        rows = await self._session.scalars(
            select(table.name).where(
                table.project_id == project,
                table.removed_at.is_(None),
                table.name.startswith(start, autoescape=True),
            )
        )
        taken = {name.casefold() for name in rows}
        name, number = wanted[:most].rstrip(), 1
        while name.casefold() in taken:
            number += 1
            name = f"{start} {number}"
        return name
