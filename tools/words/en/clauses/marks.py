"""English times and turns of a rule as one value; only gathers what its siblings hold."""

from tools.words.en.clauses.kept import KEPT
from tools.words.en.clauses.times import (
    CLOCK,
    DAYS,
    JOINT,
    LENGTHS,
    NUMBER,
    SPANS,
    SURE,
    THROUGH,
    TIMES,
    clock_of,
)
from tools.words.en.clauses.turns import REWRITES, TURNS
from tools.words.spec import Marks

MARKS = Marks(
    number=NUMBER,
    clock=CLOCK,
    sure=SURE,
    spans=SPANS,
    lengths=LENGTHS,
    days=DAYS,
    joint=JOINT,
    through=THROUGH,
    clock_of=clock_of,
    times=TIMES,
    turns={**TURNS, **KEPT},
    rewrites=REWRITES,
)
