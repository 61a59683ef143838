"""Tiles: each kind in its weathers, and the word always says what the colour says."""

from dataclasses import replace

import pytest

from assistant.tui.face.age import Moment
from assistant.tui.face.tile import Tone, bar, face, figure, needs_attention
from devices.model import Fields
from tests.tui.samples import MOMENT, seen

CASES: tuple[tuple[str, Fields, str | None, str, str, Tone], ...] = (
    ("light.kitchen", {"state": "on", "brightness": 153}, None, "●", "on 60 %", Tone.ACTIVE),
    ("light.kitchen", {"state": "off"}, None, "○", "off", Tone.QUIET),
    ("switch.plug", {"state": "on"}, None, "●", "on", Tone.ACTIVE),
    ("fan.living", {"state": "on", "percentage": 60}, None, "●", "on 60 %", Tone.ACTIVE),
    ("lock.front_door", {"state": "locked"}, None, "■", "locked", Tone.SECURED),
    ("lock.front_door", {"state": "unlocked"}, None, "▲", "UNLOCKED", Tone.ATTENTION),
    ("lock.front_door", {"state": "jammed"}, None, "⚠", "JAMMED", Tone.ATTENTION),
    ("cover.garage_door", {"state": "open"}, "garage", "▲", "OPEN 2 min", Tone.ATTENTION),
    ("cover.garage_door", {"state": "closed"}, "garage", "■", "closed", Tone.SECURED),
    ("cover.blind", {"state": "open", "current_position": 45}, "blind", "◐", "45 % open", Tone.ACTIVE),
    ("binary_sensor.leak", {"state": "on"}, "moisture", "▲", "WET", Tone.ATTENTION),
    ("binary_sensor.leak", {"state": "off"}, "moisture", "✓", "dry", Tone.QUIET),
    ("binary_sensor.motion", {"state": "on"}, "motion", "●", "motion", Tone.ACTIVE),
    ("binary_sensor.window", {"state": "on"}, "window", "●", "open", Tone.ACTIVE),
)


@pytest.mark.parametrize(("entity_id", "fields", "device_class", "glyph", "word", "tone"), CASES)
def test_tile_of_a_kind(
    entity_id: str, fields: Fields, device_class: str | None, glyph: str, word: str, tone: Tone
) -> None:
    shown = face(seen(entity_id, fields, device_class=device_class), MOMENT)
    assert (shown.glyph, shown.word, shown.tone) == (glyph, word, tone)


def test_climate_shows_here_goal_and_action() -> None:
    fields: Fields = {
        "hvac_mode": "heat",
        "temperature": 21.0,
        "current_temperature": 20.4,
        "hvac_action": "heating",
    }
    shown = face(seen("climate.hall", fields), MOMENT)
    assert (shown.word, shown.detail) == ("20.4 → 21 °C", "heating")


def test_sensor_shows_unit_and_age_only_when_old() -> None:
    fresh = face(seen("sensor.air", {"state": "21.437"}, unit="°C"), MOMENT)
    old = face(seen("sensor.air", {"state": "21.437"}, unit="°C", ago=3600), MOMENT)
    assert (fresh.word, fresh.detail) == ("21.4 °C", "")
    assert old.detail == "1 h ago"


def test_unavailable_never_looks_live() -> None:
    gone = replace(seen("light.kitchen", {"state": "on"}), available=False)
    shown = face(gone, MOMENT)
    assert (shown.glyph, shown.word, shown.tone) == ("◌", "no signal", Tone.LOST)
    assert shown.detail == "last 18:40"


def test_broker_down_turns_every_tile_to_last_known() -> None:
    shown = face(seen("lock.front_door", {"state": "locked"}), Moment(MOMENT.now, connected=False))
    assert (shown.tone, shown.detail) == (Tone.LOST, "last 18:40")


def test_pending_is_shown_beside_the_state_and_never_as_state() -> None:
    shown = face(seen("light.kitchen", {"state": "off"}), MOMENT, pending="turning on")
    assert (shown.glyph, shown.word, shown.detail) == ("…", "off", "turning on")


def test_window_needs_attention_after_ten_minutes() -> None:
    brief = seen("binary_sensor.w", {"state": "on"}, device_class="window")
    long = seen("binary_sensor.w", {"state": "on"}, device_class="window", ago=700)
    assert not needs_attention(brief, MOMENT)
    assert needs_attention(long, MOMENT)
    assert face(long, MOMENT).glyph == "▲"


def test_bar_and_figures() -> None:
    assert bar(60) == "▮▮▮▮▮▯▯▯"
    assert bar(1) == "▮▯▯▯▯▯▯▯"
    assert bar(0) == "▯▯▯▯▯▯▯▯"
    assert [figure(value) for value in (21.0, "21.437", "nan", "heat", 2412)] == [
        "21",
        "21.4",
        "nan",
        "heat",
        "2412",
    ]
