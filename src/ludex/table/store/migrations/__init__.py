"""Migrations of the schema, one module each; `ludex.table.store.schema` runs them."""
