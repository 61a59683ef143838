"""The built-in home from a shell: acted on, confirmed, kept, joined by a second process."""

import signal

from tests.end_to_end.program import Program

LIGHT_PATH = ["begin", "agent", "precheck", "confirm", "run_tools", "update_flags"]
RULES = {
    "en": ("if the living room gets warmer than 26 degrees turn on the fan", 26, "When"),
    "zh": ("帮我创建一个温度大于 30 度就开风扇的自动化", 30, "当"),
    "ru": ("если в гостиной теплее 28 градусов, включи вентилятор", 28, "Когда"),
}


async def test_turn_on_light_is_confirmed_and_kept(hearth: Program) -> None:
    answer = (await hearth("ask", "turn on the kitchen light", "--json")).ended(0)
    (action,) = answer.document["actions"]
    assert (action["device"], action["from"], action["to"]) == ("light.kitchen", "off", "on")
    assert action["status"] == "confirmed"
    assert answer.document["path"] == LIGHT_PATH
    assert answer.err.count("simulator") == 1
    assert (await hearth("get", "light.kitchen")).ended(0).out == "on\n"
    trace = (await hearth("trace", "last", "--json")).ended(0).document
    assert (trace["turn"], trace["path"]) == (answer.document["turn"], LIGHT_PATH)


async def test_unknown_name_commands_nothing_and_names_what_there_is(hearth: Program) -> None:
    before = (await hearth("devices", "--json")).ended(0).document["devices"]
    answer = (await hearth("ask", "turn on the pool heater", "--json")).ended(3)
    assert answer.document["actions"] == []
    assert "pool heater" in answer.document["answer"]
    assert "Hall thermostat" in answer.document["answer"]
    after = (await hearth("devices", "--json")).ended(0).document["devices"]
    assert _switched(before) == _switched(after)


def _switched(devices: list[dict[str, str]]) -> dict[str, str]:
    """The states that only a command changes, so soon."""
    kinds = ("light", "fan", "lock", "cover")
    return {d["id"]: d["state"] for d in devices if d["id"].startswith(kinds)}


async def test_unlock_is_not_allowed_by_a_glob(hearth: Program) -> None:
    refused = (await hearth("ask", "unlock the front door", "--confirm", "lock.*=unlock", "--json")).ended(4)
    assert refused.endings == [("lock.front_door", "needs_confirmation")]
    assert "--confirm lock.front_door=unlock" in refused.err
    assert (await hearth("get", "lock.front_door")).ended(0).out == "locked\n"


async def test_rules_by_sentence_in_three_languages_are_kept_and_undone(hearth: Program) -> None:
    for language, (sentence, limit, first_word) in RULES.items():
        answer = (await hearth("ask", sentence)).ended(0)
        assert str(limit) in answer.out, language
        assert first_word in answer.out, language
    listed = (await hearth("automations", "--json")).ended(0).document["automations"]
    assert [_meaning(entry["rule"]) for entry in listed] == [
        (["sensor.living_room_temperature"], limit, "fan.living_room", "turn_on")
        for _, limit, _ in RULES.values()
    ]
    (await hearth("undo")).ended(0)
    (await hearth("undo", "2")).ended(0)
    assert (await hearth("automations", "--json")).ended(0).document["automations"] == []


def _meaning(rule: dict[str, list[dict[str, object]]]) -> tuple[object, ...]:
    (trigger,), (action,) = rule["triggers"], rule["actions"]
    assert trigger["below"] is None
    return trigger["entities"], trigger["above"], action["entity_id"], action["control"]


async def test_one_shot_joins_the_running_home_and_its_rule_runs_there(hearth: Program) -> None:
    fast = Program(hearth.folder, settings={"HEARTH_SIM_SPEED": "600"})
    async with fast.running("run") as runner:
        await runner.says("running 0 automations")
        now = float((await fast("get", "sensor.living_room_temperature")).ended(0).out)
        # warmer than it ever gets by itself: the home lives ten minutes a second while the rule is made
        assert now < 24
        rule = await fast("ask", "if the living room gets warmer than 24 degrees turn on the fan")
        assert "joined the built-in home that runs already" in rule.ended(0).err
        # at night three degrees more are a wide change
        wide = "climate.hall_thermostat=set_temperature"
        (await fast("ask", "set the hall thermostat to 27", "--confirm", wide)).ended(0)
        await runner.says("automation a1 ran: fan.living_room confirmed")
        assert (await fast("get", "fan.living_room")).ended(0).out == "on\n"
        assert await runner.end(signal.SIGTERM) == 143
    assert "Traceback" not in runner.text
