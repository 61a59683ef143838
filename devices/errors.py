"""Every exception of the device layer, so that one page shows what can go wrong.

HearthError
|-- ConfigError         the operator must change a setting; the text says which
|-- NotConnected        the broker is not reachable; says why
|-- StorageError        the database can't be used; the home goes on in memory
|   `-- NewerSchema     it was written by a newer Hearth
|-- BadPayload          a device sent something unusable; counted, changes nothing
`-- BadAnnouncement     a discovery message can't be used; listed with its reason
"""


class HearthError(Exception):
    """Root of the tree: the text is one line and fit for a person."""


class ConfigError(HearthError):
    """A setting is missing or wrong; raised to the operator."""


class NotConnected(HearthError):
    """There is no connection to the broker; raised to whoever wanted to publish."""


class StorageError(HearthError):
    """The database can't be opened or written; raised to the composition."""


class NewerSchema(StorageError):
    """The database was made by a newer Hearth and is left as it is."""


class BadPayload(HearthError):
    """A report that can't be understood; raised by kinds, caught by dialects."""


class BadAnnouncement(HearthError):
    """A discovery message that can't be used; raised and caught in dialects."""
