"""The tables of the database. Change them together with a migration in migrations/versions."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    func,
)
from sqlalchemy.dialects.postgresql import JSONB

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _now() -> Column[object]:
    return Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now())


people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    _now(),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("options", JSONB, nullable=False),
    Column("status", Text, nullable=False, server_default="lobby"),  # lobby, playing, finished
    Column("owner_id", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("seed", Text, nullable=False),
    # A live game is the base and the journal rows after base_seq. seq is the newest row.
    Column("seq", Integer, nullable=False, server_default="0"),
    Column("base", LargeBinary),
    Column("base_seq", Integer, nullable=False, server_default="0"),
    Column("outcome", JSONB),
    _now(),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", SmallInteger, primary_key=True),
    Column("person_id", Text, ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("bot", Boolean, nullable=False, server_default="false"),
)

# Append-only: what was chosen and what it told, one row per choice.
journal = Table(
    "journal",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("entry", LargeBinary, nullable=False),
)

# Some of the bases a game has had, so that any earlier moment can be shown without playing from the start.
checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("base", LargeBinary, nullable=False),
)
