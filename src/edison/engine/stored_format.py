"""Refuse every stored format except JSON in the tables of DBOS.

DBOS chooses the decoder of a stored value by the `serialization` column of its row, and one of its decoders is pickle,
which can run code. Without this module, anyone who can write to the database could run code in a worker.
"""

import base64
import pickle  # noqa: TID251 - only to prove that the engine refuses it
from typing import Any, NoReturn

from dbos import _serialization as dbos_formats  # pyright: ignore[reportPrivateUsage]
from sqlalchemy import Connection, text

JSON = dbos_formats.DBOSPortableJSON.name()
PICKLE = dbos_formats.DefaultSerializer().name()
CONSTRAINT = "edison_json_only"

_UNPROTECTED = text(
    """
    SELECT columns.table_schema, columns.table_name
      FROM information_schema.columns
     WHERE columns.table_schema = 'dbos' AND columns.column_name = 'serialization'
       AND NOT EXISTS (
           SELECT 1 FROM pg_constraint
            WHERE conname = :name
              AND conrelid = format('%I.%I', columns.table_schema, columns.table_name)::regclass)
     ORDER BY 2
    """
)


class UnsafeFormat(TypeError):
    """Error: a stored value requires a decoder that can run code."""


def refuse_pickle() -> None:
    """Remove the pickle decoder from DBOS, and verify that it is gone. Call this before DBOS is used.

    DBOS has no setting for this, so the function changes a private module. If a new version of DBOS decodes elsewhere,
    the verification fails and the process does not start.
    """
    dbos_formats.DefaultSerializer.serialize = _refuse_to_write
    dbos_formats.DefaultSerializer.deserialize = _refuse_to_read
    stored = base64.b64encode(pickle.dumps({"args": (), "kwargs": {}})).decode()
    decoders = (
        dbos_formats.deserialize_value,
        dbos_formats.deserialize_args,
        dbos_formats.deserialize_exception,
    )
    for decode in decoders:
        try:
            decode(stored, PICKLE, dbos_formats.DBOSPortableJSON)
        except UnsafeFormat:
            continue
        raise RuntimeError(
            f"This version of DBOS decodes pickle in {decode.__name__}. Edison does not start with it."
        )


def constrain_formats(connection: Connection) -> None:
    """Add a database constraint that rejects new rows in any format except JSON, from every program.

    Existing rows are not checked: without the pickle decoder they cannot be read.
    """
    with connection.begin():
        for schema, table in connection.execute(_UNPROTECTED, {"name": CONSTRAINT}).all():
            connection.execute(
                text(
                    f'ALTER TABLE "{schema}"."{table}" ADD CONSTRAINT {CONSTRAINT} '
                    f"CHECK (serialization IS NULL OR serialization = '{JSON}') NOT VALID"
                )
            )


def _refuse_to_write(self: dbos_formats.DefaultSerializer, data: Any) -> NoReturn:
    raise UnsafeFormat("Only JSON is stored.")


def _refuse_to_read(cls: dbos_formats.DefaultSerializer, serialized_data: str) -> NoReturn:
    raise UnsafeFormat(
        "A stored value is not JSON. Edison writes only JSON, so it does not read this value."
    )
