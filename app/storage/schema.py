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
    UniqueConstraint,
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
    Column("learnt", JSONB, nullable=False, server_default="{}"),  # by game: what the coach has said; null: be silent
    Column(
        "signed_out_at", BigInteger, nullable=False, server_default="0"
    ),  # tokens from before are void: milliseconds
    Column("approved", Boolean, nullable=False, server_default="true"),  # False: waits for the host of a closed house
    Column("muted", JSONB, nullable=False, server_default="[]"),  # persons whom this one has blocked
    Column("seen_at", DateTime(timezone=True)),  # when they were last here, to within minutes; null: not known
    # Two that turned out to be one: this row is only an old name for the other, so that old cookies and links still work.
    Column("became", Text, ForeignKey("people.id", ondelete="CASCADE"), index=True),
    _now(),
)

# What owners and hosts did to others, kept for the host.
audit = Table(
    "audit",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("person_id", Text),  # who did it; kept though they may be gone
    Column("name", Text, nullable=False),
    Column("deed", Text, nullable=False),
    Column("table_code", Text),
    _now(),
)

# What players told the host about each other.
complaints = Table(
    "complaints",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("person_id", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("about_id", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("table_code", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column(
        "context", JSONB, nullable=False
    ),  # what was said at the table just before, as far as who complains could read it
    Column("settled", Boolean, nullable=False, server_default="false"),
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
    Column("asked", JSONB, nullable=False, server_default="{}"),  # by seat, since when its player must decide
    Column("settings", JSONB, nullable=False, server_default="{}"),
    Column("rematch", Text),  # the code of the table that goes on from here
    # A branch of a campaign begins with this base instead of a set-up.
    Column("start", LargeBinary),
    Column("branch_of", JSONB),
    Column("abandoned", Boolean, nullable=False, server_default="false"),
    Column("gathering", JSONB, nullable=False, server_default="{}"),
    Column("imported", Boolean, nullable=False, server_default="false"),
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
    Column("seen", Integer, nullable=False, server_default="0"),  # up to which moment everything was shown
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
    Column("avatar", Text),  # the hash of their picture there
    Column("goal", Text),  # the code of the table that they mean when they come in next
    UniqueConstraint("provider", "person_id"),
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
    Column("thread_id", Text),
    Column("told", Integer, nullable=False, server_default="0"),  # log lines up to this moment are in the thread
    Column("webhook", Text),  # a pasted channel webhook, for notices only
)

# Tables of which somebody outside wants to hear. One is looked at when its facts have changed (marks), when moves were made
# (seq is not the table's), or when it is time to.
watched = Table(
    "watched",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("marks", Integer, nullable=False, server_default="1"),
    Column("looked", Integer, nullable=False, server_default="0"),  # the marks when it was last looked at
    Column("seq", Integer, nullable=False, server_default="0"),
    Column("due_at", DateTime(timezone=True)),
    Column("error", Text),  # what could not be said, if something could not
)

# What stands on Discord: each message that we have there, with a digest of what it says. Nothing here depends on tables:
# a card whose table is gone is still to be taken away.
posts = Table(
    "posts",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("about", Text, nullable=False),  # a table, or an evening ("evening:5")
    Column("kind", Text, nullable=False),  # card, ping, reminder, old (to be taken away)
    Column("person_id", Text, nullable=False, server_default=""),  # to whom it is said
    Column("turn", BigInteger, nullable=False, server_default="0"),  # which turn or time it is about
    Column("number", Integer, nullable=False, server_default="0"),
    Column("address", Text, nullable=False, server_default=""),  # /channels/1, /webhooks/1/word
    Column("message_id", Text),  # null: not sent yet, or taken away again
    Column("digest", Text),
    Column("stage", Text, nullable=False, server_default=""),
    Column("again", Boolean, nullable=False, server_default="false"),  # somebody asked for it to be said once more
    Column("sent_at", DateTime(timezone=True)),
    Column("edited_at", DateTime(timezone=True)),
    UniqueConstraint("about", "kind", "person_id", "turn", "number"),
)

# Evenings that are planned on Discord, and who has said what about them.
evenings = Table(
    "evenings",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("guild_id", Text),
    Column("channel_id", Text, nullable=False),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="SET NULL")),
    Column("person_id", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("title", Text, nullable=False),
    Column("begins_at", DateTime(timezone=True), nullable=False),
    Column("zone", Text, nullable=False),
    Column("repeats", Text, nullable=False, server_default=""),  # weekly, fortnightly, monthly
    Column("seats", SmallInteger, nullable=False, server_default="0"),  # 0: for as many as come
    Column("native", Boolean, nullable=False, server_default="false"),  # Discord's own calendar shows it, too
    Column("event_id", Text),
    Column("event_digest", Text),
    Column("called_off", Boolean, nullable=False, server_default="false"),
    Column("moves", Integer, nullable=False, server_default="0"),  # how often it was moved
    Column("moved_from", DateTime(timezone=True)),
    Column("moved_at", DateTime(timezone=True)),
    Column("moved_by", Text),  # who need not be told
    Column("regular_at", DateTime(timezone=True)),  # where a row goes on of which one evening alone was moved
    Column("marks", Integer, nullable=False, server_default="1"),
    Column("looked", Integer, nullable=False, server_default="0"),
    Column("due_at", DateTime(timezone=True)),
    _now(),
)

coming = Table(
    "coming",
    metadata,
    Column("evening_id", BigInteger, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("answer", Text, nullable=False),  # in, maybe, out
    Column("since", DateTime(timezone=True), nullable=False, server_default=func.clock_timestamp()),
)

# What has to be said once to a browser or a mailbox, whatever becomes of it there.
outbox = Table(
    "outbox",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),  # push, mail
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
