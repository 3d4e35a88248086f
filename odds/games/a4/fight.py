"""Fights of A4 Quest, with enemies and with the boss (A5, A6, A14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from odds.dice import D6
from odds.errors import ModelError
from odds.games.a4.control import Ask, Control, Handler, Next, Sheets, chance
from odds.games.a4.frames import (
    Clash,
    Counter,
    CounterWave,
    Crystal,
    Engage,
    FaceWave,
    Ready,
    ReturnDie,
    Stack,
    Strike,
    Wave,
)
from odds.games.a4.pool import EXHAUSTED
from odds.games.a4.results import Beaten, BossHit, Escaped, Hit, Met, Unbeaten, Won
from odds.games.a4.sheet import ATTACK, DEFENCE, HP, XP, Boss, Enemy, Gain, StartFight


def enemy_of(sheets: Sheets, total: int) -> Enemy | None:
    """Who appears at ``total``: nobody below the table, its last row above it (A5)."""
    reached = [row for row in sheets.adventure.enemies if row.low <= total]
    return reached[-1].enemy if reached else None


def meet(sheets: Sheets, control: Control, total: int) -> Control:
    """Whoever the total names is met: a moment for the ability, then the fight (A5, A12)."""
    enemy = enemy_of(sheets, total)
    control = control.note(Met(enemy))
    return control if enemy is None else control.push(Crystal(), Ready(Engage(enemy)))


def start_fight(effect: StartFight, sheets: Sheets, control: Control) -> Next:
    """Roll for an enemy (A5)."""
    return chance((appear(effect, sheets, control, d6), ways) for d6, ways in D6.items())


def appear(effect: StartFight, sheets: Sheets, control: Control, d6: int) -> Control:
    """The d6 for an enemy is rolled (A5)."""
    return meet(sheets, control, effect.modifier + d6)


def engage(frame: Engage, _sheets: Sheets, control: Control) -> Next:
    """The die is chosen: the special effect, then the d6 (A6)."""
    return control.push(*frame.enemy.special, clash_with(frame.enemy, frame.die))


def clash_with(enemy: Enemy, die: int) -> Clash:
    """The fight with the die chosen and the special effect done (A6)."""
    return Clash(enemy.attack - die, Counter(enemy.defence - die, enemy.xp))


def clash(frame: Clash, sheets: Sheets, control: Control) -> Next:
    """The d6 joins both values; a moment for the ability before the damage (A6, A12)."""
    return chance((struck(frame, sheets, control, d6), ways) for d6, ways in D6.items())


def struck(frame: Clash, _sheets: Sheets, control: Control, d6: int) -> Control:
    """The d6 of a fight or a wave is rolled (A6, A14)."""
    return control.push(*rolled(frame, d6))


def rolled(clash: Clash, d6: int) -> Stack:
    """The d6 is known. A strike that can't hurt and a blow that can't miss do so by any margin."""
    strike, blow = Strike(max(0, clash.strength + d6)), clash.blow
    if isinstance(blow, Counter):
        return (Crystal(), strike, Counter(max(0, blow.need + d6), blow.xp))
    return (Crystal(), strike, replace(blow, need=blow.need + d6))


def strike(frame: Strike, _sheets: Sheets, control: Control) -> Next:
    """Damage is what the strength exceeds the defence, the die being in it already (A6, A14)."""

    def follow(defence: int) -> Control:
        damage = max(0, frame.strength - defence)
        hit = control.note(Hit(damage))
        return hit.push(Gain(HP, -damage)) if damage else hit

    return Ask(DEFENCE, follow)


def counter(frame: Counter, _sheets: Sheets, control: Control) -> Next:
    """The enemy is beaten for its XP or escapes; then the die is exhausted (A6)."""
    beaten = control.note(Beaten(frame.xp)).push(Gain(XP, frame.xp), ReturnDie())
    escaped = control.note(Escaped()).push(ReturnDie())
    return Ask(ATTACK, lambda attack: beaten if attack >= frame.need else escaped)


def return_die(_frame: ReturnDie, _sheets: Sheets, control: Control) -> Next:
    """The die that was set aside is exhausted, won or lost (A6)."""
    return control.put(EXHAUSTED)


def boss_of(sheets: Sheets) -> Boss:
    """The sheet's boss."""
    if sheets.adventure.boss is None:
        raise ModelError(f"{sheets.adventure.name} has no boss")
    return sheets.adventure.boss


def wave(frame: Wave, sheets: Sheets, control: Control) -> Next:
    """A wave: its effect, a moment for the ability, a die (A14); after the last: not beaten."""
    waves = boss_of(sheets).waves
    if frame.wave == len(waves):
        return control.over(Unbeaten())
    task = FaceWave(frame.wave, frame.boss_hp)
    return control.push(*waves[frame.wave].effect, Crystal(), Ready(task))


def face_wave(frame: FaceWave, sheets: Sheets, control: Control) -> Next:
    """The die is chosen: damage to the hero, then to the boss; a d6 only if the sheet adds one."""
    boss = boss_of(sheets)
    clash = clash_with_wave(boss, frame)
    if boss.adds_die:
        return control.push(clash)
    return strike(Strike(clash.strength), sheets, control.push(clash.blow))


def clash_with_wave(boss: Boss, task: FaceWave) -> Clash:
    """The wave with the die chosen, before a d6 if there is one (A14)."""
    wave = boss.waves[task.wave]
    return Clash(
        wave.attack - task.die, CounterWave(wave.defence - task.die, task.wave, task.boss_hp)
    )


def counter_wave(frame: CounterWave, _sheets: Sheets, control: Control) -> Next:
    """The hero's blow: every point above the defence costs the boss 1 HP; at 0 it is beaten."""
    after, alone = control.put(EXHAUSTED), control.stop is not None

    def follow(attack: int) -> Control:
        damage = min(frame.boss_hp, max(0, attack - frame.need))
        if damage == frame.boss_hp:
            return control.over(Won())
        noted = after.note(BossHit(damage))
        if alone:
            return noted
        return noted.push(Wave(frame.wave + 1, frame.boss_hp - damage))

    return Ask(ATTACK, follow)


HANDLERS: Final[Mapping[type, Handler]] = {
    StartFight: start_fight,
    Engage: engage,
    Clash: clash,
    Strike: strike,
    Counter: counter,
    ReturnDie: return_die,
    Wave: wave,
    FaceWave: face_wave,
    CounterWave: counter_wave,
}
