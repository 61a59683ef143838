"""The tools that look at devices and control them. Nothing here claims what no receipt says."""

from collections.abc import Iterable

from pydantic import Field

from devices.command import Command, Outcome
from devices.model import Json, Snapshot
from devices.name import folded
from devices.resolve import NoMatch, Target, Unresolved
from devices.view import View
from tools.context import ToolContext
from tools.meaning.aim import Aim, Aimed, aim, missed
from tools.meaning.arguments import Flag, Kindly, Names, Whole, Wish, Word
from tools.meaning.order import Order, can, lacking, order
from tools.meaning.standing import counted, stands, whether
from tools.outcome import Ending, ToolResult
from tools.receipt import carried, plain_fields, receipt, refusal, remember
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import say, state_label, state_sentence

MOST_LINES = 30
"""So many devices are written out at once; of the rest, only how many there are."""


class ListDevices(Arguments):
    """Which devices to list."""

    area: Word = Field(default=None, description="Only this room.")
    domain: Kindly = Field(default=None, description="Only this kind.")
    device_class: Word = Field(default=None, description="Only this class: temperature, door, motion ...")
    state: Word = Field(default=None, description="Only those in this state: on, open, locked ...")
    name: Word = Field(default=None, description="Only those with these words in their name or id.")
    count: Flag = Field(default=False, description="True when asked how many.")
    page: Whole = Field(default=1, ge=1, description="Next page of a long list.")


class ReadState(Arguments):
    """Whose state to read."""

    targets: Names = Field(
        default_factory=list, description="Entity ids, names or aliases. Empty: everything in `area`."
    )
    area: Word = Field(default=None, description="Room, when the targets are not named one by one.")
    domain: Kindly = Field(default=None, description="Only this kind of device.")
    device_class: Word = Field(
        default=None, description="Only sensors of this class: temperature, humidity, power, door, motion ..."
    )
    any_in: Word = Field(default=None, description="The state, when asked if any of them is in it: on, open.")


class ControlDevice(Wish):
    """What to do with which devices."""

    areas: Names = Field(
        default_factory=list,
        description="Rooms: all of `domain` there.",
    )
    floors: Names = Field(default_factory=list, description="Floors, like areas.")
    domain: Kindly = Field(default=None, description="The kind meant in these rooms.")
    everything: Flag = Field(default=False, description="True only if the user said all or everything.")
    excluding: Names = Field(default_factory=list, description="Names or rooms left out (all but ...).")
    more_steps: Flag = Field(default=False, description="true: another call must follow")


def listed(asked: ListDevices, view: View) -> Aimed:
    """The exposed devices that were asked for, by place and kind."""
    areas = (asked.area,) if asked.area else ()
    wanted = Target(areas=areas, domain=asked.domain, device_class=asked.device_class, everything=True)
    return aim(Aim(wanted), view)


async def list_devices(asked: ListDevices, context: ToolContext) -> ToolResult:
    """Every device with its id, room and state."""
    view = context.house.home.view()
    found = listed(asked, view)
    if isinstance(found, Unresolved) and found.reason is not NoMatch.NOTHING_OF_KIND_IN_AREA:
        return missed(found, context)
    snapshots = () if isinstance(found, Unresolved) else found.snapshots
    if asked.state:
        snapshots = tuple(s for s in snapshots if stands(s, asked.state))
    if asked.name:
        snapshots = called(asked.name, snapshots, view)
    first = (asked.page - 1) * MOST_LINES
    told = counted(snapshots, view, context) if asked.count else _lines(snapshots[first:], view, context)
    return ToolResult(
        Ending.COMPLETED,
        told or _none(asked, context),
        data=[
            *(brief(s, view) for s in snapshots[first : first + MOST_LINES]),
            *_page(asked.page, len(snapshots)),
        ],
    )


async def read_state(asked: ReadState, context: ToolContext) -> ToolResult:
    """What these devices report."""
    view = context.house.home.view()
    found = _read(asked, view)
    if isinstance(found, Unresolved):
        return missed(found, context)
    told = whether(found.snapshots, asked.any_in, context) if asked.any_in else ""
    return ToolResult(
        Ending.COMPLETED,
        told or _lines(found.snapshots, view, context),
        data=[described(s, view) for s in found.snapshots],
        stop=True,
    )


async def control_device(asked: ControlDevice, context: ToolContext) -> ToolResult:
    """Give the commands and tell what the devices made of them."""
    view = context.house.home.view()
    found = _controlled(asked, view)
    if isinstance(found, Unresolved):
        return missed(found, context)
    given = order(asked.action, asked.given(), found.snapshots)
    if (refused := _refused(asked, given)) is not None:
        return refusal(refused, context)
    outcomes = await carried(context.request(given.commands), context)
    undo = await remember(outcomes, context)
    return receipt((*outcomes, *given.refused), context, undo)


def called(words: str, snapshots: Iterable[Snapshot], view: View) -> tuple[Snapshot, ...]:
    """Those whose name, id, alias or room holds all the words, else as many of them as any does."""
    wanted = frozenset(folded(words).split())
    found = [(len(wanted & _own_words(s, view)), s) for s in snapshots]
    most = max((hits for hits, _ in found), default=0)
    return tuple(s for hits, s in found if hits == most) if most else ()


def brief(snapshot: Snapshot, view: View) -> dict[str, Json]:
    """A device in a list: what it is, where, and its state."""
    entity = snapshot.entity
    told: dict[str, Json] = {"id": entity.id, "name": entity.name, "area": view.area_name(entity) or None}
    told["state"] = snapshot.word
    return told | ({"unit": entity.unit} if entity.unit else {})


def described(snapshot: Snapshot, view: View) -> Json:
    """A device as the model reads it when it asked for this one."""
    entity, told = snapshot.entity, brief(snapshot, view)
    if entity.device_class:
        told["device_class"] = entity.device_class
    if attributes := plain_fields(snapshot.attributes()):
        told["attributes"] = attributes
    return told


def _check_list(asked: ListDevices, context: ToolContext) -> ToolResult | None:
    found = listed(asked, context.house.home.view())
    unknown = isinstance(found, Unresolved) and found.reason is not NoMatch.NOTHING_OF_KIND_IN_AREA
    return missed(found, context) if unknown and isinstance(found, Unresolved) else None


def _check_read(asked: ReadState, context: ToolContext) -> ToolResult | None:
    found = _read(asked, context.house.home.view())
    return missed(found, context) if isinstance(found, Unresolved) else None


def _check_control(asked: ControlDevice, context: ToolContext) -> ToolResult | None:
    found = _controlled(asked, context.house.home.view())
    if isinstance(found, Unresolved):
        return missed(found, context)
    if lacking(asked.action, asked.given()):
        names = ", ".join(s.entity.name for s in found.snapshots)
        text = say(context.language, "needs_value", name=names)
        missing = lacking(asked.action, asked.given())
        return ToolResult(Ending.FATAL, text, error=f"{missing} is needed", stop=True, reason="needs_value")
    refused = _refused(asked, order(asked.action, asked.given(), found.snapshots))
    return refusal(refused, context) if refused is not None else None


def _asks_control(asked: ControlDevice, context: ToolContext) -> tuple[Command, ...]:
    found = _controlled(asked, context.house.home.view())
    if isinstance(found, Unresolved):
        return ()
    return order(asked.action, asked.given(), found.snapshots).commands


def _read(asked: ReadState, view: View) -> Aimed:
    areas = (asked.area,) if asked.area else ()
    bare = not asked.targets
    target = Target(tuple(asked.targets), areas, (), asked.domain, asked.device_class, everything=bare)
    return aim(Aim(target), view)


def _controlled(asked: ControlDevice, view: View) -> Aimed:
    return aim(_wish(asked), view)


def _wish(asked: ControlDevice) -> Aim:
    target = Target(
        names=tuple(asked.targets),
        areas=tuple(asked.areas),
        floors=tuple(asked.floors),
        domain=asked.domain,
        everything=asked.everything,
        excluding=tuple(asked.excluding),
    )
    return Aim(target, lambda snapshot: can(asked.action, snapshot))


def _refused(asked: ControlDevice, given: Order) -> Outcome | None:
    """The refusal that stops the whole call: a named thing can't do it, or nothing can."""
    if given.refused and (_wish(asked).named or not given.commands):
        return given.refused[0]
    return None


def _own_words(snapshot: Snapshot, view: View) -> frozenset[str]:
    entity = snapshot.entity
    return frozenset(
        folded(" ".join((entity.name, entity.id, *entity.aliases, view.area_name(entity)))).split()
    )


def _page(page: int, total: int) -> list[Json]:
    """Where in a long list the rows are; nothing for a list of one page."""
    pages = -(-total // MOST_LINES)
    return [{"page": page, "pages": pages, "total": total}] if pages > 1 else []


def _none(asked: ListDevices, context: ToolContext) -> str:
    """What is said when nothing is left to list."""
    if not context.house.home.view().snapshots:
        return say(context.language, "home_empty")
    if asked.state:
        state = state_label(context.language, folded(asked.state).replace(" ", "_"))
        return say(context.language, "state_none", state=state)
    return say(
        context.language,
        "nothing_such",
        asked=asked.name or asked.device_class or asked.domain or asked.area or "",
    )


def _lines(snapshots: Iterable[Snapshot], view: View, context: ToolContext) -> str:
    """One sentence a device, and how many more there are."""
    known = tuple(snapshots)
    now, zone = context.house.clock.now(), context.house.zone
    lines = [state_sentence(context.language, s, view, now, zone) for s in known[:MOST_LINES]]
    if len(known) > MOST_LINES:
        lines.append(say(context.language, "and_more", count=len(known) - MOST_LINES))
    return "\n".join(lines)


_TOLD = (Topic.LIGHT, Topic.SWITCH, Topic.FAN, Topic.CLIMATE, Topic.COVER, Topic.LOCK)
LIST_DEVICES = Tool(
    name="list_devices",
    group=Group.DEVICES,
    description="List devices with id, name, room, state; by room, kind, class, state or words of the name.",
    arguments=ListDevices,
    run=list_devices,
    check=_check_list,
    tags=(Topic.DEVICE, Topic.SENSOR, *_TOLD),
    keywords=("list", "devices", "which", "rooms", "列出", "设备", "哪些", "список", "устройства", "какие"),
)
READ_STATE = Tool(
    name="read_state",
    group=Group.DEVICES,
    description="Read what devices or sensors report now: on or off, locked, temperature, power and so on.",
    arguments=ReadState,
    run=read_state,
    check=_check_read,
    stops=True,
    tags=(Topic.SENSOR, Topic.ENERGY, *_TOLD),
    keywords=(
        *("state", "read", "is", "temperature", "sensor", "status"),
        *("状态", "温度", "查询", "传感器", "состояние", "температура", "датчик", "статус"),
    ),
)
CONTROL_DEVICE = Tool(
    name="control_device",
    group=Group.DEVICES,
    description=(
        "Tell lights, plugs, fans, blinds, garage doors, locks, thermostats to do something. "
        "Name exactly what the user named. Not for a wish with a condition (if, when): create_automation."
    ),
    arguments=ControlDevice,
    run=control_device,
    check=_check_control,
    asks=_asks_control,
    writes=True,
    stops=True,
    tags=_TOLD,
    keywords=(
        *("turn", "switch", "on", "off", "open", "close", "lock", "unlock", "set", "dim", "brightness"),
        *("打开", "关闭", "开", "关", "锁", "解锁", "设置", "调"),
        *("включи", "выключи", "открой", "закрой", "запри", "отопри", "установи"),
    ),
)
