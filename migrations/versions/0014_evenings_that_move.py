"""evenings that are moved: from when, by whom, and where their row goes on"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("evenings", sa.Column("moves", sa.Integer(), server_default="0", nullable=False))
    op.add_column("evenings", sa.Column("moved_from", sa.DateTime(timezone=True)))
    op.add_column("evenings", sa.Column("moved_at", sa.DateTime(timezone=True)))
    op.add_column("evenings", sa.Column("moved_by", sa.Text()))
    op.add_column("evenings", sa.Column("regular_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    for name in ("moves", "moved_from", "moved_at", "moved_by", "regular_at"):
        op.drop_column("evenings", name)
