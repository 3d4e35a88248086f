"""Rules, sheets, questions and sentences of A4 Quest.

Codes such as A6 number the rules of the game; RULES.md in this folder says what each is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odds.game import Catalogue, Encoder, Game, LongQuestion, Question

if TYPE_CHECKING:
    from odds.commands import Group
    from odds.games.a4.parts.action import A4Action
    from odds.games.a4.parts.advice import A4Advice
    from odds.games.a4.parts.boss import A4Boss
    from odds.games.a4.parts.fight import A4Fight
    from odds.games.a4.parts.movement import A4Movement
    from odds.games.a4.parts.setup import A4Setup
    from odds.running import Run
    from odds.shapes import LongRequest, Request


def _setup() -> type[Request]:
    from odds.games.a4.contract_setup import SetupRequest

    return SetupRequest


def _encode_setup() -> Encoder:
    from odds.games.a4.encode_setup import encode_setup

    return encode_setup


def _movement() -> type[Request]:
    from odds.games.a4.contract_movement import MovementRequest

    return MovementRequest


def _encode_movement() -> Encoder:
    from odds.games.a4.encode_movement import encode_movement

    return encode_movement


def _fight() -> type[Request]:
    from odds.games.a4.contract_fights import FightRequest

    return FightRequest


def _encode_fight() -> Encoder:
    from odds.games.a4.encode_fights import encode_fight

    return encode_fight


def _action() -> type[Request]:
    from odds.games.a4.contract_action import ActionRequest

    return ActionRequest


def _encode_action() -> Encoder:
    from odds.games.a4.encode_action import encode_action

    return encode_action


def _boss() -> type[Request]:
    from odds.games.a4.contract_fights import BossRequest

    return BossRequest


def _encode_boss() -> Encoder:
    from odds.games.a4.encode_fights import encode_boss

    return encode_boss


def _advice() -> type[Request]:
    from odds.games.a4.contract_advice import AdviceRequest

    return AdviceRequest


def _encode_advice() -> Encoder:
    from odds.games.a4.encode_whole import encode_advice

    return encode_advice


def _solve() -> type[LongRequest]:
    from odds.games.a4.contract_solve import SolveRequest

    return SolveRequest


def _sheets() -> dict[str, Any]:
    from odds.games.a4.reading import shipped_sheets

    return shipped_sheets()


def _read_setup(body: dict[str, Any]) -> A4Setup:
    from odds.games.a4.questions import read_setup

    return read_setup(body)


def _read_movement(body: dict[str, Any]) -> A4Movement:
    from odds.games.a4.questions import read_movement

    return read_movement(body)


def _read_fight(body: dict[str, Any]) -> A4Fight:
    from odds.games.a4.questions import read_fight

    return read_fight(body)


def _read_action(body: dict[str, Any]) -> A4Action:
    from odds.games.a4.questions import read_action

    return read_action(body)


def _read_boss(body: dict[str, Any]) -> A4Boss:
    from odds.games.a4.questions import read_boss

    return read_boss(body)


def _read_advice(body: dict[str, Any]) -> A4Advice:
    from odds.games.a4.questions import read_advice

    return read_advice(body)


def _commands(run: Run) -> Group:
    from odds.games.a4.commands import commands

    return commands(run)


_HERE = "odds.games.a4."

GAME = Game(
    name="a4",
    title="A4 Quest",
    questions=(
        Question(
            "setup",
            "/v1/a4/setup",
            "Which dice to re-roll at the start",
            _setup,
            _encode_setup,
            _read_setup,
        ),
        Question(
            "movement",
            "/v1/a4/movement",
            "Which die pays for a movement",
            _movement,
            _encode_movement,
            _read_movement,
        ),
        Question(
            "fight",
            "/v1/a4/fight",
            "Who appears, and which die to fight with",
            _fight,
            _encode_fight,
            _read_fight,
        ),
        Question(
            "action",
            "/v1/a4/action",
            "What each die brings, or a rest",
            _action,
            _encode_action,
            _read_action,
        ),
        Question(
            "boss",
            "/v1/a4/boss",
            "Which die for which wave, and the chance to win",
            _boss,
            _encode_boss,
            _read_boss,
        ),
        Question(
            "advice",
            "/v1/a4/advice",
            "The best next move of a whole adventure, and the chance to win",
            _advice,
            _encode_advice,
            _read_advice,
        ),
    ),
    catalogues=(
        Catalogue("sheets", "/v1/a4/sheets", "The sheets that a request may name", _sheets),
    ),
    long=(LongQuestion("solves", "/v1/a4/solves", "A whole adventure, solved to its end", _solve),),
    commands=_commands,
    flags={
        "/adventure": "--adventure",
        "/hero": "--hero",
        "/state/pool": "--pool",
        "/state/space": "--space",
        "/state/tiles_ahead": "--tiles-ahead",
        "/state/phase": "--phase",
        "/state/enemy": "--enemy, --total or --modifier",
        "/state/die": "--die",
        "/state/d6": "--d6",
        "/state/icon": "--icon",
        "/state/wave": "--wave",
        "/state/boss_hp": "--boss-hp",
        "/state/tracks/attack": "--attack",
        "/state/tracks/defence": "--defence",
        "/state/tracks/hp": "--hp",
        "/state/tracks/xp": "--xp",
        "/state/tracks/crystals": "--crystals",
        "/state/tracks/food": "--food",
        "/cost": "--cost",
        "/objective": "--objective",
        "/dice": "--difficult",
        "/equipment": "--equipment",
    },
    exports={
        **dict.fromkeys(("A4Action",), _HERE + "parts.action"),
        **dict.fromkeys(("SafeGains", "Survive", "Weights"), _HERE + "parts.action_objective"),
        **dict.fromkeys(("A4Adventure",), _HERE + "parts.adventure"),
        **dict.fromkeys(("A4Advice",), _HERE + "parts.advice"),
        **dict.fromkeys(("A4Boss",), _HERE + "parts.boss"),
        **dict.fromkeys(("A4Fight", "FightObjective"), _HERE + "parts.fight"),
        **dict.fromkeys(("A4Movement",), _HERE + "parts.movement"),
        **dict.fromkeys(("A4Setup",), _HERE + "parts.setup"),
        **dict.fromkeys(
            ("Ahead", "AtLeastOne", "HighestTotal", "Win"), _HERE + "parts.setup_objective"
        ),
        **dict.fromkeys(("Move",), _HERE + "parts.ahead_steps"),
        **dict.fromkeys(("Situation",), _HERE + "parts.situation"),
        **dict.fromkeys(("adventure_names", "hero_names"), _HERE + "reading"),
        **dict.fromkeys(("load_adventure", "load_hero"), _HERE + "reading"),
        **dict.fromkeys(("Adventure", "Enemy", "EnemyIcon"), _HERE + "sheet"),
        "Hero": _HERE + "sheet_hero",
    },
)
