"""Arguments to flags, errors to lines, and nothing on the screen that a device could steer."""

import shlex
from dataclasses import MISSING, fields

import pytest

from assistant.cli import crash, flags
from assistant.cli.program import Choice, parse
from assistant.cli.table import VERBS, Verb
from assistant.cli.terminal import columns, say
from tests.cli.shell import Shell


def flags_of(*arguments: str) -> flags.Common:
    choice = parse(arguments)
    assert isinstance(choice, Choice)
    return choice.flags


def needed(verb: Verb) -> list[str]:
    """Something for every argument and option without which a command is no command."""
    found: list[str] = []
    for item in fields(verb.flags):
        if item.default is MISSING:
            found += [f"--{item.name}", "a.b=c"] if item.name in ("cron", "do") else ["a1"]
    return found


@pytest.mark.parametrize("verb", VERBS, ids=[verb.name for verb in VERBS])
def test_common_flags_count_on_both_sides_of_every_command(verb: Verb) -> None:
    common, words, more = ("--timeout", "7", "-q"), verb.name.split(), needed(verb)
    places = [(*common, *words, *more), (*words, *more, *common), (words[0], *common, *words[1:], *more)]
    found = [flags_of(*place) for place in places]
    assert found[0] == found[1] == found[2]
    assert (found[0].timeout, found[0].quiet) == (7.0, True)


def test_a_flag_of_a_group_counts_for_what_stands_below_it() -> None:
    assert flags_of("automations", "--json", "show", "a1") == flags_of("automations", "show", "a1", "--json")
    choice = parse(("automations", "show", "a1"))
    assert isinstance(choice, Choice)
    assert choice.verb.name == "automations show"


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb.examples], ids=lambda verb: verb.name)
def test_help_of_a_command_leads_with_its_examples(verb: Verb, capsys: pytest.CaptureFixture[str]) -> None:
    assert parse((*verb.name.split(), "--help")) == 0
    shown = capsys.readouterr().out
    assert shown.index(verb.examples.splitlines()[0]) < shown.index(verb.help) < shown.index("--broker URL")


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb.examples], ids=lambda verb: verb.name)
def test_every_example_is_a_command(verb: Verb) -> None:
    for line in verb.examples.splitlines():
        for command in line.split("hearth ")[1:]:
            assert isinstance(parse(shlex.split(command.partition("   ")[0])), Choice), command


def test_a_flag_after_the_command_wins() -> None:
    assert flags_of("--broker", "mqtt://a", "devices", "--broker", "mqtt://b").broker == "mqtt://b"


def test_ask_takes_words_without_quotes_and_several_approvals() -> None:
    found = flags_of("ask", "turn", "on", "--confirm", "a.b=c", "--confirm", "d.e=f")
    assert isinstance(found, flags.Ask)
    assert (found.words, found.confirm) == (("turn", "on"), ("a.b=c", "d.e=f"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["devise"], "Did you mean 'devices'?"),
        (["ask", "--bogus"], "--bogus"),
        (["get"], "Missing argument"),
        (["undo", "0"], "greater than or equal to 1"),
        (["simulate", "--speed", "9000"], "3600"),
    ],
)
def test_a_usage_error_exits_2_and_says_what(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parse(arguments) == 2
    shown = capsys.readouterr()
    assert (shown.out, says in shown.err) == ("", True)


def test_help_leads_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse(["--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.index("turn on the kitchen light") < shown.index("--broker URL")
    assert {verb.name.split()[0] for verb in VERBS} <= set(shown.split())


def test_say_shows_control_characters_of_a_name_as_marks(capsys: pytest.CaptureFixture[str]) -> None:
    say("Lamp \x1b]0;owned\x07 [/red] \u202egnp\nnext\ttab")
    assert capsys.readouterr().out == "Lamp \ufffd]0;owned\ufffd [/red] \ufffdgnp\nnext\ttab\n"


def test_say_shows_half_a_letter_as_a_mark(capsys: pytest.CaptureFixture[str]) -> None:
    say("Lamp \ud800 \udcff 🌡")
    assert capsys.readouterr().out == "Lamp \ufffd \ufffd 🌡\n"


def test_columns_when_piped_keep_one_line_a_row_whatever_the_name() -> None:
    assert columns([("a\tb\nc", "灯")]) == ["a b c\t灯"]


def test_crash_report_holds_places_but_no_values(
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path_factory.mktemp("crash")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    api_key = "gsk_secret"
    with pytest.raises(ValueError, match=api_key) as caught:
        raise ValueError(api_key)
    assert crash.report(caught.value) == 70
    (kept,) = folder.rglob("crash-*.txt")
    said = capsys.readouterr().err + kept.read_text(encoding="utf-8")
    assert "ValueError" in said
    assert "test_crash_report" in said
    assert api_key not in said


def test_the_app_without_a_terminal_says_what_to_do_and_exits_2(empty: Shell) -> None:
    done = empty.run()
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert "hearth ask" in done.err


def test_the_app_on_a_dumb_terminal_exits_2_as_well(empty: Shell) -> None:
    assert empty.run(TERM="dumb").code == 2


def test_a_wrong_setting_in_a_file_is_told_with_its_line_and_exits_2(empty: Shell) -> None:
    (empty.folder / "hearth.toml").write_text('model = "offline"\ntimeout = "long"\n', encoding="utf-8")
    done = empty.run("devices")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"hearth: {empty.folder / 'hearth.toml'}, line 2: timeout: must be a number\n"
