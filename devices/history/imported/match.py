"""Which entity of a recorder's file is which of ours: by the same id, or as somebody said. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from devices.errors import ConfigError

NEAR = 3


@dataclass(frozen=True, slots=True)
class Matched:
    """Pairs of their id and ours; `left` are theirs that are nobody's here, with ours that sound alike."""

    pairs: tuple[tuple[str, str], ...]
    left: tuple[tuple[str, tuple[str, ...]], ...]


def matched(theirs: Iterable[str], ours: Iterable[str], named: Mapping[str, str]) -> Matched:
    """Match them; what was named goes before what is called the same.

    Args:
        theirs: the ids in the file.
        ours: the ids that are known here.
        named: theirs to ours, as somebody said.

    Raises:
        ConfigError: a name that stands on neither side, or two of theirs for one of ours.
    """
    there, here = set(theirs), set(ours)
    for old, new in named.items():
        _known(old, there, "the file")
        _known(new, here, "the records of this home")
    taken = set(named.values())
    same = ((one, one) for one in there & here if one not in named and one not in taken)
    pairs = tuple(sorted([*named.items(), *same], key=lambda pair: pair[1]))
    doubled = next((new for new in taken if [*named.values()].count(new) > 1), None)
    if doubled is not None:
        raise ConfigError(f"{doubled} was named for two of theirs; name one of them")
    gone = sorted(there - {old for old, _ in pairs})
    free = sorted(here - {new for _, new in pairs})
    return Matched(pairs, tuple((one, _near(one, free)) for one in gone))


def _known(name: str, among: set[str], where: str) -> None:
    if name not in among:
        near = _near(name, sorted(among))
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise ConfigError(f"{name} is not in {where}{hint}")


def _near(name: str, among: list[str]) -> tuple[str, ...]:
    """Ours of the same kind that sound alike."""
    kind = name.partition(".")[0]
    return tuple(get_close_matches(name, [one for one in among if one.partition(".")[0] == kind], NEAR, 0.75))
