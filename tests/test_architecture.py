"""The map of the house: every module, its one job, what it may import and which library it is the door of.

Change it on purpose, in the same commit as the module, with a reason.
"""

import ast
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.architecture import BROAD_EXCEPT_DOORS, DOORS, LAZY_DOORS, MAP

ROOT = Path(__file__).parent.parent
PACKAGES = ("assistant", "tools", "devices", "simulator")
DIRECTION = {
    "assistant": {"assistant", "tools", "devices"},
    "tools": {"tools", "devices"},
    "devices": {"devices"},
    "simulator": {"simulator"},
}
ONLY_SIMULATOR_DOOR = {"assistant.compose"}


class Import(NamedTuple):
    """One import statement: the module named, whether it stands inside a function, its line."""

    target: str
    lazy: bool
    line: int


@cache
def modules() -> dict[str, Path]:
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if "migrations" not in parts or parts[-1] == "__init__":
                found[name] = path
    return found


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_text(encoding="utf-8"))


@cache
def imports(module: str) -> tuple[Import, ...]:
    inside = {
        id(node)
        for function in ast.walk(tree(module))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    found = []
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found += [Import(alias.name, id(node) in inside, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno} imports relatively"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                target = full if full in modules() else node.module or ""
                found.append(Import(target, id(node) in inside, node.lineno))
    return tuple(found)


def project_imports(module: str) -> set[str]:
    return {i.target for i in imports(module) if i.target.split(".")[0] in PACKAGES}


def test_every_module_is_on_the_map_and_the_map_names_no_ghost() -> None:
    real = {m for m in modules() if (tree(m).body and not m.endswith("migrations"))}
    assert real - MAP.keys() == set()
    assert MAP.keys() - modules().keys() == set()


def test_every_module_says_its_job() -> None:
    silent = [m for m in MAP if not ast.get_docstring(tree(m))]
    assert silent == []
    assert [m for m, room in MAP.items() if len(room.job) < 10] == []


def test_imports_run_one_way() -> None:
    wrong = [
        f"{m} -> {t}"
        for m in modules()
        for t in project_imports(m)
        if t.split(".")[0] not in DIRECTION[m.split(".")[0]]
        and not (m in ONLY_SIMULATOR_DOOR and t.split(".")[0] == "simulator")
    ]
    assert wrong == []


def test_modules_import_only_what_the_map_allows() -> None:
    wrong = [
        f"{m} -> {t}"
        for m, room in MAP.items()
        for t in project_imports(m)
        if t != m and not any(t == may or t.startswith(f"{may}.") for may in room.may)
    ]
    assert wrong == []


def test_the_map_allows_nothing_that_is_not_used() -> None:
    idle = [
        f"{m}: {may}"
        for m, room in MAP.items()
        for may in room.may
        if not any(t == may or t.startswith(f"{may}.") for t in project_imports(m))
    ]
    assert idle == []


def test_libraries_are_used_at_their_doors() -> None:
    stray = []
    for module in modules():
        for item in imports(module):
            library = item.target.split(".")[0]
            if library in PACKAGES or library in sys.stdlib_module_names:
                continue
            doors = DOORS.get(library)
            if doors is None or not any(module == d or module.startswith(f"{d}.") for d in doors):
                stray.append(f"{module} -> {library}")
    assert stray == []


def test_imports_stand_at_the_top_except_at_the_lazy_doors() -> None:
    late = [f"{m}:{i.line}" for m in modules() for i in imports(m) if i.lazy and m not in LAZY_DOORS]
    dynamic = [
        m
        for m in modules()
        if m not in LAZY_DOORS
        and ("import_module(" in (text := modules()[m].read_text()) or "__import__(" in text)
    ]
    assert late == []
    assert dynamic == []


def test_there_is_no_circle_not_even_for_types() -> None:
    graph = {m: {t for t in project_imports(m) if t in modules() and t != m} for m in modules()}
    done: set[str] = set()

    def walk(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " -> ".join((*path[path.index(module) :], module))
        if module not in done:
            for target in sorted(graph[module]):
                walk(target, (*path, module))
            done.add(module)

    for module in graph:
        walk(module, ())


def test_broad_excepts_stand_only_at_their_doors() -> None:
    found = {
        m
        for m in modules()
        for node in ast.walk(tree(m))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in ("Exception", "BaseException"))
    }
    assert found == BROAD_EXCEPT_DOORS.keys()


def test_time_comes_from_the_clock() -> None:
    clocks = {"devices.clock", "simulator.clock"}
    asked = ("datetime.now(", "time.time(", "asyncio.sleep(", "utcnow(")
    wrong = [
        f"{m}: {word}"
        for m in modules()
        for word in asked
        if m not in clocks and word in modules()[m].read_text()
    ]
    assert wrong == []


def test_nothing_grows_without_end() -> None:
    large = [f"{m}: {n} lines" for m, p in modules().items() if (n := len(p.read_text().splitlines())) > 350]
    for module in modules():
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                size = (node.end_lineno or node.lineno) - node.lineno + 1
                limit = 200 if isinstance(node, ast.ClassDef) else 50
                if size > limit:
                    large.append(f"{module}.{node.name}: {size} lines")
    assert large == []


def test_no_folder_holds_more_than_a_person_can_see() -> None:
    crowded: dict[Path, set[str]] = {}
    for path in modules().values():
        crowded.setdefault(path.parent, set()).add(path.name)
    assert {
        str(k.relative_to(ROOT)): len(v) for k, v in crowded.items() if len(v - {"__init__.py"}) > 14
    } == {}
