"""The answers about fights and the boss of A4 Quest as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odds.encoding import ending, number
from odds.games.a4.encode import action_objects, choice_object, hp_losses
from odds.games.a4.parts.boss import BossAnswer
from odds.games.a4.parts.common import Choice
from odds.games.a4.parts.fight import Encounter, FightAnswer, FightFigures
from odds.games.a4.parts.setting import Setting
from odds.games.a4.parts.text_actions import effects, shown_pool
from odds.games.a4.sheet import Enemy

if TYPE_CHECKING:
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


def encode_fight(answer: FightAnswer) -> FightOut:
    """Who appears, and which die to fight with."""
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


def encode_boss(answer: BossAnswer) -> BossOut:
    """Which die for which wave, and the probability to win."""
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
