"""The tables of the database. Change them together with a migration in migrations/versions."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    func,
    text,
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
    Column("colour", SmallInteger, nullable=False, server_default="0"),
    Column("emblem", SmallInteger, nullable=False, server_default="0"),
    Column("preferences", JSONB, nullable=False, server_default="{}"),
    Column("admin", Boolean, nullable=False, server_default="false"),
    Column("banned", Boolean, nullable=False, server_default="false"),
    Column("mail", Text),  # confirmed
    _now(),
)

# One-time links: to move to another device, to take a seat again, to become the administrator. Only a hash is kept.
links = Table(
    "links",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("purpose", Text, nullable=False),  # device, admin, seat
    Column("person_id", Text, ForeignKey("people.id", ondelete="CASCADE")),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE")),
    Column("seat", SmallInteger),
    Column("expires_at", DateTime(timezone=True), nullable=False),
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
    Column("settings", JSONB, nullable=False, server_default="{}"),
    Column("rematch", Text),  # the code of the table that goes on from here
    # A branch of a campaign begins with this base instead of a set-up.
    Column("start", LargeBinary),
    Column("branch_of", JSONB),
    Column("abandoned", Boolean, nullable=False, server_default="false"),
    _now(),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", SmallInteger, primary_key=True),
    Column("person_id", Text, ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("bot", Boolean, nullable=False, server_default="false"),
    Column("ready", Boolean, nullable=False, server_default="false"),
    Column("lent_to", Text, ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("shown", Boolean, nullable=False, server_default="false"),  # spectators may look over this shoulder
    Column("pilot", JSONB, nullable=False, server_default="{}"),  # autopilot and yields
    Column("notes", Text, nullable=False, server_default=""),
    Column("notices", JSONB),  # where to tell this player that it is their turn; null: as usual
    # Not in the game: offered to a newcomer, or left by a player who may come back (campaigns).
    Column("outside", Boolean, nullable=False, server_default="false"),
)

# What is asked of people rather than of seats' players by the rules: consent to a takeback, going on without someone.
requests = Table(
    "requests",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),  # undo, without
    Column("seat", SmallInteger, primary_key=True),  # who wants to take back; who is absent
    Column("needs", JSONB, nullable=False),
    Column("agreed", JSONB, nullable=False, server_default="[]"),
    Column("moment", Integer, nullable=False),
)

# Who a person is elsewhere.
identities = Table(
    "identities",
    metadata,
    Column("provider", Text, primary_key=True),  # discord
    Column("subject", Text, primary_key=True),  # their id there
    Column("person_id", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", Text, nullable=False),
)

# Browsers that agreed to be told.
pushes = Table(
    "pushes",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("person_id", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
)

# Where a table is spoken of on Discord.
channels = Table(
    "channels",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guild_id", Text),
    Column("channel_id", Text),
    Column("card_id", Text),
    Column("status_id", Text),
    Column("ping_id", Text),
    Column("thread_id", Text),
    Column("told", Integer, nullable=False, server_default="0"),  # log lines up to this moment are in the thread
    Column("webhook", Text),  # a pasted channel webhook, for notices only
)

# What has to be said to the world outside, written in the same transaction as what it is about.
outbox = Table(
    "outbox",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),  # card, turn, remind
    Column("body", JSONB, nullable=False, server_default="{}"),
    Column("due_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("tries", SmallInteger, nullable=False, server_default="0"),
    Column("done_at", DateTime(timezone=True)),
    Column("error", Text),
    Index("ix_outbox_due_at", "due_at", postgresql_where=text("done_at IS NULL")),
)

# Messages from outside that were dealt with: each counts once.
handled = Table("handled", metadata, Column("id", Text, primary_key=True), _now())

chat = Table(
    "chat",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person_id", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("name", Text, nullable=False),
    Column("seat", SmallInteger),
    Column("audience", JSONB),  # the seats that may read it; null: everyone
    Column("text", Text, nullable=False),
    _now(),
)

# Append-only: what was chosen and what it told, one row per choice.
journal = Table(
    "journal",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("entry", LargeBinary, nullable=False),
    Column("moment", Integer, nullable=False, server_default="0"),  # the visible step that this row belongs to
)

# Some of the bases a game has had, so that any earlier moment can be shown without playing from the start.
checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("base", LargeBinary, nullable=False),
)
