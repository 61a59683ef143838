"""Pure pictures: values in, short English chrome texts and glyphs out. Nothing here knows a widget."""
