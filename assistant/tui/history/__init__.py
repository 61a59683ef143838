"""The recorded past on the screen: what is shown of which time, and the view that shows it."""
