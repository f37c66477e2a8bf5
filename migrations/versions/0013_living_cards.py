"""living cards on Discord, evenings, two people who become one"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

NOW = sa.text("now()")


def upgrade() -> None:
    op.add_column("tables", sa.Column("asked", JSONB(), server_default="{}", nullable=False))
    op.add_column("people", sa.Column("became", sa.Text()))
    op.create_foreign_key(op.f("fk_people_became"), "people", "people", ["became"], ["id"], ondelete="CASCADE")
    op.create_index(op.f("ix_people_became"), "people", ["became"])
    op.add_column("identities", sa.Column("avatar", sa.Text()))
    op.add_column("identities", sa.Column("goal", sa.Text()))
    # Where a person had come in by two accounts, the younger one stays theirs; the other meets us anew.
    op.execute(
        "DELETE FROM identities USING identities AS kept WHERE identities.provider = kept.provider "
        "AND identities.person_id = kept.person_id AND (length(identities.subject), identities.subject) "
        "< (length(kept.subject), kept.subject)"
    )
    op.create_unique_constraint(op.f("uq_identities_provider_person_id"), "identities", ["provider", "person_id"])
    op.create_table(
        "watched",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("marks", sa.Integer(), server_default="1", nullable=False),
        sa.Column("looked", sa.Integer(), server_default="0", nullable=False),
        sa.Column("seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.Column("error", sa.Text()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_watched_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_watched")),
    )
    op.create_table(
        "posts",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), server_default="", nullable=False),
        sa.Column("turn", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("number", sa.Integer(), server_default="0", nullable=False),
        sa.Column("address", sa.Text(), server_default="", nullable=False),
        sa.Column("message_id", sa.Text()),
        sa.Column("digest", sa.Text()),
        sa.Column("stage", sa.Text(), server_default="", nullable=False),
        sa.Column("again", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True)),
        sa.Column("edited_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sa.UniqueConstraint(
            "about", "kind", "person_id", "turn", "number", name=op.f("uq_posts_about_kind_person_id_turn_number")
        ),
    )
    op.create_table(
        "evenings",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("guild_id", sa.Text()),
        sa.Column("channel_id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("person_id", sa.Text()),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("repeats", sa.Text(), server_default="", nullable=False),
        sa.Column("seats", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("native", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("event_id", sa.Text()),
        sa.Column("event_digest", sa.Text()),
        sa.Column("called_off", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("marks", sa.Integer(), server_default="1", nullable=False),
        sa.Column("looked", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_evenings_table_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_evenings_person_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evenings")),
    )
    op.create_table(
        "coming",
        sa.Column("evening_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name=op.f("fk_coming_evening_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_coming_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("evening_id", "person_id", name=op.f("pk_coming")),
    )
    # Cards that stand are taken over as they are; of tables in play the status post goes on as the card, and what is too
    # much is taken away: the other of the two, and the last ping.
    where = "coalesce('/channels/' || channel_id, '/webhooks/' || substring(webhook from 'webhooks/(.*)$'))"
    op.execute(
        "INSERT INTO posts (about, kind, address, message_id, sent_at) "
        f"SELECT table_id, 'card', {where}, coalesce(card_id, status_id), now() FROM channels "
        f"WHERE {where} IS NOT NULL AND coalesce(card_id, status_id) IS NOT NULL"
    )
    op.execute(
        "INSERT INTO posts (about, kind, number, address, message_id, sent_at) "
        f"SELECT table_id, 'old', 1, {where}, status_id, now() FROM channels "
        f"WHERE {where} IS NOT NULL AND card_id IS NOT NULL AND status_id IS NOT NULL"
    )
    op.execute(
        "INSERT INTO posts (about, kind, number, address, message_id, sent_at) "
        f"SELECT table_id, 'old', 2, {where}, ping_id, now() FROM channels "
        f"WHERE {where} IS NOT NULL AND ping_id IS NOT NULL"
    )
    op.execute(
        "INSERT INTO watched (table_id) SELECT id FROM tables WHERE EXISTS (SELECT FROM channels WHERE table_id = id) "
        "OR (status <> 'finished' AND EXISTS (SELECT FROM seats JOIN people ON people.id = seats.person_id "
        "WHERE seats.table_id = tables.id AND (people.mail IS NOT NULL "
        "OR EXISTS (SELECT FROM pushes WHERE pushes.person_id = people.id))))"
    )
    op.execute("DELETE FROM outbox WHERE kind NOT IN ('push', 'mail')")
    for name in ("card_id", "status_id", "ping_id"):
        op.drop_column("channels", name)


def downgrade() -> None:
    for name in ("card_id", "status_id", "ping_id"):
        op.add_column("channels", sa.Column(name, sa.Text()))
    op.execute(
        "UPDATE channels SET card_id = posts.message_id FROM posts "
        "WHERE posts.about = channels.table_id AND posts.kind = 'card'"
    )
    for name in ("coming", "evenings", "posts", "watched"):
        op.drop_table(name)
    op.drop_constraint(op.f("uq_identities_provider_person_id"), "identities", type_="unique")
    op.drop_column("identities", "goal")
    op.drop_column("identities", "avatar")
    op.drop_index(op.f("ix_people_became"), table_name="people")
    op.drop_constraint(op.f("fk_people_became"), "people", type_="foreignkey")
    op.drop_column("people", "became")
    op.drop_column("tables", "asked")
