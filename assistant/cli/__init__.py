"""The command line: one file a command under `verbs`, loaded only when it is asked for."""
