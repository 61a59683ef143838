"""What goes by the home's own clock: the calendar, habits, and whether a day was like others."""
