"""Processes, and the seats whose people are connected to each of them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables of processes and presence."""
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
    """Drop the tables of processes and presence."""
    op.drop_table("presence")
    op.drop_table("processes")
