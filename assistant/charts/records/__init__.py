"""From the records to the values of a chart."""
