"""Files as they come from the world, each with what must become of it: its rows, or the named problem."""

from tests.unit.domain.nasty_csv import CSV_FILES
from tests.unit.domain.nasty_excel import EXCEL_FILES
from tests.unit.domain.nasty_json import JSON_FILES

NASTY_FILES = [*CSV_FILES, *JSON_FILES, *EXCEL_FILES]
