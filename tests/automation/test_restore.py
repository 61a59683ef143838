"""Whatever a device was, the commands that bring it back fit it, and that state is what they ask for."""

from hypothesis import assume, given
from hypothesis import strategies as st

from devices.automation.restore import alike, restore
from devices.kinds import KINDS
from devices.kinds.climate import ClimateState
from devices.kinds.cover import CoverState, Leaf
from devices.kinds.fan import FanState
from devices.kinds.light import LightState
from devices.kinds.lock import Bolt, LockState
from devices.kinds.power import Power
from devices.kinds.spec import Verdict
from devices.kinds.switch import SwitchState
from devices.model import Domain, Entity, Features, KindState, Snapshot
from devices.road.limit import Misfit, fit

power = st.sampled_from(Power)
maybe = st.one_of(st.none(), st.integers(0, 100))
degrees = st.one_of(st.none(), st.integers(14, 60).map(lambda half: half / 2))

lights = st.builds(
    LightState,
    power,
    st.one_of(st.none(), st.integers(0, 255)),
    st.just("color_temp"),
    st.one_of(st.none(), st.integers(2000, 6500)),
)
covers = st.one_of(
    st.just(CoverState(Leaf.CLOSED, 0)),
    st.builds(CoverState, st.just(Leaf.OPEN), st.integers(1, 100)),
    st.builds(CoverState, st.sampled_from([Leaf.OPEN, Leaf.CLOSED])),
)
climates = st.builds(ClimateState, st.sampled_from(["off", "heat", "cool"]), degrees)
pairs = st.one_of(
    *(
        st.tuples(st.just(domain), states, states)
        for domain, states in (
            (Domain.SWITCH, st.builds(SwitchState, power)),
            (Domain.LIGHT, lights),
            (Domain.FAN, st.builds(FanState, power, maybe)),
            (Domain.COVER, covers),
            (Domain.LOCK, st.builds(LockState, st.sampled_from([Bolt.LOCKED, Bolt.UNLOCKED]))),
            (Domain.CLIMATE, climates),
        )
    )
)


@given(pairs)
def test_restoring_commands_fit_and_ask_for_the_state_before(
    pair: tuple[Domain, KindState, KindState],
) -> None:
    domain, before, now = pair
    features = Features(modes=("off", "heat", "cool")) if domain is Domain.CLIMATE else Features()
    present = Snapshot(Entity(f"{domain}.x", domain, "X", features=features), now)
    assume(not alike(domain, before.word, before.attributes(), present))
    commands = restore(present, before.word, before.attributes())
    assert commands
    for command in commands:
        fitted = fit(command, present)
        assert not isinstance(fitted, Misfit)
        assert KINDS[domain].achieved(fitted, before) is Verdict.ACHIEVED


@given(pairs)
def test_what_is_as_it_was_is_alike(pair: tuple[Domain, KindState, KindState]) -> None:
    domain, before, _ = pair
    assert alike(domain, before.word, before.attributes(), Snapshot(Entity("x.x", domain, "X"), before))
