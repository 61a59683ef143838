"""Models, their faults and what is made of them."""
