"""Home Assistant's MQTT discovery as a dialect: messages in, facts out."""

from dataclasses import dataclass

from devices.dialects.homeassistant.actions import ACTION, Trigger, joined, key_of, trigger
from devices.dialects.homeassistant.availability import Availability, availability
from devices.dialects.homeassistant.components import COMPONENTS
from devices.dialects.homeassistant.components.spec import Component
from devices.dialects.homeassistant.config import Config
from devices.dialects.homeassistant.discovery import Found, Place, configurations, place
from devices.dialects.homeassistant.entity import entity
from devices.dialects.spec import Announced, Fact, Reachable, Rejected, Reported, Withdrawn
from devices.errors import BadAnnouncement, BadPayload
from devices.model import Domain, Entity, Fields, Scalar
from devices.mqtt.payload import Payload
from devices.mqtt.topics import TopicTable, matches
from devices.mqtt.transport import Message


@dataclass(frozen=True, slots=True)
class _Member:
    """One announced entity: how it is reached, read and written."""

    key: str
    entity: Entity
    component: Component
    reach: Availability

    @property
    def topics(self) -> tuple[str, ...]:
        readings = (reading.topic for reading in self.component.readings)
        return tuple(dict.fromkeys((*readings, *self.reach.topics)))


class HomeAssistant:
    """Reads everything under the discovery prefix, and the topics that it announces."""

    name: str = "homeassistant"

    def __init__(self, prefix: str = "homeassistant") -> None:
        self.filters: tuple[str, ...] = (f"{prefix}/+/+/config", f"{prefix}/+/+/+/config")
        self.greeting: tuple[Message, ...] = (Message(f"{prefix}/status", b"online"),)
        self._prefix = prefix
        self._members: dict[str, _Member] = {}
        self._listening: TopicTable[str] = TopicTable()
        self._configs: dict[str, bytes] = {}
        self._owners: dict[str, str] = {}
        self._actions: dict[str, dict[str, Trigger]] = {}
        self._last: dict[str, Payload] = {}

    def read(self, message: Message) -> tuple[Fact, ...]:
        """What this message says; never raises for a bad payload."""
        where = place(message.topic, self._prefix)
        if where is not None and _announces(where.component):
            return self._discover(where, message)
        keys = self._listening.find(message.topic)
        if not keys:
            return ()
        payload = Payload(message.payload)
        self._last[message.topic] = payload
        facts: list[Fact] = []
        for key in dict.fromkeys(keys):
            facts += self._hear(self._members[key], message.topic, payload)
        return tuple(facts)

    def write(self, key: str, fields: Fields) -> tuple[Message, ...]:
        """The messages that ask for these fields, in the order to publish."""
        member = self._members.get(key)
        return member.component.write(fields) if member else ()

    def _discover(self, where: Place, message: Message) -> tuple[Fact, ...]:
        """Take in a discovery message; one that came before, word for word, says nothing new."""
        if self._configs.get(message.topic) == message.payload:
            return ()
        try:
            found = configurations(where, Payload(message.payload))
        except BadAnnouncement as error:
            return (Rejected(message.topic, str(error)),)
        if message.payload:
            self._configs[message.topic] = message.payload
        else:
            self._configs.pop(message.topic, None)
            if where.component == "device":
                return self._withdraw_all(message.topic)
        facts: list[Fact] = []
        for one in found:
            facts += self._settle(one, message.topic)
        return tuple(facts)

    def _settle(self, found: Found, topic: str) -> tuple[Fact, ...]:
        match found.keys:
            case None:
                owned = self._owners.get(found.place.key) == topic
                return self._withdraw(found.place.key) if owned else ()
            case str() as reason:
                return (Rejected(topic, reason),)
        if found.place.component == ACTION:
            return self._act(found.place, Config(found.keys), topic)
        if found.place.component not in COMPONENTS:
            return ()
        domain = Domain(found.place.component)
        try:
            config = Config(found.keys)
            component = COMPONENTS[domain](config)
            described = entity(config, found.place, domain, component.features)
            reach = availability(config)
        except (BadAnnouncement, BadPayload) as error:
            return (Rejected(topic, str(error)),)
        member = _Member(found.place.key, described, component, reach)
        self._owners[member.key] = topic
        return self._admit(member)

    def _act(self, where: Place, config: Config, topic: str) -> tuple[Fact, ...]:
        """Take in one trigger of a device, beside the others that it announced."""
        facts = self._withdraw(where.key) if where.key in self._owners else ()
        try:
            one = trigger(config, where)
        except (BadAnnouncement, BadPayload) as error:
            return (*facts, Rejected(topic, str(error)))
        if one is None:
            return facts
        self._owners[where.key] = topic
        key = key_of(one)
        self._actions.setdefault(key, {})[where.key] = one
        return (*(fact for fact in facts if fact != Withdrawn(key)), *self._gather(key))

    def _gather(self, key: str) -> tuple[Fact, ...]:
        """Announce a device's triggers anew as one entity, or take it back with the last of them."""
        left = self._actions.get(key)
        if left:
            described, component = joined(left)
            return self._admit(_Member(key, described, component, availability(Config({}))))
        self._actions.pop(key, None)
        self._leave(key)
        self._members.pop(key, None)
        return (Withdrawn(key),)

    def _admit(self, member: _Member) -> tuple[Fact, ...]:
        """Listen for an entity, and catch up on what its topics said before it was known."""
        self._leave(member.key)
        self._members[member.key] = member
        for topic in member.topics:
            self._listening.add(topic, member.key)
        facts: list[Fact] = [Announced(member.key, member.entity, member.topics)]
        for topic in member.reach.topics:
            if topic in self._last:
                member.reach.hear(topic, self._last[topic])
        facts.append(Reachable(member.key, member.reach.online))
        for topic in dict.fromkeys(reading.topic for reading in member.component.readings):
            if topic in self._last:
                facts += self._report(member, topic, self._last[topic], replayed=True)
        return tuple(facts)

    def _hear(self, member: _Member, topic: str, payload: Payload) -> tuple[Fact, ...]:
        facts: tuple[Fact, ...] = ()
        if topic in member.reach.topics:
            before = member.reach.online
            try:
                member.reach.hear(topic, payload)
            except BadPayload as error:
                return (Rejected(topic, str(error)),)
            if member.reach.online is not before:
                facts = (Reachable(member.key, member.reach.online),)
        return (*facts, *self._report(member, topic, payload, replayed=False))

    def _report(self, member: _Member, topic: str, payload: Payload, *, replayed: bool) -> tuple[Fact, ...]:
        """All that one message says about an entity, as one report; a part that is unusable is left out."""
        fields: dict[str, Scalar | tuple[Scalar, ...]] = {}
        facts: list[Fact] = []
        for reading in member.component.readings:
            if reading.topic != topic and not matches(reading.topic, topic):
                continue
            try:
                fields.update(reading.read(payload))
            except BadPayload as error:
                facts.append(Rejected(topic, str(error)))
        if fields:
            facts.insert(0, Reported(member.key, fields, replayed))
        return tuple(facts)

    def _withdraw_all(self, topic: str) -> tuple[Fact, ...]:
        facts: list[Fact] = []
        for key in sorted(key for key, owner in self._owners.items() if owner == topic):
            facts += self._withdraw(key)
        return tuple(facts)

    def _withdraw(self, key: str) -> tuple[Fact, ...]:
        held = next((actions for actions, known in self._actions.items() if key in known), None)
        if held is not None:
            del self._actions[held][key], self._owners[key]
            return self._gather(held)
        if key not in self._members:
            return ()
        self._leave(key)
        del self._members[key], self._owners[key]
        return (Withdrawn(key),)

    def _leave(self, key: str) -> None:
        member = self._members.get(key)
        for topic in member.topics if member else ():
            self._listening.remove(topic, key)


def _announces(component: str) -> bool:
    return component in ("device", ACTION) or component in COMPONENTS
