"""The nodes of the graph, one file each; their names in a trace are those of graph.py."""
