"""Rules, jobs and scenes at the command line: the same tools as the talk, ids that are checked, files that travel."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.cli.table import VERBS
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Once
from devices.command import Command
from tests.cli.seeded import OPENS, seeded
from tests.cli.shell import Shell
from tools.context import House

FAN_ON = Act(Command("fan.living_room", "turn_on"))


async def _furnish(house: House) -> None:
    """Rule a1 opens the door, a2 turns the fan on; job j1 does so in a year."""
    for rule_id, rule in (("a1", OPENS), ("a2", Rule(triggers=OPENS.triggers, actions=(FAN_ON,)))):
        if house.book.rule(rule_id) is None:
            await house.book.add(replace(rule, id=rule_id))
    if house.book.rule("j1") is None:
        later = datetime.now(UTC) + timedelta(days=365)
        await house.book.add(Rule(id="j1", triggers=(Once(later),), actions=(FAN_ON,), once=True))


@pytest.fixture
def home(lived: Shell) -> Shell:
    seeded(lived, _furnish)
    return lived


def enabled(shell: Shell) -> dict[str, bool]:
    found = shell.run("automations", "--json", "-q").rows("automations")
    return {rule["id"]: rule["enabled"] for rule in found}


def test_every_command_has_a_module_that_runs() -> None:
    for verb in VERBS:
        assert callable(getattr(__import__(verb.module, fromlist=["run"]), "run", None)), verb.name


def test_list_tells_how_each_stands_and_jobs_stand_apart(home: Shell) -> None:
    rules = home.run("automations", "list", "-q").out.splitlines()
    assert [line.split("\t")[0] for line in rules] == ["a1", "a2"]
    assert rules[0].split("\t")[1] == "on"
    assert "waits" in rules[0].split("\t")[3]
    assert rules[0].endswith("never ran")
    (job,) = home.run("jobs", "--json", "-q").rows("jobs")
    assert (job["id"], job["next"] is not None) == ("j1", True)


def test_show_tells_triggers_steps_and_runs(home: Shell) -> None:
    shown = home.run("automations", "show", "A1", "-q")
    assert shown.code == 0
    for part in ("When ", "Now  ", "Then ", "unlock Front door", "never ran", "“unlock it when it burns”"):
        assert part in shown.out
    document = json.loads(home.run("automations", "show", "a1", "--json", "-q").out)["automation"]
    assert (document["would_run"], document["runs"], document["blind"]) == (False, [], False)


def test_rules_that_fight_are_told_in_the_list_when_shown_and_when_taken_in(home: Shell) -> None:
    text = home.run("automations", "export", "a2", "-q").out
    assert home.run("automations", "-q").err == ""
    other = text.replace('"turn_on"', '"turn_off"')
    taken = home.run("automations", "import", "-", "-q", text=other)
    (made,) = (rule_id for rule_id in enabled(home) if rule_id not in {"a1", "a2"})
    assert f"{made}: Careful: rule a2 also moves" in taken.out
    listed = home.run("automations", "-q")
    assert f"{made}: Careful: rule a2 also moves" in listed.err
    assert f"a2: Careful: rule {made} also moves" in listed.err
    assert "Wrong    Careful: rule" in home.run("automations", "show", "a2", "-q").out
    shown = json.loads(home.run("automations", "show", "a2", "--json", "-q").out)["automation"]
    assert len(shown["careful"]) == 1
    assert home.run("automations", "disable", "a2", "-q").code == 0
    assert home.run("automations", "-q").err == ""
    assert f"Careful: rule {made} also moves" in home.run("automations", "enable", "a2", "-q").out
    assert home.run("automations", "delete", made, "-q").code == 0


@pytest.mark.parametrize(
    "words",
    [("show", "a9"), ("delete", "a1", "a9"), ("run", "a9")],
)
def test_unknown_id_names_those_that_are_there_and_does_nothing(home: Shell, words: tuple[str, ...]) -> None:
    done = home.run("automations", *words, "-q")
    assert (done.code, done.out) == (3, "")
    assert "there is no a9" in done.err
    assert "a1" in done.err
    assert enabled(home) == {"a1": True, "a2": True}


def test_disable_enable_delete_and_undo(home: Shell) -> None:
    assert home.run("automations", "disable", "a2", "-q").code == 0
    assert enabled(home) == {"a1": True, "a2": False}
    assert home.run("automations", "enable", "a2", "-q").code == 0
    assert home.run("automations", "delete", "a2", "-q").code == 0
    assert enabled(home) == {"a1": True}
    assert home.run("undo", "-q").code == 0
    assert enabled(home) == {"a1": True, "a2": True}


def test_job_is_cancelled_and_given_back(home: Shell) -> None:
    assert home.run("jobs", "cancel", "j1", "-q").code == 0
    assert home.run("jobs", "--json", "-q").rows("jobs") == []
    assert home.run("undo", "-q").code == 0
    assert len(home.run("jobs", "--json", "-q").rows("jobs")) == 1


def test_run_now_is_judged_like_any_command(home: Shell) -> None:
    easy = home.run("automations", "run", "a2", "--json", "-q")
    assert easy.code == 0
    assert [(done["device"], done["status"]) for done in easy.rows("actions")] == [
        ("fan.living_room", "confirmed")
    ]
    risky = home.run("automations", "run", "a1", "-q")
    assert (risky.code, "--confirm lock.front_door=unlock" in risky.err) == (4, True)
    assert home.run("get", "lock.front_door", "-q").out == "locked\n"
    assert home.run("grants", "--json", "-q").rows("permissions") == []
    typed = home.typed("automations", "run", "a1", at="[y/N]", keys="yes\n")
    assert typed.code == 0, typed.out
    assert home.run("get", "lock.front_door", "-q").out == "unlocked\n"
    assert home.run("ask", "lock the front door", "-q").code == 0


def test_export_and_import_carry_a_rule_but_nothing_of_this_home(home: Shell, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    assert home.run("automations", "export", "a2", "-o", str(file), "-q").code == 0
    text = file.read_text(encoding="utf-8")
    assert "created_at" not in text
    assert home.run("automations", "import", str(file), "--dry-run", "-q").code == 0
    assert enabled(home).keys() == {"a1", "a2"}
    taken = home.run("automations", "import", "-", "-q", text=text)
    assert taken.code == 0
    assert len(enabled(home)) == 3
    assert home.run("undo", "-q").code == 0
    assert enabled(home).keys() == {"a1", "a2"}


def test_import_says_all_that_is_missing_and_takes_nothing(home: Shell, tmp_path: Path) -> None:
    document = json.loads(home.run("automations", "export", "-q").out)
    document["rules"][0]["triggers"][0]["entities"] = ["sensor.cellar"]
    document["rules"][1]["actions"][0]["entity_id"] = "fan.attic"
    done = home.run("automations", "import", "-", "--dry-run", "-q", text=json.dumps(document))
    assert done.code != 0
    assert "sensor.cellar" in done.out
    assert "fan.attic" in done.out
    assert enabled(home).keys() == {"a1", "a2"}
    (tmp_path / "nothing.json").write_bytes(b"\xff\xfe")
    for name, code in (("nothing.json", 2), ("missing.json", 2)):
        assert home.run("automations", "import", str(tmp_path / name), "-q").code == code
    for text in ("", "[]", '{"format": "hearth-automations", "v": 99, "rules": []}'):
        assert home.run("automations", "import", "-", "-q", text=text).code == 1


def test_import_of_a_risky_rule_asks_as_when_it_is_made(home: Shell) -> None:
    text = home.run("automations", "export", "a1", "-q").out
    held = home.run("automations", "import", "-", "-q", text=text)
    assert (held.code, "--confirm lock.front_door=unlock" in held.err) == (4, True)
    assert enabled(home).keys() == {"a1", "a2"}
    confirm = ("--confirm", "lock.front_door=unlock")
    assert home.run("automations", "import", "-", "-q", *confirm, text=text).code == 0
    assert home.run("undo", "-q").code == 0


def test_crontab_line_becomes_a_rule_in_words(home: Shell) -> None:
    made = home.run("automations", "add", "--cron", "30 7 * * 1-5", "--do", "light.kitchen=turn_on", "-q")
    assert made.code == 0
    assert "Monday to Friday at 07:30" in made.out
    assert home.run("undo", "-q").code == 0
    skips = home.run(
        "automations", "add", "--cron", "0 9 * * *", "--do", "light.kitchen=turn_on", "--late", "0", "-q"
    )
    assert "A run that was missed is left out." in skips.out
    assert home.run("undo", "-q").code == 0
    for cron, code in (("61 7 * * *", 2), ("30 7 1 * *", 2), ("hourly", 2)):
        done = home.run("automations", "add", "--cron", cron, "--do", "light.kitchen=turn_on", "-q")
        assert (done.code, done.out) == (code, "")
    assert enabled(home).keys() == {"a1", "a2"}


def test_scene_is_saved_applied_and_deleted(home: Shell) -> None:
    assert home.run("scenes", "save", "evening", "light.kitchen", "fan.living_room", "-q").code == 0
    before = home.run("get", "light.kitchen", "-q").out.strip()
    flip = "off" if before == "on" else "on"
    assert home.run("ask", f"turn {flip} the kitchen light", "-q").code == 0
    applied = home.run("scenes", "apply", "Evening", "--json", "-q")
    assert applied.code == 0
    assert home.run("get", "light.kitchen", "-q").out.strip() == before
    (scene,) = home.run("scenes", "--json", "-q").rows("scenes")
    assert scene["members"].keys() == {"light.kitchen", "fan.living_room"}
    unknown = home.run("scenes", "apply", "morning", "-q")
    assert (unknown.code, "evening" in unknown.err) == (3, True)
    assert home.run("scenes", "delete", "evening", "-q").code == 0
    assert home.run("scenes", "--json", "-q").rows("scenes") == []


def test_rehearsal_tells_a_person_how_far_it_is_and_a_program_nothing(home: Shell) -> None:
    assert "rehearsing" not in home.run("automations", "rehearse", "a2", "-q").err
    watched = home.typed("automations", "rehearse", "a2", "-q", at="rehearsing 100%", keys="")
    assert watched.code == 0
    assert "\r\x1b[K" in watched.out


def test_shell_completes_ids_and_names(home: Shell) -> None:
    def offered(line: str) -> list[str]:
        words = line.split(" ")
        asked = {"_HEARTH_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        return sorted(home.run(**asked).out.split())

    assert offered("hearth automations show ") == ["a1", "a2", "j1"]
    assert offered("hearth jobs cancel j") == ["j1"]
    assert offered("hearth grant a") == ["a1", "a2"]
    assert offered("hearth questions al") == ["allow"]
    assert offered("hearth --data-dir /nowhere/at/all automations show ") == []
