"""Tables and everything around them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A number of eight bytes. SQLite numbers a column automatically only if it is called INTEGER."""


def upgrade() -> None:
    """Create the first schema."""
    op.create_table(
        "tables",
        sa.Column("key", KEY, sa.Identity(), primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("definition", sa.LargeBinary),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("clock", sa.LargeBinary, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
    )
    op.create_table(  # its primary key is the fence between processes: the first to write a number has it
        "rows",
        sa.Column("key", KEY, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("key", KEY, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "listings",
        sa.Column("key", KEY, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.Column("due", sa.Double),
    )
    op.create_index("listings_by_status", "listings", ["status", "public", "created"])
    some = sa.text("due IS NOT NULL")
    op.create_index("listings_by_due", "listings", ["due"], sqlite_where=some, postgresql_where=some)
    op.create_table(
        "leases",
        sa.Column("key", KEY, primary_key=True, autoincrement=False),
        sa.Column("keeper", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "documents",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("delivered", sa.Boolean, nullable=False),
    )
    waiting = sa.text("NOT delivered")
    op.create_index("notices_by_due", "notices", ["due"], sqlite_where=waiting, postgresql_where=waiting)


def downgrade() -> None:
    """Drop all tables."""
    for name in ("notices", "documents", "leases", "listings", "snapshots", "rows", "tables"):
        op.drop_table(name)
