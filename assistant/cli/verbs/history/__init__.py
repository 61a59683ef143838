"""`hearth history`: what was recorded, as figures, charts, tables and pictures."""
