"""Rows under a message, the line below it, rules and traces: every ending in its own words."""

from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.agent.turn import Call, CallEnded, CallStarted, Step, StopReason, Turn, counted
from assistant.person.ran import REASONS
from assistant.tui.face.activity import Mark, deed, deeds, footer, under_way
from assistant.tui.face.age import ago, clock, span, took
from assistant.tui.face.question import states, wording, yours
from assistant.tui.face.trace import budget, path, rows
from devices.command import Command, Outcome, Reason, Status
from devices.kinds.spec import Risk
from devices.model import Fields
from tests.tui.samples import MOMENT, NOW, home, seen
from tools.tool import Question

LIGHT = seen("light.kitchen", {"state": "on", "brightness": 153}, name="Ceiling light")
AIR = seen("sensor.kitchen_air", {"state": "23.4"}, name="Air", unit="°C")
LOCK = seen("lock.hall_door", {"state": "locked"}, name="Front door")
VIEW = home(LIGHT, AIR, LOCK)
DIM = Command("light.kitchen", "turn_on", {"brightness_pct": 60})


@pytest.mark.parametrize(
    ("status", "reason", "mark", "ending"),
    [
        (Status.CONFIRMED, Reason.NONE, Mark.DONE, "confirmed"),
        (Status.ALREADY, Reason.NONE, Mark.DONE, "already so"),
        (Status.SENT, Reason.NO_ANSWER, Mark.UNSURE, "sent, no answer"),
        (Status.REFUSED, Reason.BROKER_DOWN, Mark.NOT, "not done, broker down"),
        (Status.REFUSED, Reason.DECLINED, Mark.NOT, "not done, you said no"),
        (Status.FAILED, Reason.JAMMED, Mark.NOT, "not done, jammed"),
        (Status.NEEDS_CONFIRMATION, Reason.NOT_APPROVED, Mark.NOT, "not done, needs your yes"),
    ],
)
def test_every_ending_has_its_own_words(status: Status, reason: Reason, mark: Mark, ending: str) -> None:
    row = deed(Outcome(DIM, status, "off", "on", reason, {"brightness": 153}, ms=310), VIEW)
    assert (row.mark, row.ending) == (mark, ending)
    assert "Ceiling light" in row.what
    assert ("confirmed" in row.ending) is (status is Status.CONFIRMED)


def test_no_reason_is_without_words() -> None:
    assert set(REASONS) == set(Reason) - {Reason.NONE}


def test_a_change_says_from_where_to_where() -> None:
    outcome = Outcome(
        DIM, Status.CONFIRMED, "on", "on", attributes={"brightness": 153}, previous={"brightness": 51}
    )
    assert deed(outcome, VIEW).what == "Ceiling light  20 % → 60 %"


def test_a_call_without_receipts_is_one_row() -> None:
    ended = CallEnded("1", "list_devices", "completed", "3 lights are on.\nmore", (), 12)
    (row,) = deeds(ended, VIEW)
    assert (row.mark, row.what, row.ending, row.took) == (
        Mark.DONE,
        "list devices",
        "3 lights are on.",
        "12 ms",
    )


def test_footer_counts_only_what_was_confirmed() -> None:
    outcomes = (Outcome(DIM, Status.CONFIRMED, "off", "on"), Outcome(DIM, Status.SENT))
    turn = Turn(
        "t1", "x", "y", "en", StopReason.STEP_LIMIT, outcomes=outcomes, undo="u1", tokens_in=9, tokens_out=2
    )
    assert footer(turn) == "1 change · /undo · offline · 0 ms · step limit · 9/2 tokens"


@pytest.mark.parametrize("status", [Status.CONFIRMED, Status.ALREADY])
def test_footer_of_what_was_so_before_counts_no_change_and_offers_no_undo(status: Status) -> None:
    same = Outcome(DIM, status, "on", "on", attributes={"brightness": 153}, previous={"brightness": 153})
    turn = Turn("t1", "x", "y", "en", StopReason.ANSWERED, outcomes=(same,), undo="u1")
    assert footer(turn) == "offline · 0 ms · answered"
    brighter = replace(same, status=Status.CONFIRMED, previous={"brightness": 51})
    assert footer(replace(turn, outcomes=(same, brighter))).startswith("1 change · /undo")


def test_footer_of_a_new_rule_offers_undo() -> None:
    assert footer(Turn("t1", "x", "y", "en", StopReason.ANSWERED, undo="u1")).startswith("/undo")


def test_trace_path_counts_repeats_and_calls_stand_below_the_node_that_settled_them() -> None:
    turn = Turn(
        "t1",
        "x",
        "y",
        "en",
        StopReason.ANSWERED,
        path=("begin", "agent", "agent"),
        steps=(
            Step("begin", 1, "en"),
            Step("confirm", 9, "1 question, 1 call not allowed"),
            Step("end", 12, ""),
        ),
        calls=(Call("c", "why", "{}", "fatal", "no\nmore", 3, "unknown_name", 9),),
    )
    assert path(turn) == "begin → agent ×2 → end"
    assert "tools 1/10" in budget(turn)
    assert [(row.ms, row.node.strip()) for row in rows(turn)] == [
        (1, "begin"),
        (9, "confirm"),
        (9, "why"),
        (12, "end"),
    ]
    assert [row.text for row in rows(turn, tools_only=True)] == ["✗ no  3 ms  (rule: unknown_name)"]


def test_numbers_agree_with_their_nouns() -> None:
    assert [counted(number, "call") for number in (0, 1, 2)] == ["0 calls", "1 call", "2 calls"]


def test_many_receipts_that_ended_alike_are_one_row() -> None:
    outcomes = tuple(Outcome(Command(f"light.l{n}", "turn_on"), Status.CONFIRMED) for n in range(5))
    ended = CallEnded("c", "control_device", "completed", "Done.", outcomes, 9)
    assert [(row.mark, row.what, row.ending) for row in deeds(ended, VIEW)] == [
        (Mark.DONE, "5 devices  → on", "confirmed")
    ]
    assert len(deeds(replace(ended, outcomes=outcomes[:4]), VIEW)) == 4


def test_a_running_call_names_the_device_as_people_do() -> None:
    started = CallStarted("c", "control_device", "control device lock.hall_door")
    assert under_way(started, VIEW) == "telling Front door"
    assert under_way(CallStarted("c", "new_tool", ""), VIEW) == "new tool"


def test_question_in_plain_words() -> None:
    question = Question(risk=Risk.SECURITY, action="unlock", targets=("lock.hall_door",), lasting=True)
    asked = wording(question, yours("let me in"), VIEW, MOMENT)
    assert asked.title == "Unlock the Front door?"
    assert dict(asked.rows)["Now"] == "locked   (reported 2 min ago)"
    assert "makes a rule" in dict(asked.rows)["Lasts"]
    assert "Undo" not in dict(asked.rows)
    assert states(question, VIEW) == ("locked",)


VALUES: tuple[tuple[str, Fields, str, str, tuple[str, str, str]], ...] = (
    (
        "climate.hall",
        {"hvac_mode": "heat", "temperature": 21.0},
        "set_temperature",
        "temperature 28.0",
        ("Set Thing to 28 °C?", "21 °C", "28 °C"),
    ),
    (
        "climate.hall",
        {"hvac_mode": "heat"},
        "set_hvac_mode",
        "hvac_mode cool",
        ("Set Thing to cool?", "heat", "cool"),
    ),
    (
        "cover.blind",
        {"state": "open", "current_position": 20},
        "set_cover_position",
        "position 50",
        ("Set Thing to 50 %?", "20 %", "50 %"),
    ),
    (
        "fan.hall",
        {"state": "on", "percentage": 20},
        "set_percentage",
        "percentage 60.0",
        ("Set Thing to 60 %?", "20 %", "60 %"),
    ),
    (
        "light.hall",
        {"state": "off"},
        "turn_on",
        "brightness_pct 60, color_temp_kelvin 2700",
        ("Set Thing to 60 %, 2700 K?", "off", "60 %, 2700 K"),
    ),
    (
        "light.hall",
        {"state": "on", "brightness": 51},
        "turn_on",
        "brightness_pct 60",
        ("Set Thing to 60 %?", "20 %", "60 %"),
    ),
    (
        "cover.garage",
        {"state": "closed"},
        "open_cover",
        "",
        ("Open the Thing?", "closed", "OPEN"),
    ),
    (
        "lock.door",
        {"state": "locked"},
        "unlock",
        "code 1234",
        ("Unlock the Thing?", "locked", "UNLOCKED"),
    ),
)


@pytest.mark.parametrize(("entity_id", "fields", "action", "values", "shown"), VALUES)
def test_question_about_a_value_names_it_with_its_unit_before_and_after(
    entity_id: str, fields: Fields, action: str, values: str, shown: tuple[str, str, str]
) -> None:
    question = Question(risk=Risk.WIDE, action=action, targets=(entity_id,), after=values)
    asked = wording(question, yours("do it"), home(seen(entity_id, fields)), MOMENT)
    rows, (title, now, after) = dict(asked.rows), shown
    assert asked.title == title
    assert (rows["Now"], rows["After"]) == (f"{now}   (reported 2 min ago)", after)
    assert not any("1234" in text for _, text in asked.rows)


@pytest.mark.parametrize(
    ("action", "values", "title"),
    [("turn_off", "", "Turn off 2 devices?"), ("turn_on", "brightness_pct 40", "Set 2 devices to 40 %?")],
)
def test_question_about_several_counts_them(action: str, values: str, title: str) -> None:
    question = Question(risk=Risk.WIDE, action=action, targets=("light.kitchen", "light.x"), after=values)
    assert wording(question, yours("do it"), VIEW, MOMENT).title == title


def test_times_and_spans() -> None:
    assert [span(seconds) for seconds in (8, 720, 7300, 180000)] == ["8 s", "12 min", "2 h", "2 d"]
    assert [took(ms) for ms in (12, 310, 14200)] == ["12 ms", "0.3 s", "14 s"]
    assert clock(NOW - timedelta(days=1), MOMENT) == "Sun 18:42"
    assert clock(NOW - timedelta(days=30), MOMENT) == "31 Jan"
    assert (ago(NOW, MOMENT), ago(None, MOMENT)) == ("just now", "")
