"""The same past in three databases: ours, the tables of Home Assistant's recorder, and DuckDB."""
