"""Fights and the boss of A4 Quest as JSON."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from odds.encoding import ending, number
from odds.games.a4.answers_fights import (
    BossFiguresOut,
    BossOut,
    EncounterOut,
    EnemyOut,
    FightChoiceOut,
    FightFiguresOut,
    FightOut,
    NobodyOut,
)
from odds.games.a4.contract import action_objects, choice_object, hp_losses
from odds.games.a4.parts.boss import A4Boss, BossAnswer
from odds.games.a4.parts.common import Choice
from odds.games.a4.parts.fight import A4Fight, Encounter, FightAnswer, FightFigures
from odds.games.a4.parts.setting import Setting
from odds.games.a4.parts.situation import MAX_DICE
from odds.games.a4.parts.text_actions import effects, shown_pool
from odds.games.a4.questions import read_boss, read_fight
from odds.games.a4.sheet import Enemy
from odds.games.a4.state_shapes import A4Request, StateShape


class FightRequest(A4Request):
    """Who appears, and which die to use against them."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "space": {"state": {"space": 3, "pool": [6, 2, None, None]}},
        "rulebook": {
            "adventure": "into-the-abyss",
            "hero": "knight",
            "state": {
                "pool": [4, 2],
                "tracks": {"attack": 4, "defence": 3},
                "enemy": {"total": 11},
            },
            "objective": "least_damage",
        },
        "d6 known": {
            "state": {
                "phase": "fight_d6",
                "tracks": {"attack": 4, "defence": 3, "hp": 4},
                "enemy": {"attack": 6, "defence": 6, "xp": 2},
                "die": 4,
                "d6": 3,
            }
        },
    }

    state: StateShape
    objective: Annotated[
        Literal["win", "least_damage", "most_xp", "survive"],
        Field(description="least_damage: the fewest HP lost on average, a death losing all"),
    ] = "win"

    def problem(self) -> A4Fight:
        return read_fight(self.model_dump())

    @classmethod
    def encode(cls, answer: FightAnswer) -> FightOut:
        return {
            "appears": number(answer.appears),
            "encounters": [_encounter(answer, e) for e in answer.encounters],
            "overall": _overall(answer),
            **ending(answer),
        }


def _overall(answer: FightAnswer) -> FightFiguresOut | None:
    if not answer.appears:
        return None
    return _figures(answer.figures(answer.ends), answer.setting)


def enemy_object(enemy: Enemy) -> EnemyOut:
    """An enemy as a request may give it."""
    return {
        "attack": enemy.attack,
        "defence": enemy.defence,
        "xp": enemy.xp,
        "special": effects(enemy.special),
    }


def _encounter(answer: FightAnswer, encounter: Encounter) -> EncounterOut | NobodyOut:
    found: NobodyOut = {
        "enemy": None if encounter.enemy is None else enemy_object(encounter.enemy),
        "totals": list(encounter.totals),
        "probability": number(encounter.probability),
    }
    if encounter.enemy is None:
        return found
    fight: EncounterOut = {
        **found,
        **_figures(answer.figures(encounter.ends), answer.setting),
        "choices": [_choice(answer, c) for c in encounter.choices],
    }
    return fight


def _choice(answer: FightAnswer, choice: Choice) -> FightChoiceOut:
    return {
        **choice_object(choice, answer.setting, answer.worth(choice.value[0])),
        **_figures(answer.figures(choice.ends), answer.setting),
    }


def _figures(figures: FightFigures, setting: Setting) -> FightFiguresOut:
    bonuses = setting.hero.level_ups
    return {
        "win": number(figures.win),
        "dies": number(figures.dies),
        "xp": number(figures.xp),
        "damage": [{"damage": n, "probability": number(p)} for n, p in figures.damage.items()],
        "hp_lost": hp_losses(figures.hp_lost),
        "mean_hp_lost": number(figures.mean_lost),
        "level_ups": [
            {"name": bonuses[i].name, "probability": number(p)} for i, p in figures.levels.items()
        ],
    }


class BossRequest(A4Request):
    """The best die for each wave and the chance to win, for one pool or for every pool."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "every pool": {
            "adventure": "into-the-abyss",
            "hero": "knight",
            "state": {"tracks": {"attack": 6, "defence": 6, "hp": 5}},
        },
        "difficult": {"state": {"tracks": {"attack": 5, "defence": 7}}, "dice": 3},
        "one pool": {
            "state": {
                "pool": [6, 4, None, None],
                "tracks": {"attack": 6, "defence": 5, "hp": 4},
                "wave": 2,
                "boss_hp": 3,
            }
        },
    }

    state: Annotated[StateShape, Field(default_factory=StateShape)]
    dice: Annotated[int, Field(ge=1, le=MAX_DICE)] | None = Field(
        None, description="without a pool: how many dice every pool has; 4 if left out"
    )

    def problem(self) -> A4Boss:
        return read_boss(self.model_dump())

    @classmethod
    def encode(cls, answer: BossAnswer) -> BossOut:
        question = answer.question
        return {
            "wave": question.wave,
            "boss_hp": question.boss_hp,
            "dice": question.number,
            **(_every_pool(answer) if question.is_table else _one_pool(answer)),
            **ending(answer),
        }


def _one_pool(answer: BossAnswer) -> BossFiguresOut:
    return {
        "value": number(answer.rows[0].win),
        "choices": [choice_object(c, answer.setting, c.value[0]) for c in answer.choices],
    }


def _every_pool(answer: BossAnswer) -> BossFiguresOut:
    return {
        "pools": [
            {
                "pool": shown_pool(row.pool),
                "win": number(row.win),
                "play": action_objects(row.line, answer.setting),
                "best": action_objects(row.best, answer.setting),
            }
            for row in answer.rows
        ]
    }
