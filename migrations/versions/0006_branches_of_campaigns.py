"""branches of campaigns"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("start", sa.LargeBinary(), nullable=True))
    op.add_column("tables", sa.Column("branch_of", postgresql.JSONB(astext_type=sa.Text()), nullable=True))
    op.add_column("tables", sa.Column("abandoned", sa.Boolean(), server_default="false", nullable=False))


def downgrade() -> None:
    op.drop_column("tables", "abandoned")
    op.drop_column("tables", "branch_of")
    op.drop_column("tables", "start")
