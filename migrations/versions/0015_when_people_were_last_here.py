"""when people were last here"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("seen_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("people", "seen_at")
