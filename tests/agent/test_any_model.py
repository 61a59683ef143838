"""Whatever a model says: the turn ends, the history stays legal, and nothing dangerous happens unasked."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from tests.agent.house import THINGS, played, small_home
from tests.fakes.model import words
from tools.registry import TOOLS

names = st.sampled_from([tool.name for tool in TOOLS] + ["play_jazz", ""])
targets = st.sampled_from(
    [t.name for t in THINGS] + [f"{t.component}.{t.id}" for t in THINGS] + ["pool", "", "*"]
)
actions = st.sampled_from(["turn_on", "turn_off", "unlock", "open", "close", "toggle", "explode"])
scalars = st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=5)
args = st.fixed_dictionaries(
    {},
    optional={
        "targets": st.lists(targets, max_size=6) | targets,
        "target": targets,
        "sensor": targets,
        "action": actions,
        "above": scalars,
        "everything": st.booleans(),
        "domain": st.sampled_from(["light", "lock", "cover", "junk"]),
        "more_steps": st.booleans() | st.just("true"),
        "query": st.text(max_size=5),
        "junk": scalars,
    },
)
calls = st.fixed_dictionaries(
    {"name": names, "args": args, "id": st.sampled_from(["a", "b", None]), "type": st.just("tool_call")}
)
lines = st.builds(
    AIMessage, st.sampled_from(["", "Done!", "Which one?"]), tool_calls=st.lists(calls, max_size=4)
)
says = st.sampled_from(["turn on the kitchen light", "unlock the front door", "is it warm?", "hello", "undo"])


@given(sentence=says, script=st.lists(lines, min_size=12, max_size=12), interactive=st.booleans())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_any_model_output_is_survived(
    *, sentence: str, script: list[AIMessage], interactive: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with small_home(Path(folder)) as small:
            session, model = small.session(
                *script, *(words("Bye.") for _ in range(12)), interactive=interactive
            )
            turn, _signs = await played(session, sentence)
            assert len(turn.calls) <= 12 * 4
            assert len(model.heard) <= 12
            assert not [c for c in small.commands if "UNLOCK" in c]
            again, _signs = await played(session, "hello")
            assert again.id == "t2"
