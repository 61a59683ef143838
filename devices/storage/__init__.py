"""The database of a home: opening, upgrading, and the small tables that belong to nobody else."""
