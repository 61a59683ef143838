"""A living home to talk to: house, broker and firmware. It meets everything else on the wire only."""
