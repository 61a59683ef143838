"""What a shell may complete: ids of rules, jobs and questions, names of scenes, from the home's records."""

import asyncio

from assistant import place
from assistant.config import load
from devices.automation.books.book import RuleBook
from devices.automation.books.questions import Questions
from devices.automation.books.scenes import SceneBook
from devices.bus import Bus
from devices.clock import WallClock
from devices.errors import HearthError
from devices.model import Scalar
from devices.storage.database import Database

Offers = list[tuple[str, str]]
"""What may stand there, each with a line of help."""


def known(kind: str, overrides: dict[str, Scalar]) -> Offers:
    """Everything of a kind (rules, jobs, all, questions, scenes); nothing where there is no home yet."""
    try:
        config = load(overrides)
        file = place.folder(config) / place.DATABASE
        if config.database is None and not file.is_file():
            return []
        return asyncio.run(_read(kind, config.database or f"sqlite:///{file}"))
    except HearthError:
        return []  # a shell that completes has no place for an error


async def _read(kind: str, url: str) -> Offers:
    database = await asyncio.to_thread(Database.open, url)
    try:
        return await _offers(kind, database)
    finally:
        await database.close()


async def _offers(kind: str, database: Database) -> Offers:
    bus, clock = Bus(), WallClock()
    if kind == "questions":
        questions = Questions(database, bus, clock)
        await questions.load()
        return [(question.id, f"asked by {question.rule_id}") for question in questions.open()]
    if kind == "scenes":
        scenes = SceneBook(database, bus, clock)
        await scenes.load()
        return [(scene.name, scene.id) for scene in scenes.scenes()]
    book = RuleBook(database, bus, clock)
    await book.load()
    found = {"rules": book.rules, "jobs": book.jobs}.get(kind, book.everything)()
    return [(rule.id, rule.words) for rule in found]
