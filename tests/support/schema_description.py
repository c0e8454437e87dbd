"""Describes a schema from PostgreSQL's catalog as text, so that two databases can be compared."""

import re
from datetime import UTC, datetime
from textwrap import TextWrapper

from tests.support.sql import rows

BODY = TextWrapper(112, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
MONTH = re.compile(r"_p(\d{4})(\d{2})\b")
OURS = "(SELECT oid FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)')"

# Lines of the whole database, by heading.
DATABASE = {
    "extensions": "SELECT extname || ' in ' || extnamespace::regnamespace FROM pg_extension",
    "schemas": f"""
        SELECT concat_ws(' acl ', nspname, nspacl::text) FROM pg_namespace WHERE oid IN {OURS}""",
    "types": f"""
        SELECT concat_ws(' ', format_type(t.oid, NULL), typtype::text,
            (SELECT string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder)
                FROM pg_enum WHERE enumtypid = t.oid),
            format_type(nullif(typbasetype, 0), typtypmod))
        FROM pg_type t LEFT JOIN pg_class c ON c.oid = typrelid
        WHERE typnamespace IN {OURS} AND typelem = 0 AND coalesce(relkind, 'c') = 'c'""",
    "default privileges": "SELECT concat_ws(' ', defaclobjtype, defaclacl) FROM pg_default_acl",
    "comments": """
        SELECT pg_describe_object(classoid, objoid, objsubid) || ': ' || description
        FROM pg_description WHERE objoid >= 16384""",
}
# Lines of tables and similar objects, by first word. Partitions inherit theirs.
RELATIONS = {
    "": f"""
        SELECT c.oid::regclass::text, concat_ws(' ',
            CASE relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table'
                WHEN 'S' THEN 'sequence' ELSE 'relation of kind ' || relkind::text END,
            'PARTITION BY ' || pg_get_partkeydef(c.oid),
            (SELECT 'of ' || inhparent::regclass || ' ' || pg_get_expr(relpartbound, c.oid)
                FROM pg_inherits WHERE inhrelid = c.oid),
            CASE WHEN relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
            'with ' || array_to_string(reloptions, ', '), 'acl ' || relacl::text,
            CASE WHEN relpersistence <> 'p' THEN 'persistence ' || relpersistence::text END,
            CASE WHEN relrowsecurity OR relforcerowsecurity THEN 'row security' END,
            CASE WHEN relreplident <> 'd' THEN 'replica identity ' || relreplident::text END,
            CASE WHEN amname <> 'heap' THEN 'using ' || amname END,
            CASE WHEN pg_get_userbyid(relowner) <> current_user THEN 'of another owner' END)
        FROM pg_class c LEFT JOIN pg_am a ON a.oid = relam
        WHERE relnamespace IN {OURS} AND relkind NOT IN ('i', 'I', 'c', 't')""",
    "column": f"""
        SELECT c.oid::regclass::text, concat_ws(' ', attname, format_type(atttypid, atttypmod),
            CASE WHEN attnotnull THEN 'not null' END,
            CASE attgenerated WHEN '' THEN 'default ' ELSE 'generated ' END
                || pg_get_expr(adbin, adrelid),
            'identity ' || nullif(attidentity::text, ''),
            'compression ' || nullif(attcompression::text, ''),
            CASE WHEN attcollation <> typcollation
                THEN 'collate ' || attcollation::regcollation END,
            CASE WHEN attstorage <> typstorage THEN 'storage ' || attstorage::text END,
            'statistics ' || nullif(attstattarget, -1),
            'with ' || attoptions::text, 'acl ' || attacl::text)
        FROM pg_attribute JOIN pg_class c ON c.oid = attrelid JOIN pg_type t ON t.oid = atttypid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace IN {OURS} AND relkind NOT IN ('i', 'I') AND NOT relispartition
            AND attnum > 0 AND NOT attisdropped
        ORDER BY attrelid, attnum""",
    "constraint": f"""
        SELECT conrelid::regclass::text, concat_ws(' ', conname, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE connamespace IN {OURS} AND conrelid <> 0
            AND conislocal AND conparentid = 0 AND contype <> 'n'
        ORDER BY conname""",
    "index": f"""
        SELECT indrelid::regclass::text, concat_ws(' ', pg_get_indexdef(indexrelid),
            CASE WHEN NOT indisvalid THEN 'invalid' END,
            CASE WHEN indisclustered THEN 'clustered' END,
            CASE WHEN indisreplident THEN 'replica identity' END)
        FROM pg_index JOIN pg_class c ON c.oid = indexrelid
        WHERE relnamespace IN {OURS} AND NOT relispartition AND NOT EXISTS (
            SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
        ORDER BY relname""",
    "trigger": f"""
        SELECT tgrelid::regclass::text, concat_ws(' ', pg_get_triggerdef(t.oid),
            CASE WHEN tgenabled <> 'O' THEN 'enabled ' || tgenabled::text END)
        FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
        WHERE relnamespace IN {OURS} AND NOT tgisinternal AND tgparentid = 0 ORDER BY tgname""",
    "rule": f"""
        SELECT ev_class::regclass::text, pg_get_ruledef(r.oid)
        FROM pg_rewrite r JOIN pg_class c ON c.oid = ev_class
        WHERE relnamespace IN {OURS} AND rulename <> '_RETURN' ORDER BY rulename""",
    "policy": "SELECT polrelid::regclass::text, p::text FROM pg_policy p ORDER BY polname",
}
FUNCTIONS = f"""
    SELECT concat_ws(' acl ', oid::regprocedure::text, proacl::text), pg_get_functiondef(oid)
    FROM pg_proc WHERE pronamespace IN {OURS} AND prokind <> 'a'
"""
TABLES = f"""
    SELECT oid::regclass::text FROM pg_class
    WHERE relnamespace IN {OURS} AND relkind = 'r' ORDER BY 1
"""


def describe_schema(url: str) -> str:
    """Describe everything that migrations create, including rows, sorted by name."""
    lines: list[str] = []
    for heading, query in DATABASE.items():
        lines += _block(heading, sorted(str(line) for (line,) in rows(url, query)))
    relations: dict[str, list[str]] = {}
    for word, query in RELATIONS.items():
        for relation, line in rows(url, query):
            relations.setdefault(relation, []).append(f"{word} {line}".strip())
    for relation in sorted(relations):
        [first, *others] = relations[relation]
        lines += _block(f"{relation}: {first}", others)
    for name, definition in sorted(rows(url, FUNCTIONS)):
        lines += _block(f"function {name}", _by_statement(definition))
    for (table,) in rows(url, TABLES):
        content = rows(url, f"SELECT to_jsonb(t)::text FROM {table} t")
        lines += _block(f"rows of {table}", sorted(line for (line,) in content))
    return _without_dates("\n".join(lines) + "\n")


def _by_statement(definition: str) -> list[str]:
    """Normalize the whitespace of a function: the indentation in a migration does not matter."""
    statements = " ".join(definition.split()).replace("; ", ";\n").splitlines()
    return [line for statement in statements for line in BODY.wrap(statement)]


def _block(heading: str, lines: list[str]) -> list[str]:
    shown = [f"    {line}".rstrip() for line in lines]
    return [heading, *shown] if lines or ":" in heading else []


def _without_dates(text: str) -> str:
    """Replace the months of partitions by numbers: they depend on the day of the migration."""
    for place, (year, month) in enumerate(sorted(set(MONTH.findall(text)))):
        text = text.replace(f"_p{year}{month}", f"_p[month {place}]")
        text = text.replace(_first_id(int(year), int(month)), f"[start of month {place}]")
        end = _first_id(int(year) + int(month) // 12, int(month) % 12 + 1)
        text = text.replace(end, f"[start of month {place + 1}]")
    return text


def _first_id(year: int, month: int) -> str:
    """Return the smallest id of a run of this month; ids begin with their time in milliseconds."""
    start = int(datetime(year, month, 1, tzinfo=UTC).timestamp() * 1000)
    digits = f"{start:012x}{'0' * 20}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
