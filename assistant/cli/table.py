"""The table of commands: what each is called, where it is done, its flags and its help. Runs none of them."""

from dataclasses import dataclass

from assistant.cli import flags
from assistant.cli.verbs.history import flags as past
from assistant.cli.verbs.rules import flags as rules


@dataclass(frozen=True, slots=True)
class Verb:
    """One command: the module whose `run(flags)` does it, its flags, one line of help, and examples.

    `automations show` stands below `automations`, which does its own work when nothing follows it.
    """

    name: str
    module: str
    flags: type[flags.Common]
    help: str
    examples: str = ""

    @property
    def above(self) -> str:
        """The name of the command that it stands below; empty for most."""
        return self.name.rpartition(" ")[0]


APP = Verb("", "assistant.cli.verbs.app", flags.App, "Open the terminal app.")

_RULES = "assistant.cli.verbs.rules"
_TRUST = "assistant.cli.verbs.trust"
RULES = (
    Verb(
        "automations",
        f"{_RULES}.listing",
        flags.Listing,
        "List the automations, and switch, run, share or delete them.",
        """hearth automations                        what there is, and how it stands
hearth automations show a1                one, with its last runs
hearth automations run a1                 now, through the same gate as a sentence
hearth automations export -o rules.json   hearth automations import rules.json
hearth automations add --cron "30 7 * * mon-fri" --do light.kitchen=turn_on""",
    ),
    Verb("automations list", f"{_RULES}.listing", flags.Listing, "List the automations."),
    Verb("automations show", f"{_RULES}.show", rules.One, "Show one, how it stands, and its last runs."),
    Verb("automations enable", f"{_RULES}.switch", rules.Enable, "Switch automations on."),
    Verb("automations disable", f"{_RULES}.switch", rules.Disable, "Switch automations off."),
    Verb(
        "automations delete",
        f"{_RULES}.switch",
        rules.Delete,
        "Delete automations; hearth undo brings them back.",
    ),
    Verb("automations run", f"{_RULES}.run", rules.RunNow, "Do what an automation does, now."),
    Verb(
        "automations rehearse",
        "assistant.cli.verbs.rehearse",
        rules.Rehearse,
        "Say how one would have run in the last days.",
        """hearth automations rehearse a1
hearth automations rehearse a1 --days 30 --json""",
    ),
    Verb("automations export", f"{_RULES}.exchange", rules.Export, "Write automations as JSON."),
    Verb("automations import", f"{_RULES}.exchange", rules.Import, "Read automations from JSON."),
    Verb("automations add", f"{_RULES}.add", rules.Add, "Make an automation from a crontab line."),
    Verb(
        "jobs",
        f"{_RULES}.jobs",
        flags.Listing,
        "List what is to happen once, and take it back.",
        """hearth jobs              what waits for its time
hearth jobs cancel j1""",
    ),
    Verb("jobs list", f"{_RULES}.jobs", flags.Listing, "List what is to happen once."),
    Verb("jobs cancel", f"{_RULES}.switch", rules.Cancel, "Take jobs back; hearth undo brings them back."),
    Verb(
        "scenes",
        f"{_RULES}.scenes",
        flags.Listing,
        "List the scenes, and save, apply or delete them.",
        """hearth scenes
hearth scenes save evening light.kitchen light.hall    as they are now
hearth scenes apply evening""",
    ),
    Verb("scenes list", f"{_RULES}.scenes", flags.Listing, "List the scenes."),
    Verb("scenes apply", f"{_RULES}.scenes", rules.ApplyScene, "Bring a scene about."),
    Verb("scenes save", f"{_RULES}.scenes", rules.SaveScene, "Save how devices or a room are now."),
    Verb(
        "scenes delete", f"{_RULES}.scenes", rules.DeleteScene, "Delete a scene; hearth undo brings it back."
    ),
    Verb(
        "grant",
        f"{_TRUST}.grants",
        rules.Grant,
        "Let one automation do one risky thing without asking.",
        """hearth grant a3 lock.front_door=unlock""",
    ),
    Verb(
        "revoke",
        f"{_TRUST}.grants",
        rules.Revoke,
        "Take such a permission back.",
        """hearth revoke a3 lock.front_door=unlock
hearth revoke a3                        everything it was allowed""",
    ),
    Verb("grants", f"{_TRUST}.grants", flags.Listing, "List these permissions."),
    Verb(
        "questions",
        f"{_TRUST}.questions",
        flags.Listing,
        "List what automations ask, and answer it.",
        """hearth questions            what waits for an answer
hearth questions allow q1   asks once more, then it is done
hearth questions decline q1""",
    ),
    Verb("questions list", f"{_TRUST}.questions", flags.Listing, "List what waits for an answer."),
    Verb("questions allow", f"{_TRUST}.questions", rules.Allow, "Let it happen, this once."),
    Verb(
        "questions code",
        f"{_TRUST}.code",
        rules.Code,
        "Set the code with which questions may be answered over MQTT.",
    ),
    Verb("questions decline", f"{_TRUST}.questions", rules.Decline, "Say no."),
    Verb("notices", f"{_TRUST}.notices", rules.Notices, "Show what automations told."),
)
VERBS = (
    Verb("ask", "assistant.cli.verbs.ask", flags.Ask, "Say one sentence to the home and print its answer."),
    Verb("devices", "assistant.cli.verbs.devices", flags.Devices, "List devices and what they report."),
    Verb("get", "assistant.cli.verbs.get", flags.Get, "Print the state of one device."),
    *RULES,
    Verb(
        "why",
        "assistant.cli.verbs.why",
        flags.Why,
        "Say what caused a device to be as it is.",
        """hearth why light.kitchen
hearth why "front door" --at 07:30""",
    ),
    Verb(
        "import",
        "assistant.cli.verbs.imports",
        flags.ImportHistory,
        "Take over the history of a Home Assistant recorder.",
        """hearth import home-assistant_v2.db --dry-run    what would be taken
hearth import home-assistant_v2.db --map sensor.kueche=sensor.kitchen_temperature""",
    ),
    Verb(
        "history",
        "assistant.cli.verbs.history.show",
        past.History,
        "Tell, draw or export what was recorded.",
        """hearth history sensor.hall_temperature                  the last 24 hours
hearth history kitchen --window "last night"            everything that measures in a room
hearth history sensor.power --last 30d --by day --stat used
hearth history sensor.hall_temperature --compare "last week"
hearth history lock.front_door --state unlocked --last 7d
hearth history sensor.hall_temperature --last 1y --csv > year.csv
hearth history sensor.hall_temperature --svg hall.svg""",
    ),
    Verb("trace", "assistant.cli.verbs.trace", flags.Trace, "Show how an answer came about."),
    Verb("stats", "assistant.cli.verbs.stats", flags.Stats, "Show model calls and tokens, used and saved."),
    Verb("model", "assistant.cli.verbs.model", flags.Model, "Try the model that answers, or keep its key."),
    Verb("undo", "assistant.cli.verbs.undo", flags.Undo, "Take back the last change."),
    Verb(
        "run",
        "assistant.cli.verbs.run",
        flags.Common,
        "Keep automations and records going, without a screen.",
    ),
    Verb("simulate", "assistant.cli.verbs.simulate", flags.Simulate, "Put the simulated home on a broker."),
    Verb("bench", "assistant.cli.verbs.bench", flags.Bench, "Run the benchmarks of a checkout."),
)
