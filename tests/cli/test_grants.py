"""Lasting permissions: one entity, one action, one rule; given at the command line and nowhere else."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.seeded import OPENS, seeded
from tests.cli.shell import ROOT, Shell
from tools.context import House
from tools.registry import TOOLS


async def _rule(house: House) -> None:
    if house.book.rule("a1") is None:
        await house.book.add(OPENS)


@pytest.fixture
def home(lived: Shell) -> Shell:
    seeded(lived, _rule)
    return lived


def test_grant_is_listed_and_taken_back(home: Shell) -> None:
    given = home.run("grant", "a1", "lock.front_door=unlock", "-q")
    assert (given.code, given.err) == (0, "")
    assert "a1 may lock.front_door=unlock without asking" in given.out
    (listed,) = home.run("grants", "--json", "-q").rows("permissions")
    assert (listed["rule"], listed["entity"], listed["action"], listed["given_by"]) == (
        "a1",
        "lock.front_door",
        "unlock",
        "cli",
    )
    assert home.run("revoke", "a1", "lock.front_door=unlock", "-q").code == 0
    assert home.run("grants", "--json", "-q").rows("permissions") == []
    again = home.run("revoke", "a1", "-q")
    assert (again.code, "no such permission" in again.err) == (3, True)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("a9", "lock.front_door=unlock"), 3, "there is no a9"),
        (("a1", "lock.*=unlock"), 2, "ENTITY=ACTION"),
        (("a1", "lock.front_door=*"), 2, "ENTITY=ACTION"),
        (("a1", "lock.front_door"), 2, "ENTITY=ACTION"),
        (("a1", "cover.garage_door=open"), 2, "a1 does not do cover.garage_door=open"),
    ],
)
def test_what_can_not_be_granted(home: Shell, words: tuple[str, str], code: int, says: str) -> None:
    done = home.run("grant", *words, "-q")
    assert (done.code, says in done.err) == (code, True)
    assert home.run("grants", "--json", "-q").rows("permissions") == []


def test_permission_is_void_once_the_rule_is_another(home: Shell) -> None:
    assert home.run("grant", "a1", "lock.front_door=unlock", "-q").code == 0

    async def change(house: House) -> None:
        rule = house.book.rule("a1")
        assert rule is not None
        changed = replace(rule, actions=rule.actions[:1])
        await house.book.replace(changed)
        await house.permissions.prune((rule,))
        assert len(house.permissions.listed()) == 1
        await house.permissions.prune((changed,))
        assert house.permissions.listed() == ()
        await house.book.replace(rule)

    seeded(home, change)


def test_nothing_but_the_command_line_gives_a_permission() -> None:
    given = {
        str(path.relative_to(ROOT))
        for package in ("assistant", "tools", "devices")
        for path in sorted((ROOT / package).rglob("*.py"))
        if any(_gives(node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert given == {str(Path("assistant/cli/verbs/trust/grants.py"))}
    assert [tool.name for tool in TOOLS if "grant" in tool.name or "permission" in tool.name] == []


def _gives(node: ast.AST) -> bool:
    """Whether this is `....permissions.give`."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "give"
        and isinstance(node.value, ast.Attribute)
        and node.value.attr in ("permissions", "_permissions")
    )
