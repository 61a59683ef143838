"""Tiles: each kind in its weathers, and the word always says what the colour says."""

from dataclasses import replace
from typing import cast

import pytest

from assistant.tui.face.age import Moment
from assistant.tui.face.hand import default, stepped
from assistant.tui.face.latest import Recorded
from assistant.tui.face.rooms import rooms
from assistant.tui.face.tile import Tone, bar, face, figure, needs_attention
from devices.model import Domain, Entity, Fields, Snapshot
from tests.tui.samples import MOMENT, home, seen

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


def test_before_the_first_report_a_tile_waits_and_has_no_signal_once_the_home_settled() -> None:
    silent = replace(seen("light.kitchen", {"state": "on"}), state=None, available=False, reported_at=None)
    assert face(silent, replace(MOMENT, settled=False)).word == "waiting"
    assert face(silent, MOMENT).word == "no signal"
    lost = replace(seen("light.kitchen", {"state": "on"}), available=False)
    assert face(lost, replace(MOMENT, settled=False)).word == "no signal"


KINDS_OF_TOMORROW = (cast("Domain", "of_tomorrow"),)


@pytest.mark.parametrize("domain", [*Domain, *KINDS_OF_TOMORROW])
def test_every_kind_has_a_tile_and_a_place(domain: Domain) -> None:
    state = Recorded("21.50", {})
    snapshot = Snapshot(Entity(f"{domain}.x", domain, "Thing", area="hall"), state, reported_at=MOMENT.now)
    shown = face(snapshot, MOMENT)
    assert shown.name == "Thing"
    assert shown.glyph
    assert shown.word
    (room,) = rooms(home(snapshot), MOMENT)
    assert [s.entity.id for s in room.snapshots] == [f"{domain}.x"]
    default(snapshot)
    stepped(snapshot, 1)


def test_kind_without_a_picture_shows_its_word_and_unit_after_all_others() -> None:
    entity = Entity("x.y", KINDS_OF_TOMORROW[0], "Thing", area="kitchen", unit="lx")
    odd = Snapshot(entity, Recorded("21.50", {}), reported_at=MOMENT.now)
    assert (face(odd, MOMENT).glyph, face(odd, MOMENT).word) == ("·", "21.5 lx")
    (room,) = rooms(home(odd, seen("sensor.kitchen_z", {"state": "1"}, name="Zz")), MOMENT)
    assert [s.entity.id for s in room.snapshots] == ["sensor.kitchen_z", "x.y"]
