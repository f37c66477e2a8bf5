"""players of a campaign come and go"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("outside", sa.Boolean(), server_default="false", nullable=False))


def downgrade() -> None:
    op.drop_column("seats", "outside")
