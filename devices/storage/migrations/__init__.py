"""The way from an empty database to the newest form, in Alembic's shape."""
