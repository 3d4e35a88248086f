"""The public names of the library are complete, and typed."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.resources import files

import pytest

import odds
from odds.games import all_games


def typed_names() -> dict[str, str]:
    """The names that type checkers see, and their modules."""
    tree = ast.parse(files("odds").joinpath("__init__.py").read_text("utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    found = {}
    for line in block.body:
        assert isinstance(line, ast.ImportFrom)
        (alias,) = line.names
        assert alias.asname == alias.name, "only a redundant alias is a re-export"
        found[alias.name] = line.module or ""
    return found


def test_type_checkers_see_what_can_be_imported() -> None:
    assert sorted(typed_names()) == odds.__all__


@pytest.mark.parametrize(("name", "module"), typed_names().items())
def test_each_name_comes_from_its_module(name: str, module: str) -> None:
    assert getattr(odds, name) is getattr(import_module(module), name)
    assert name in dir(odds)


def test_a_star_import_gives_all_of_them() -> None:
    found: dict[str, object] = {}
    exec("from odds import *", found)
    assert set(odds.__all__) <= set(found)


def test_the_listing_shows_nothing_else() -> None:
    listed = {name for name in dir(odds) if not name.startswith("__")}
    assert listed == set(odds.__all__)


@pytest.mark.parametrize("name", ["Nothing", "_private", "__wrapped__"])
def test_other_names_are_attribute_errors(name: str) -> None:
    with pytest.raises(AttributeError, match=f"'odds' has no attribute '{name}'"):
        getattr(odds, name)


def test_public_classes_are_documented() -> None:
    for name in odds.__all__:
        assert getattr(odds, name).__doc__, name


@pytest.mark.parametrize("package", ["odds", "api"])
def test_the_packages_are_marked_as_typed(package: str) -> None:
    assert files(package).joinpath("py.typed").is_file()


def test_no_two_games_export_the_same_name() -> None:
    names = [name for game in all_games() for name in game.exports]
    assert len(set(names)) == len(names)
    assert not set(names) & {"Limits", "estimate", "solve", "Dist", "INFINITE", "TooLarge"}
