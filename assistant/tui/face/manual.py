"""The texts of help, by topic, and the rows of one device's page."""

from assistant.tui.face.age import Moment, ago, clock
from assistant.tui.face.slash import COMMANDS
from assistant.tui.face.tile import figure
from devices.model import Snapshot

Rows = tuple[tuple[str, str], ...]

KEYS: Rows = (
    ("", "Everywhere"),
    ("F1 or ?", "help"),
    ("F2", "conversation"),
    ("F3", "devices"),
    ("F4", "automations"),
    ("F5", "history: charts of the past"),
    ("F8", "trace of the last turn"),
    ("F9", "show or hide the side panel"),
    ("ctrl+p", "every command, device, room and rule by name"),
    ("esc", "close one thing: list, question (= no), running turn, view, prompt"),
    ("ctrl+c", "copy the selection; else stop the turn; twice: leave"),
    ("ctrl+q", "leave"),
    ("", "In the prompt"),
    ("enter", "send"),
    ("ctrl+j", "new line"),
    ("up, down", "what you sent before"),
    ("1 to 9", "answer a numbered choice (prompt empty)"),
    ("/  and  @", "commands, devices and rooms"),
    ("PgUp PgDn ctrl+end", "scroll the conversation"),
    ("ctrl+up ctrl+down", "your messages, one by one"),
    ("ctrl+t", "show what the tools were given and said"),
    ("", "On a device"),
    ("up, down, l, j, k", "move; shift with left or right goes across"),
    ("space", "toggle; a lock is only ever locked, an outer door never moved"),
    ("+ and -", "brighter, faster, warmer, wider, by a step"),
    ("enter", "details"),
    ("h", "its history"),
    ("w", "why is it so"),
    ("@", "name it in the prompt"),
    ("", "In the history"),
    ("1 to 6", "1 h, 6 h, 24 h, 7 d, 30 d, 1 y"),
    ("<  and  >", "earlier and later; end goes back to now"),
    ("left, right", "the cursor, with shift by ten columns; a click points, too"),
    ("up, down, delete", "choose a series, take it out"),
    ("@", "add a series"),
    ("e, then enter", "the events, and what led to one"),
    ("x", "write it as CSV; /export history FILE.svg or .png for a picture"),
    ("", "Prompt left with esc"),
    ("c d a h t", "conversation, devices, automations, history, trace"),
    ("u", "writes /undo; enter sends it"),
    ("i or enter", "back to the prompt"),
    ("any other letter", "goes to the prompt as text"),
)

TOPICS: dict[str, Rows] = {
    "keys": KEYS,
    "devices": (
        ("●", "on or at work"),
        ("○", "off"),
        ("◐", "partly open, or moving"),
        ("■", "locked or closed: secure"),
        ("▲", "look at this"),
        ("◌", "no signal; the time is of its last word"),
        ("…", "told, not yet confirmed"),
        ("⚠", "a fault"),
        ("✓", "all is well"),
    ),
    "automations": (
        ("", "Say a rule in your own words"),
        ("for instance", "if the living room gets warmer than 26 °C, turn on the fan"),
        ("also", "turn on the fan when the humidity is above 70 % for 10 minutes"),
        ("at a time", "at 7:30 on weekdays turn on the kitchen light"),
        ("once", "turn off the lights in 5 minutes; tell me when the garage is closed"),
        ("F4", "all rules and jobs, each as the sentence that is stored, and why one did not run"),
        ("enter, delete", "on that page: on or off, delete"),
        ("p", "rehearse it: when it would have run in the last days"),
        ("r", "do it now; risky things ask"),
        ("e, x", "say what shall be another; write it to a file"),
        ("risky things", "a rule asks each time, here or by hearth questions; no answer is a no"),
        ("hearth grant", "lets one rule do one risky thing without asking; only there"),
        ("/jobs, /scene", "what is to happen once; pictures of devices"),
        ("/undo", "takes the last one back"),
    ),
    "safety": (
        ("reads, lights", "never ask"),
        ("5 or more devices", "are listed first, enter does it"),
        ("3 degrees or more", "ask as well"),
        ("unlocking, opening", "always ask; y counts after 0.8 s without a key"),
        ("no answer in 30 s", "is a no; a rule waits 5 minutes for its answer"),
        ("broker down", "refused, never sent later"),
    ),
    "model": (
        ("offline", "built in, no network: commands, questions, rules, history"),
        ("GROQ_API_KEY", "set it before the start for free-form talk, or keep a key: hearth model key"),
        ("hearth model test", "says whether the model answers and what to change if not"),
        ("rate limit", "it counts down and asks again; o lets the offline model answer at once"),
        ("--model NAME", "chooses one by name, for instance offline"),
    ),
    "broker": (
        ("built-in home", "without a broker Hearth simulates a home"),
        ("--broker URL", "hearth --broker mqtt://192.168.1.5:1883 joins your own"),
        ("--allow-control", "lets Hearth command it; before that it only reads"),
        ("HEARTH_BROKER", "keeps a password out of the process list"),
    ),
}


def page(topic: str) -> tuple[str, Rows]:
    """Title and rows of a topic; keys and commands when there is none."""
    if topic in TOPICS:
        return topic.capitalize(), TOPICS[topic]
    commands = tuple((f"/{c.name} {c.usage}".strip(), c.help) for c in COMMANDS)
    return "Help", (*KEYS, ("", "Commands"), *commands)


def device(snapshot: Snapshot, room: str, moment: Moment, meters: tuple[Snapshot, ...] = ()) -> Rows:
    """Everything known of one entity, what it draws included."""
    entity = snapshot.entity
    rows = [("Id", entity.id), ("Room", room or "none"), ("State", snapshot.word)]
    rows += [
        (key.replace("_", " ").capitalize(), _value(value)) for key, value in snapshot.attributes().items()
    ]
    for meter in meters:
        unit = meter.entity.unit or ""
        rows.append(((meter.entity.device_class or "").capitalize(), f"{figure(meter.word)} {unit}".strip()))
    if entity.device:
        model = " ".join(part for part in (entity.device.manufacturer, entity.device.model) if part)
        rows.append(("Device", f"{entity.device.name}  {model}".strip()))
    if snapshot.changed_at:
        rows.append(("Changed", f"{clock(snapshot.changed_at, moment)}, {ago(snapshot.changed_at, moment)}"))
    if snapshot.reported_at:
        kind = "its own word" if snapshot.live else "kept by the broker, not yet renewed"
        rows.append(("Reported", f"{clock(snapshot.reported_at, moment)}, {kind}"))
    if entity.aliases:
        rows.append(("Also called", ", ".join(entity.aliases)))
    return tuple(rows)


def _value(value: object) -> str:
    return ", ".join(str(part) for part in value) if isinstance(value, tuple) else figure(str(value))
