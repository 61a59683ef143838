"""Rules as the text of a file, for another home or for keeping; and such a file taken in. Reads no file."""

import json
from collections.abc import Sequence

from assistant.person.hand import Asker, permitted
from devices.automation.rule.rule import Rule
from devices.command import Command
from tools.automations.draft.arguments import Nothing
from tools.automations.exchange import exported, import_rules, look_through
from tools.automations.weighing import weighed
from tools.context import ToolContext
from tools.outcome import ToolResult
from tools.tool import Group, Tool


def written(rules: Sequence[Rule], context: ToolContext) -> str:
    """These rules as JSON; ids and permissions stay here."""
    return json.dumps(exported(rules, context), ensure_ascii=False, indent=2) + "\n"


async def taken_in(text: str, context: ToolContext, asker: Asker | None) -> ToolResult:
    """Take all rules of a file or none; what is risky in one is asked for as when a rule is made."""

    def asks(_arguments: Nothing, asked: ToolContext) -> tuple[Command, ...]:
        return weighed(look_through(text, asked).rules, asked)

    async def take(_arguments: Nothing, asked: ToolContext) -> ToolResult:
        return await import_rules(text, asked)

    reader = Tool("import", Group.AUTOMATIONS, "", Nothing, take, asks=asks, writes=True, lasting=True)
    return await permitted(reader, Nothing(), context, asker)
