"""Watches all rules: events and time in, fires out. Knows no clock, stores and runs nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Happens, Presence
from devices.automation.watch.dues import Dues
from devices.automation.watch.kinds import spot, spots
from devices.automation.watch.people import TRACKERS
from devices.automation.watch.posts import Post, Posts
from devices.automation.watch.spec import Fire, Kept, Memory, Phase, Place, World
from devices.automation.watch.start import CLOCK_SLACK, begin, set_back
from devices.automation.watch.step import Spot, Step, exact
from devices.automation.watch.telling import fire_of, heard_of
from devices.events import EntityAnnounced, EntityGone, Event


class Watcher:
    """All triggers of all enabled rules, found by entity and by instant, never by going through them.

    Instants are home time; what is told for an earlier one than before is taken as of now, and where the
    clock was set back by more than CLOCK_SLACK, all that runs is moved along with it.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._now: datetime | None = None
        self._rules: dict[str, Rule] = {}
        self._posts, self._dues = Posts(), Dues()
        self._fires: list[Fire] = []
        self._changed: set[Place] = set()
        self._unanswered: set[Place] = set()
        self._ended: dict[Place, Fire] = {}
        self._people: tuple[str, ...] = ()
        self._stored: dict[Place, Kept] = {}

    def arrange(
        self, rules: Iterable[Rule], at: datetime, restored: Mapping[Place, Kept] | None = None
    ) -> None:
        """Watch these rules from now on: what did not change stands as it stood, what is gone is forgotten.

        What is new begins with the world as it is, or where it stood before the restart.
        """
        at = self._reach(at)
        self._stored |= restored or {}
        self._people = self._world.people()
        wanted = {rule.id: rule for rule in rules if rule.enabled}
        for rule_id in [known for known in self._rules if known not in wanted]:
            self._forget(post.place for post in self._posts.of_rule(rule_id))
            del self._rules[rule_id]
        for rule in wanted.values():
            known = self._rules.get(rule.id)
            if known is None or (known.triggers, known.conditions) != (rule.triggers, rule.conditions):
                self._place(rule, at)
            self._rules[rule.id] = rule
        self._forget([place for place in self._stored if not self._awaited(place[0])])
        self._run(at)

    def hear(self, event: Event) -> None:
        """Take in one event of the bus; time up to it passes first."""
        if isinstance(event, EntityAnnounced | EntityGone):
            self._follow(event.entity.id, event.at)
        heard = heard_of(event, self._world.find)
        if heard is None:
            return
        heard = replace(heard, at=self._reach(heard.at))
        for post in self._posts.of_entity(heard.entity_id):
            if not heard.happened or isinstance(post.what.part, Happens):
                self._apply(post, post.what.sense.hear(post.memory, heard, post.spot), heard.entity_id)

    def advance(self, to: datetime) -> None:
        """Let time pass."""
        self._reach(to)

    def next(self) -> datetime | None:
        """When time alone moves something on next; None: never."""
        return self._dues.nearest()

    def take(self) -> tuple[Fire, ...]:
        """What fired since the last call, in order."""
        fires, self._fires = tuple(self._fires), []
        return fires

    def changes(self) -> dict[Place, Kept | None]:
        """What is to be stored since the last call; None: forget it."""
        changed, self._changed = sorted(self._changed), set()
        posts = {place: self._posts.find(place) for place in changed}
        return {
            place: None if post is None else Kept(post.what.fingerprint, post.memory)
            for place, post in posts.items()
        }

    def acted(self, fire: Fire) -> None:
        """The rule ran, or waits to run, because of this fire: its end matters.

        Where the end has come already, its fire can be taken now.
        """
        own = self._posts.find((fire.rule_id, spot(fire.trigger, fire.entity_id)))
        post = own or self._posts.find((fire.rule_id, spot(fire.trigger)))
        if post is None or (post.memory.phase is not Phase.LATCHED and post.place not in self._ended):
            post = self._posts.latched(fire.rule_id, fire.trigger)
        if post is None:
            return
        self._unanswered.discard(post.place)
        over = self._ended.pop(post.place, None)
        if post.memory.phase is Phase.LATCHED:
            self._move(post, replace(post.memory, acted=True))
        elif over is not None:
            self._end(over)

    def watches(self, rule_id: str) -> bool:
        """Whether this rule is watched: one that is new or off is not."""
        return rule_id in self._rules

    def held(self, rule_id: str, place: str) -> datetime | None:
        """Since when the condition of a rule at this place (`c0.1`) holds; None: it does not."""
        memory = self.memory(rule_id, place)
        return None if memory is None else memory.since

    def memory(self, rule_id: str, place: str) -> Memory | None:
        """Where a spot of a rule stands."""
        post = self._posts.find((rule_id, place))
        return None if post is None else post.memory

    def ends(self, rule_id: str) -> dict[str, datetime]:
        """When time moves the spots of a rule on: running `for` clocks, next times of its schedule."""
        found = {post.place: self._dues.of(post.place) for post in self._posts.of_rule(rule_id)}
        return {place[1]: at for place, at in found.items() if at is not None}

    def _place(self, rule: Rule, at: datetime) -> None:
        """Set up the posts of a rule; those that watch the same as before stay as they are."""
        before = {post.place: post for post in self._posts.of_rule(rule.id)}
        for what in spots(rule, self._people):
            old = before.pop(what.place, None)
            around = Spot(what.place, what.entities, self._world, rule.late_seconds)
            kept = self._stored.pop(what.place, None)
            post = Post(what, around)
            self._posts.put(post)
            if old is not None and old.what.fingerprint == what.fingerprint:
                self._move(post, old.memory)
                continue
            self._changed.add(what.place)
            self._apply(post, begin(what, around, kept, at))
        self._forget(before)

    def _forget(self, places: Iterable[Place]) -> None:
        for place in tuple(places):
            self._posts.drop(place)
            self._dues.put(place, None)
            self._stored.pop(place, None)
            self._unanswered.discard(place)
            self._ended.pop(place, None)
            self._changed.add(place)

    def _awaited(self, rule_id: str) -> bool:
        """Whether a rule is about whoever lives here: people may appear after the start."""
        rule = self._rules.get(rule_id)
        return rule is not None and any(isinstance(t, Presence) and not t.entities for t in rule.triggers)

    def _follow(self, entity_id: str, at: datetime) -> None:
        """People appeared or went for good: whoever watches everybody watches them too."""
        if not entity_id.startswith(TRACKERS) or (people := self._world.people()) == self._people:
            return
        self._people, at = people, self._reach(at)
        for rule in self._rules.values():
            if self._awaited(rule.id):
                self._place(rule, at)

    def _reach(self, at: datetime) -> datetime:
        """Be at this instant: time passes up to it, unless the clock was set back."""
        at = exact(at)
        if self._now is not None and at < self._now - CLOCK_SLACK:
            for post in self._posts:
                self._move(post, set_back(post.what, post.memory, self._now, at))
            self._now = at
        self._run(at)
        return self._now or at

    def _run(self, until: datetime) -> None:
        while (found := self._dues.take(until)) is not None:
            instant, place = found
            self._now = max(self._now or instant, instant)
            post = self._posts.find(place)
            if post is not None:
                self._apply(post, post.what.sense.ripen(post.memory, instant, post.spot))
        self._now = max(self._now or until, until)

    def _apply(self, post: Post, step: Step, entity_id: str = "") -> None:
        acted = post.memory.acted
        self._move(post, step.memory)
        for spark in step.sparks:
            fire = fire_of(post.what, post.spot, spark, entity_id or next(iter(post.spot.entities), ""))
            if not fire.over:
                self._unanswered.add(post.place)
                self._ended.pop(post.place, None)
                self._fires.append(fire)
            elif acted:
                self._end(fire)
            elif post.place in self._unanswered:
                self._ended[post.place] = fire

    def _end(self, over: Fire) -> None:
        """A trigger is over once none of its entities is past its limit any more."""
        other = self._posts.latched(over.rule_id, over.trigger)
        if other is None:
            self._fires.append(over)
        else:
            self._move(other, replace(other.memory, acted=True))

    def _move(self, post: Post, memory: Memory) -> None:
        if memory != post.memory:
            post.memory = memory
            self._changed.add(post.place)
        self._dues.put(post.place, post.what.sense.due(post.memory, post.spot))
