"""Where one part of a sentence ends and the next begins: over its marks and spans in order."""

from enum import StrEnum

from assistant.models.offline.grammar.reading import Reading, Span, idle
from assistant.models.offline.turns.mark import Mark
from tools.words.spec import Tag


class Role(StrEnum):
    """What a part of a sentence is for."""

    ORDER = "order"
    WHEN = "when"
    IF = "if"
    WHILE = "while"
    ONLY = "only"
    UNLESS = "unless"
    UNTIL = "until"
    ELSE = "else"


CONDITIONS = (Role.WHEN, Role.IF, Role.WHILE)
_ROLES = {
    "when": Role.WHEN,
    "whenever": Role.WHEN,
    "if": Role.IF,
    "while": Role.WHILE,
    "only": Role.ONLY,
    "unless": Role.UNLESS,
    "until": Role.UNTIL,
    "else": Role.ELSE,
}
_ENDS = frozenset({"then", "behind"})
ABOUT_ALL = frozenset({"lasting", "rule_word", "gadget", "also_now", "cooldown"})
"""Turns that are about the whole sentence, wherever they stand."""
PREDICATES = frozenset(
    {
        *("off", "on", "opened", "closed", "locked", "unlocked", "wet", "moving", "still", "done", "vague"),
        *(
            "lost",
            "back",
            "pressed",
            "swing",
            "swing_up",
            "swing_down",
            "band",
            "beyond",
            "who_comes",
            "who_goes",
        ),
    }
)
TIMED = frozenset(
    {
        "clock",
        "stretch",
        "after_clock",
        "before_clock",
        "days",
        "interval",
        "sun",
        "sun_down",
        "sun_up",
        "part",
        "day",
    }
)
CLOCKED = TIMED - {"part", "day", "days"}
"""Marks that tell a time well enough to go by."""
PEOPLE = frozenset({"arrive", "leave", "somebody", "nobody"})
_BEGIN = frozenset({"tell", "notify", "ring", "remind", "speak", "put_back", "slowly", "timer"})
_LED = frozenset({"scene", "delay", "hold", "over", "clock", "timer"})
"""Marks that begin an order behind a comma."""
_VERBS = (Tag.ACTION, Tag.SET, Tag.RELATIVE)
_COMMAS = ",;.、，。；!"


class Cut:
    """Cuts a sentence while going over its marks and spans in order."""

    def __init__(self, reading: Reading, softs: tuple[Mark, ...]) -> None:
        self.done: list[tuple[Role, int, int, list[Mark], bool]] = []
        self._reading, self._softs = reading, softs
        self._role, self._start, self._each = Role.ORDER, 0, False
        self._held: list[Mark] = []
        self._last = 0

    def take(self, atom: Mark | Span) -> None:
        """The next mark or span."""
        if isinstance(atom, Mark) and atom.kind in _ROLES:
            if atom.kind == "until" and self._role is Role.ORDER and self._condition(atom.start):
                self._role = Role.WHEN
            self._open(_ROLES[atom.kind], atom.start, atom.end, each=atom.kind == "whenever")
        elif isinstance(atom, Mark) and atom.kind in _ENDS:
            self._end(atom)
        elif self._telling(atom):
            self._role = Role.WHEN
            self._open(Role.ORDER, atom.start, atom.start)
            self._keep(atom)
        elif self._role is not Role.ORDER and self._begins(atom):
            moved = self._trailing(atom.start)
            start = moved[0].start if moved else atom.start
            self._open(Role.ORDER, start, start)
            self._held += moved
            self._keep(atom)
        else:
            self._keep(atom)
        self._last = atom.end

    def close(self, end: int) -> None:
        """The end of the sentence, or of a part."""
        self.done.append((self._role, self._start, end, self._held, self._each))

    def _keep(self, atom: Mark | Span) -> None:
        if isinstance(atom, Mark):
            self._held.append(atom)

    def _open(self, role: Role, end: int, start: int, *, each: bool = False) -> None:
        self.close(end)
        self._role, self._start, self._held, self._each = role, start, [], each

    def _end(self, mark: Mark) -> None:
        """A word that stands behind a condition: what came before was one."""
        if mark.kind == "behind" and self._role is Role.ORDER:
            self._turn(mark)
        if self._role is Role.ORDER and mark.kind == "then" and not self._condition(mark.start):
            self._held.append(mark)
            return
        self._role = Role.WHEN if self._role is Role.ORDER else self._role
        self._open(Role.ORDER, mark.start, mark.end)

    def _telling(self, atom: Mark | Span) -> bool:
        """Whether a statement ends here and the wish to be told of it begins: 洗衣机洗完了告诉我."""
        told = isinstance(atom, Mark) and atom.kind in ("tell", "notify")
        return (
            told and self._reading.code == "zh" and self._role is Role.ORDER and self._condition(atom.start)
        )

    def _trailing(self, start: int) -> list[Mark]:
        """The wait right before an order: "if it opens, after 5 minutes close it"."""
        last = self._held[-1] if self._held else None
        swings = any(self._start <= m.start and m.kind.startswith("swing") for m in self._softs)
        if (
            last is None
            or swings
            or last.kind != "delay"
            or self._reading.text[last.end : start].strip(_COMMAS + " ")
        ):
            return []
        return [self._held.pop()]

    def _turn(self, mark: Mark) -> None:
        """Split an order from the condition that follows it behind a comma."""
        text = self._reading.text
        comma = max((text.rfind(sign, self._start, mark.start) for sign in _COMMAS), default=-1)
        verbs = [s for s in self._reading.spans if self._start <= s.start < comma and s.has(*_VERBS)]
        if comma > self._start and verbs:
            held = self._held
            self._held = [m for m in held if m.end <= comma]
            self._open(Role.WHEN, comma, comma + 1)
            self._held = [m for m in held if m.start > comma]
        else:
            self._role = Role.WHEN

    def _condition(self, end: int) -> bool:
        """Whether what stands since the start of an order can only be a condition: 温度超过26度就 ..."""
        here = [s for s in self._reading.spans if self._start <= s.start and s.end <= end]
        said = [s for s in here if not idle(s)]
        verbs = any(s.has(Tag.SET, Tag.RELATIVE) or s.value(Tag.AND) == "take" for s in here)
        verbs = verbs or (bool(said) and said[0].has(*_VERBS) and not said[0].named)
        return (
            self._complete(end)
            and not verbs
            and any(s.named or s.has(Tag.KIND, Tag.MEASURE, Tag.ROOM, Tag.THING) for s in here)
        )

    def _complete(self, end: int) -> bool:
        """Whether the part so far says that something is so."""
        here = [s for s in self._reading.spans if self._start <= s.start and s.end <= end]
        side = any(s.has(Tag.ABOVE, Tag.BELOW) and not s.named for s in here)
        numbered = any(s.number is not None and not s.named for s in here)
        if (side or self._role is Role.UNTIL) and numbered:
            return True
        if any(self._start <= m.start and m.end <= end for m in self._softs):
            return True
        return any(m.kind in TIMED or m.kind in PEOPLE for m in self._held)

    def _begins(self, atom: Mark | Span) -> bool:
        """Whether an order begins here."""
        comma = any(sign in self._reading.text[self._last : atom.start] for sign in _COMMAS)
        if isinstance(atom, Mark):
            complete = self._complete(atom.start)
            return complete and (atom.kind in _BEGIN or (comma and atom.kind in _LED))
        if not self._complete(atom.start):
            return False
        soft = any(m.start <= atom.start < m.end for m in self._softs)
        verb = (atom.has(*_VERBS) and not atom.named) or atom.value(Tag.AND) == "take"
        if comma:
            return not atom.has(Tag.AND) or atom.value(Tag.AND) == "take"
        return verb and not (soft and self._told(atom))

    def _told(self, atom: Span) -> bool:
        """Whether a word that may be verb or state follows its own noun behind an "and"."""
        here = [s for s in self._reading.spans if self._start <= s.start < atom.start]
        cut = max(
            (n for n, s in enumerate(here) if (s.has(Tag.AND) or s.value(Tag.ASK) == "or") and not s.named),
            default=-1,
        )
        after = here[cut + 1 :]
        nouns = any(s.named or s.has(Tag.KIND, Tag.MEASURE, Tag.THING) for s in after)
        predicate = any(
            m.start >= (after[0].start if after else 0) and m.end <= atom.start for m in self._softs
        )
        sided = any(s.has(Tag.ABOVE, Tag.BELOW) for s in after)
        return cut >= 0 and nouns and not predicate and not sided
