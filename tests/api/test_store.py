"""Answers that are kept: never wrong, never too many, and never in the way."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.cache import store as store_module
from api.cache.keys import key_of
from api.cache.store import Store
from odds.encoding import ENGINE

ROOM = 1_000_000
ANSWER = '{"text":"é"}'.encode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "answers.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    found = Store(file, ROOM)
    found.open()
    yield found
    found.close()


def again(file: Path) -> Store:
    """The file as the next start of the service finds it."""
    found = Store(file, ROOM)
    found.open()
    return found


def damaged(file: Path) -> Path:
    return file.with_name(file.name + ".damaged")


def test_what_is_put_is_got_even_by_the_next_process(store: Store, file: Path) -> None:
    assert store.get("k") is None
    store.put("k", "/p", b"{}", ANSWER)
    store.put("k", "/p", b"{}", ANSWER)
    assert store.get("k") == ANSWER
    assert store.get("j") is None
    beside = again(file)
    assert beside.get("k") == ANSWER
    beside.close()
    store.close()
    assert store.get("k") is None
    store.put("j", "/p", b"{}", ANSWER)
    assert again(file).get("j") is None
    assert not damaged(file).exists()


def test_it_holds_text_that_people_can_read(store: Store, file: Path) -> None:
    store.put("k", "/p", b'{"a":1}', ANSWER)
    rows = sqlite3.connect(file).execute("SELECT path, request, answer FROM answers").fetchall()
    assert rows == [("/p", '{"a":1}', ANSWER.decode())]


def test_the_oldest_go_when_there_is_no_more_room(store: Store, file: Path) -> None:
    answer = b"x" * 20_000
    for number in range(200):
        store.put(f"k{number}", "/p", b"{}", answer)
        assert store.get("k0") == answer  # Used all the time, so it stays.
    assert store.get("k1") is None
    assert store.get("k199") == answer
    store.close()
    assert file.stat().st_size < ROOM + 100_000


def test_what_would_take_most_of_the_room_is_not_kept(store: Store) -> None:
    store.put("k", "/p", b"{}", b"x" * (ROOM // 2))
    assert store.get("k") is None


def test_one_answer_stays_however_small_the_room(file: Path) -> None:
    store = Store(file, 100)
    store.open()
    store.put("k", "/p", b"", b"x" * 20)
    assert store.get("k") == b"x" * 20


@pytest.mark.parametrize(
    "content", [b"not a database" * 1000, b"SQLite format 3\0" + b"\xff" * 9000]
)
def test_a_damaged_file_is_set_aside(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    store = again(file)
    store.put("k", "/p", b"{}", ANSWER)
    assert store.get("k") == ANSWER
    assert damaged(file).read_bytes() == content
    store.close()
    assert again(file).get("k") == ANSWER


def test_a_file_with_torn_pages_is_set_aside(store: Store, file: Path) -> None:
    for number in range(20):
        store.put(f"k{number}", "/p", b"{}", b"x" * 20_000)
    store.close()
    content = bytearray(file.read_bytes())
    content[4096:] = b"\x55" * (len(content) - 4096)
    file.write_bytes(content)
    after = again(file)
    assert after.get("k1") is None
    after.put("k1", "/p", b"{}", ANSWER)
    assert after.get("k1") == ANSWER
    assert damaged(file).exists()


def test_a_changed_answer_is_never_given(store: Store, file: Path) -> None:
    store.put("k", "/p", b"{}", b"x" * 20_000)
    store.close()
    file.write_bytes(file.read_bytes().replace(b"x" * 1000, b"y" * 1000))
    after = again(file)
    assert after.get("k") is None
    assert damaged(file).exists()
    after.put("k", "/p", b"{}", ANSWER)
    assert after.get("k") == ANSWER


def test_a_file_of_another_format_is_set_aside(store: Store, file: Path) -> None:
    store.put("k", "/p", b"{}", ANSWER)
    store.close()
    other = sqlite3.connect(file)
    other.execute("PRAGMA user_version = 99")
    other.close()
    assert again(file).get("k") is None
    assert damaged(file).exists()


def test_a_file_that_can_not_be_is_done_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(tmp_path / "nowhere" / "file", ROOM)
    store.open()
    store.put("k", "/p", b"{}", ANSWER)
    assert store.get("k") is None
    assert "of no use" in caplog.text


def test_a_damaged_file_that_can_not_be_moved(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_bytes(b"not a database" * 1000)
    damaged(file).mkdir()
    store = again(file)
    store.put("k", "/p", b"{}", ANSWER)
    assert store.get("k") is None
    assert "no cache file from now on" in caplog.text


def test_a_locked_file_is_a_miss(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.put("k", "/p", b"{}", ANSWER)
    store.close()
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0.01)
    store.open()
    other = sqlite3.connect(file)
    other.execute("BEGIN IMMEDIATE")
    assert store.get("k") is None
    store.put("j", "/p", b"{}", ANSWER)
    other.rollback()
    assert store.get("k") == ANSWER
    assert store.get("j") is None
    assert not damaged(file).exists()


def test_many_threads_and_two_connections(store: Store, file: Path) -> None:
    beside = again(file)

    def use(number: int) -> bytes | None:
        which = (store, beside)[number % 2]
        which.put(f"k{number % 10}", "/p", b"{}", ANSWER)
        return which.get(f"k{number % 10}")

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(use, range(200))) == {ANSWER}
    beside.close()


def test_a_key_depends_on_the_path_the_question_and_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = {key_of("/a", b"1"), key_of("/a", b"2"), key_of("/b", b"1")}
    assert len(keys) == 3
    assert key_of("/a", b"1") in keys
    monkeypatch.setitem(ENGINE, "version", "0.0.0")
    assert key_of("/a", b"1") not in keys
