"""The next version of Edison: this one with an additional migration."""

from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

import edison
from edison.store.migrator import MIGRATIONS

SOURCE = Path(edison.__file__).parent
VERSIONS = MIGRATIONS / "versions"
MIGRATION = """
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade():
    op.execute("ALTER TABLE projects ADD COLUMN motto text DEFAULT 'Try it' NOT NULL")
    op.execute("{then}")


def downgrade():
    op.execute("ALTER TABLE projects DROP COLUMN motto")
"""


def head() -> str:
    """Return the newest revision of this version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return ScriptDirectory.from_config(config).get_current_head() or ""


def next_head() -> str:
    return f"{int(head()) + 1:04d}"


def next_version(folder: Path, *, then: str = "SELECT 1") -> dict[str, str]:
    """Create it from links to this version; return what a `Command` needs to run it."""
    versions = _link(SOURCE, folder / "edison", VERSIONS.relative_to(SOURCE).parts)
    migration = MIGRATION.format(revision=next_head(), before=head(), then=then)
    (versions / f"{next_head()}_motto.py").write_text(migration)
    return {"PYTHONPATH": str(folder)}


def _link(source: Path, target: Path, way: tuple[str, ...]) -> Path:
    """Link the content of `source`, but create the folders on the `way`; return the last one."""
    target.mkdir(parents=True)
    for child in source.iterdir():
        if child.name != "__pycache__" and child.name not in way[:1]:
            (target / child.name).symlink_to(child)
    return _link(source / way[0], target / way[0], way[1:]) if way else target
