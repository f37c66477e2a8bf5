"""Run by Alembic, always on a connection that the application hands over (see app/storage/database.py)."""

from alembic import context

from app.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
