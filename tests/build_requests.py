"""Made-up JSON requests of the Build quest, small enough to be answered at once."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from odds import wire

PLAN = wire.question_at("/v1/build/plan")
ADVICE = wire.question_at("/v1/build/advice")

NAMES = st.sampled_from(["wood", "stone", "bois é", "a/b~c", "木"])


def bundles(most: int) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(NAMES, st.integers(1, most), min_size=1, max_size=2)


alternatives = st.one_of(st.just("blank"), NAMES, bundles(2))
faces = st.one_of(
    st.just("blank"),
    NAMES,
    bundles(2),
    st.fixed_dictionaries({"any_of": st.lists(alternatives, min_size=1, max_size=2)}),
)
dice = st.lists(
    st.fixed_dictionaries(
        {"faces": st.lists(faces, min_size=1, max_size=3)}, optional={"count": st.integers(1, 2)}
    ),
    min_size=1,
    max_size=2,
)
numbers = st.one_of(
    st.integers(0, 9),
    st.sampled_from(["1/3", "0.1", "2e-3", "7", "1.50", "1e100", "1e-100", "0.01e-99"]),
)
stages = st.lists(
    st.fixed_dictionaries({"need": bundles(2), "reward": numbers}), min_size=1, max_size=3
)
quests = st.fixed_dictionaries(
    {"stages": stages, "dice": dice}, optional={"attempts": st.integers(1, 4)}
)
objectives = st.one_of(
    st.just("expected_reward"),
    st.builds(lambda r: {"at_least": r}, numbers),
    st.just({"complete": 1}),
)
plans: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"quest": quests}, optional={"objective": objectives, "fixed": st.lists(st.just(1), max_size=1)}
)
starts: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"quest": quests}, optional={"objective": objectives, "outside": numbers}
)


def small(reward: Any = 1, **more: Any) -> dict[str, Any]:
    """A plan that costs nothing, with ``more`` in its quest."""
    stage = {"need": {"wood": 1}, "reward": reward}
    quest = {"stages": [stage], "dice": [{"faces": ["wood", "blank"]}], "attempts": 2}
    return {"quest": {**quest, **more}}
