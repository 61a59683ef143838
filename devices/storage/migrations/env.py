"""What Alembic runs to take the steps, on the connection and in the transaction of the caller."""

from alembic import context

from devices.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
