"""Persons and everything that belongs to them, and notices that are for a person."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table of belongings, and the person of a notice."""
    op.create_table(  # persons are among their own belongings: deleting a person deletes the rows with their mark
        "belongings",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("belongings_by_person", "belongings", ["person", "kind"])
    op.create_index("belongings_by_about", "belongings", ["about"])
    op.add_column("notices", sa.Column("person", sa.Text, nullable=False, server_default=""))
    op.create_index("notices_by_person", "notices", ["person"])


def downgrade() -> None:
    """Drop the table of belongings, and the person of a notice."""
    op.drop_index("notices_by_person", "notices")
    op.drop_column("notices", "person")
    op.drop_table("belongings")
