"""The past that another program recorded, taken over for the entities that match."""
