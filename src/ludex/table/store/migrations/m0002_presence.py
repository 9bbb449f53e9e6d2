"""Which processes there are, and who looks on at each of them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add what processes tell one another."""
    op.create_table(
        "processes",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("key", KEY, primary_key=True, autoincrement=False),
        sa.Column("process", sa.Text, primary_key=True),
        sa.Column("seats", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Nobody knows of the others any more."""
    op.drop_table("presence")
    op.drop_table("processes")
