"""what each seat has been shown"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("seen", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("seats", "seen")
