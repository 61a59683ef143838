"""Whether the numbers about the home in a reply come from a result or from the user. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.agent.judge.grounds import digits, spoken
from assistant.agent.speech.about import about
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.sentences import compiled, sentences, unquoted
from assistant.models.offline.grammar.reading import read
from tools.words.packs import pack
from tools.words.spec import Claims
from tools.words.speech import detect
from tools.words.token import plain

RULE = "a number in the model's words was in no result"
_MOST_COUNTED = 12
_SCALES = (1.0, 60.0, 3600.0, 86_400.0, 1000.0, 100.0)
_FEW = 8
"""Up to so many known numbers, their differences and sums may be told too."""
_WIDEST_GAP = 12.0
"""By so many degrees two told temperatures may differ; more is a temperature of its own."""
_CLOCK = re.compile(
    r"\b\d{4}-\d{2}-\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2})?)?|\b\d{1,2}[:：]\d{2}(?::\d{2})?\b"
    r"|\b\d{1,2}\.\d{1,2}\.(?:\d{2,4})?"
)
_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:[+-]\d{2}:\d{2}|Z)?")
"""A moment in a result's data: its day and hour bear out no reading."""
_NAMED = re.compile(r"[a-z_]+\.[a-z0-9_]+|\b[a-z]+\d+\b")
_THOUSANDS = re.compile(r"(?<=\d)[, \u00a0](?=\d{3}(?!\d))")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as said; `measured`: a unit stands behind it; `heat`, `share`: that of such a measure."""

    value: float
    measured: bool
    heat: bool = False
    share: bool = False


def unfounded(text: str, facts: Facts) -> str:
    """The rule that a reply breaks by a number from nowhere; empty when all are borne out."""
    return next((rule for s in sentences(text) if (rule := wrong(s, facts))), "")


def wrong(sentence: str, facts: Facts) -> str:
    """The same of one sentence: only numbers about the home count."""
    spared = pack(detect(sentence, facts.language)).claims.spared
    # "you can say “if it is above 26 ...”" tells no number of the home
    example = any(compiled(pattern).search(plain(sentence)) for pattern in spared)
    said = tuple(figures(unquoted(sentence) if example else sentence, facts))
    if not said:
        return ""
    subject = about(sentence, facts.view, facts.language)
    measured = any(figure.measured for figure in said)
    looked = bool(facts.completed or facts.question)
    if not (subject.home or (looked and (measured or not _elsewhere(sentence, facts)))):
        return ""
    known, count = _known(facts), float(len(facts.told))
    borne = (_borne_out(f, known) or (not f.measured and f.value == count) for f in said)
    return "" if all(borne) else RULE


def figures(sentence: str, facts: Facts) -> Iterator[Figure]:
    """The numbers of a sentence, in digits and in words, but for dates, times, names and ordinals."""
    code = detect(sentence, facts.language)
    words = pack(code).claims
    text = _CLOCK.sub(" ", plain(sentence))
    for pattern in words.dates:
        text = compiled(pattern).sub(" ", text)
    text = _THOUSANDS.sub("", _unnamed(_NAMED.sub(" ", text), facts))
    unit = compiled(rf"\s*{words.units}(?![a-zа-я])")
    for found in re.finditer(r"(?<![a-zа-я0-9_.,])[-−]?\d+(?:[.,]\d+)?", text):
        value = float(found[0].replace(",", ".").replace("−", "-"))
        yield _figure(value, unit.match(text, found.end()), words)
    for span in read(text, facts.view, code).spans:
        if span.number is not None and not span.named and not span.text[-1].isdigit():
            # "half of them" is no reading
            figure = _figure(span.number, unit.match(text, span.end), words)
            if figure.measured or span.number >= 1:
                yield figure


def _figure(value: float, unit: re.Match[str] | None, words: Claims) -> Figure:
    said = "" if unit is None else unit[0].strip()
    heat, share = (compiled(pattern).fullmatch(said) is not None for pattern in (words.heat, words.shares))
    return Figure(value, unit is not None, heat, share)


def _unnamed(text: str, facts: Facts) -> str:
    """The text without the names of the home, which may hold numbers of their own."""
    for snapshot in facts.view.snapshots.values():
        name = plain(snapshot.entity.name)
        if any(sign.isdigit() for sign in name):
            text = text.replace(name, " ")
    return text


def _elsewhere(sentence: str, facts: Facts) -> bool:
    """Whether a sentence, nothing of the home in it, speaks of other things: most words are unknown."""
    spans = read(sentence, facts.view, detect(sentence, facts.language)).spans
    strange = sum(len(span.text) for span in spans if not span.known)
    return strange * 2 > sum(len(span.text) for span in spans)


def _known(facts: Facts) -> list[float]:
    told = (_STAMP.sub(" ", result.shown) for result in facts.results)
    shown = [n for text in told for n in digits(_THOUSANDS.sub("", text))]
    return list(dict.fromkeys([*spoken(facts.asked, facts.language), *shown]))


def _borne_out(figure: Figure, known: list[float]) -> bool:
    value = abs(figure.value)
    if not figure.measured and value <= _MOST_COUNTED and value == int(value):
        return True
    scales = (1.0,) if figure.heat else (1.0, 100.0) if figure.share else _SCALES
    forms = [form for n in known for scale in scales for form in (n * scale, n / scale)]
    # Fahrenheit of a told Celsius and the other way round
    forms += (
        []
        if figure.measured and not figure.heat
        else [form for n in known for form in (n * 1.8 + 32, (n - 32) / 1.8)]
    )
    few = known[:_FEW] if len(known) <= _FEW else []
    gap = _WIDEST_GAP if figure.heat else float("inf")
    forms += [abs(a - b) for a in few for b in few if abs(a - b) <= gap]
    return any(_rounds(abs(form), value) for form in forms)


def _rounds(exact: float, said: float) -> bool:
    """Whether what was said is this number, exactly or rounded to the places that it was said with."""
    places = len(f"{said:.4f}".rstrip("0").partition(".")[2])
    return abs(exact - said) <= 0.5 * 10.0**-places + 1e-6
