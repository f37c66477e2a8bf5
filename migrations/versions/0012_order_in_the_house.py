"""order in the house"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("signed_out_at", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("people", sa.Column("approved", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("people", sa.Column("muted", JSONB(), server_default="[]", nullable=False))
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("person_id", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("table_code", sa.Text()),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_table(
        "complaints",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("person_id", sa.Text()),
        sa.Column("about_id", sa.Text()),
        sa.Column("table_code", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("context", JSONB(), nullable=False),
        sa.Column("settled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_complaints_person_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["about_id"], ["people.id"], name=op.f("fk_complaints_about_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_complaints")),
    )


def downgrade() -> None:
    op.drop_table("complaints")
    op.drop_table("audit")
    op.drop_column("people", "muted")
    op.drop_column("people", "approved")
    op.drop_column("people", "signed_out_at")
