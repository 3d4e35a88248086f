"""The answers used last, in memory."""

from __future__ import annotations

from api.cache.recent import OVERHEAD, Recent


def test_those_not_used_for_longest_go_first() -> None:
    recent = Recent(3 * (OVERHEAD + 10))
    for key in "abc":
        recent.put(key, bytes(10))
    assert recent.get("a") == bytes(10)
    recent.put("d", bytes(10))
    assert [key for key in "abcd" if recent.get(key) is not None] == ["a", "c", "d"]
    assert recent.size == recent.most


def test_an_answer_that_takes_more_than_all_the_room_is_not_kept() -> None:
    recent = Recent(10_000)
    for key in "abc":
        recent.put(key, bytes(100))
    recent.put("d", bytes(10_001 - OVERHEAD))
    assert [key for key in "abcd" if recent.get(key) is not None] == ["a", "b", "c"]


def test_without_room_nothing_is_kept() -> None:
    nothing = Recent(0)
    nothing.put("k", b"")
    assert nothing.get("k") is None


def test_an_answer_put_twice_is_kept_once() -> None:
    recent = Recent(3 * (OVERHEAD + 10))
    for _ in range(2):
        recent.put("k", bytes(10))
    assert recent.size == OVERHEAD + 10
