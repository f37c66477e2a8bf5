"""moments instead of rows"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("journal", sa.Column("moment", sa.Integer(), server_default="0", nullable=False))
    op.execute("UPDATE journal SET moment = seq")
    op.execute("DELETE FROM requests")  # they are asked again within a minute
    op.add_column("requests", sa.Column("moment", sa.Integer(), nullable=False))
    op.drop_column("requests", "seq")


def downgrade() -> None:
    op.execute("DELETE FROM requests")
    op.add_column("requests", sa.Column("seq", sa.INTEGER(), autoincrement=False, nullable=False))
    op.drop_column("requests", "moment")
    op.drop_column("journal", "moment")
