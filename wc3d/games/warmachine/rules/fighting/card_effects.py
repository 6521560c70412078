"""The effects of hits, criticals, spells and feats. `vocabulary` defines their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cmp_to_key

from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import D6
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules import vocabulary as words
from wc3d.games.warmachine.rules.agenda_frames import (
    Attacking,
    CommandCheck,
    DamageRoll,
    SpreadingDamage,
)
from wc3d.games.warmachine.rules.clouds import place_cloud
from wc3d.games.warmachine.rules.damage_grid import Box
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.fighting.damage import (
    is_immune_to,
    remove_if_lost,
    report_disabled_systems,
)
from wc3d.games.warmachine.rules.fighting.forced_movement import knock_down, push_away
from wc3d.games.warmachine.rules.focus import commander_of
from wc3d.games.warmachine.rules.moving.spell_advance import ExtraAdvance
from wc3d.games.warmachine.rules.sight_in_game import can_see
from wc3d.games.warmachine.rules.state import CONTROL_WORD, JOINED_WORD, Effect, State, opponent_of
from wc3d.games.warmachine.rules.stats import control_area_of
from wc3d.games.warmachine.rules.turn.control import SHAKEABLE_WORD
from wc3d.games.warmachine.rules.turn.maintenance import end_upkeep_spell, put_continuous_effect
from wc3d.games.warmachine.rules.units.command_checks import must_check
from wc3d.games.warmachine.rules.victory import end_if_warcaster_removed
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance

FORBIDDEN_PREFIX = "no:"
"""The prefix of an action that an effect forbids."""


def apply_hit_effects(r: Resolution, f: Attacking) -> None:
    """Apply automatic effects, and critical ones if due (WM-ATK-10, WM-ATK-11, WM-RUL-39)."""
    effects = _list_effects(r.state, f)
    apply_effects(r, effects, f.plan.name, f.attacker, f.target, (f.target,))


def apply_area_effects(r: Resolution, f: Attacking) -> None:
    """Apply effects to every model in the area. Effects on the target require a hit."""
    target = f.target if f.hit else ""
    effects = _list_effects(r.state, f)
    apply_effects(r, effects, f.plan.name, f.attacker, target, f.struck)
    for effect in effects:
        if isinstance(effect, words.LeaveCloud) and f.center is not None:
            place_cloud(r, f.center, f.plan.area, r.state.models[f.attacker].owner, effect.pow)


def _list_effects(state: State, f: Attacking) -> tuple[words.AnyEffect, ...]:
    source = state.setup.weapon(f.attacker, f.plan.weapon) or state.setup.spell(
        f.attacker, f.plan.spell
    )
    if source is None or (f.plan.weapon and f.plan.then != "damage"):
        return ()
    return source.hits + (source.criticals if f.critical else ())


def apply_answering_effects(r: Resolution, f: Attacking) -> None:
    """Apply the target's counter-effects to an attacker in its front arc that hit it in melee."""
    for weapon in r.state.usable_weapons(f.target):
        for trait in weapon.traits:
            if trait.word == "answers_hits":
                apply_effects(r, trait.effects, weapon.name, f.target, f.attacker, (f.attacker,))


def apply_effects(
    r: Resolution,
    effects: Iterable[words.AnyEffect],
    name: str,
    maker: str,
    target: str,
    area: Sequence[str],
) -> None:
    """Apply effects from `maker` to the target or the models in the area."""
    for effect in effects:
        if isinstance(effect, words.LastingEffect):
            _apply_lasting(r, effect, name, maker, target, area)
            continue
        for id in affected_models(r.state, effect, maker, target, area):
            if r.state.is_on_table(id):
                _apply_instant(r, effect, name, maker, id)


def affected_models(
    state: State, effect: words.CardEffect, maker: str, target: str, area: Sequence[str]
) -> tuple[str, ...]:
    """Return the models that an effect applies to, by kind and by the maker's sight."""
    ids: Sequence[str] = ()
    if effect.on == "target":
        ids = (target,) if target else ()
    elif effect.on == "area":
        ids = area
    elif effect.on == "caster":
        ids = (maker,)
    else:
        mine = state.models[maker].owner
        side = mine if effect.on == "friends" else opponent_of(mine)
        ids = tuple(
            id for id in control_area_of(state, maker).models if state.models[id].owner == side
        )
        if effect.on == "enemy_casters":
            ids = tuple(id for id in ids if state.models[id].is_warcaster)
    present_ids = (
        id for id in ids if state.is_on_table(id) and (not effect.seen or can_see(state, maker, id))
    )
    return tuple(
        id for id in present_ids if not effect.only or effect.only == state.models[id].kind
    )


def _apply_lasting(
    r: Resolution,
    effect: words.LastingEffect,
    name: str,
    maker: str,
    target: str,
    area: Sequence[str],
) -> None:
    word_values = effect_words(effect) + ((SHAKEABLE_WORD, 1),) * effect.shakeable
    player = r.state.models[maker].owner
    if effect.while_inside:
        side = "friends" if effect.on == "friends" else "enemies"
        put_effect(r, maker, Effect(name, player, maker, effect.lasts, word_values, side))
        return
    for id in affected_models(r.state, effect, maker, target, area):
        if (
            isinstance(effect, words.MakeStationary)
            and effect.by
            and is_immune_to(r.state, id, effect.by)
        ):
            continue
        if isinstance(effect, words.TakeOver) and commander_of(r.state, id):
            continue
        if effect.lasts == "upkeep" and id == target:
            _end_replaced_upkeep(r, id, player, name)
        put_effect(r, id, Effect(name, player, maker, effect.lasts, word_values))


def _end_replaced_upkeep(r: Resolution, id: str, player: int, name: str) -> None:
    """End the side's previous upkeep spell on a model (WM-UPK-04, WM-UPK-05)."""
    for effect in r.state.models[id].effects:
        if effect.is_upkeep and effect.player == player and effect.name != name:
            end_upkeep_spell(r, player, effect.name, f"{name} takes its place")


def effect_words(effect: words.LastingEffect) -> tuple[tuple[str, int], ...]:
    """Return an effect as the words and numbers that a model stores."""
    if isinstance(effect, words.Modify):
        end = ":shot" if effect.against else ""
        return tuple(
            (stat + end if stat in ("DEF", "ARM") else stat, n)
            for stat, n in effect.stats.changed_stats()
        )
    if isinstance(effect, words.Forbid):
        return tuple((FORBIDDEN_PREFIX + act, 1) for act in effect.acts)
    if isinstance(effect, words.TakeControl):
        return ((CONTROL_WORD, 1),) + ((JOINED_WORD, 1),) * effect.joins
    if isinstance(effect, words.TakeOver):
        return ((JOINED_WORD, 1),)
    if isinstance(effect, words.RollBonus):
        return tuple(
            (word, n) for word, n in (("ATTACK", effect.attack), ("DAMAGE", effect.damage)) if n
        )
    return ((effect.word, effect.extra if isinstance(effect, words.EaseCharge) else 1),)


def put_effect(r: Resolution, id: str, effect: Effect) -> None:
    """Put an effect on a model, merged with earlier ones of the same player and name."""
    old_effect = next((e for e in r.state.models[id].effects if _has_same_source(e, effect)), None)
    if old_effect is not None:
        merged = tuple(dict.fromkeys((*old_effect.does, *effect.does)))
        if merged != old_effect.does:
            r.emit(events.EffectEnded(id, old_effect, "renewed"))
            r.emit(
                events.EffectPut(
                    id,
                    Effect(
                        effect.name, effect.player, effect.maker, effect.until, merged, effect.over
                    ),
                )
            )
        return
    r.emit(events.EffectPut(id, effect))


def _has_same_source(first: Effect, second: Effect) -> bool:
    return (first.name, first.player, first.until, first.over) == (
        second.name,
        second.player,
        second.until,
        second.over,
    )


def _apply_instant(r: Resolution, effect: words.AnyEffect, name: str, maker: str, id: str) -> None:
    if isinstance(effect, words.KnockDown):
        knock_down(r, id)
    elif isinstance(effect, words.CommandTest):
        _require_check(r, effect, name, maker, r.state.models[id].activation_group)
    elif isinstance(effect, words.SetContinuous):
        if not is_immune_to(r.state, id, effect.kind):
            put_continuous_effect(r, id, effect.kind, r.state.models[maker].owner, maker)
    elif isinstance(effect, words.PushAway):
        push_away(r, id, maker, float(effect.inches), name)
    elif isinstance(effect, words.MarkSystem):
        _mark_boxes(r, id, _unmarked_boxes(r.state, id, effect.system)[: effect.boxes], name)
    elif isinstance(effect, words.DisableMarked):
        _disable_marked(r, effect, name, id)
    elif isinstance(effect, words.LoseFocus):
        if r.state.models[id].focus:
            r.emit(events.FocusLost((id,), why=name, rule="WM-MOD-14"))
    elif isinstance(effect, words.SpreadDamage) and r.state.edition["spell.spread"] != "always":
        spread_damage(r, _make_spreading(r.state, effect, name, maker, id))
    elif isinstance(effect, words.FreeAdvance):
        r.push(ExtraAdvance(model=id, why=name))


def _require_check(
    r: Resolution, effect: words.CommandTest, name: str, maker: str, subject: str
) -> None:
    """Require a command check per unit (WM-REF-21), if the game uses CMD (WM-MOD-08)."""
    is_pending = any(
        isinstance(f, CommandCheck) and (f.who, f.why) == (subject, name) for f in r.state.agenda
    )
    if must_check(r.state, subject, effect.fails) and not is_pending:
        r.push(CommandCheck(who=subject, why=name, threat=maker, penalty=effect.fails))


def _unmarked_boxes(state: State, id: str, system: str) -> tuple[Box, ...]:
    """Return the unmarked boxes of a system, the topmost of the leftmost column first."""
    if not state.models[id].is_warjack:
        return ()
    grid = state.damage_grid(id)
    return tuple(box for box in grid.system_boxes(system) if box not in grid.marked)


def _mark_boxes(r: Resolution, id: str, boxes: Sequence[Box], cause: str) -> None:
    if boxes:
        old_systems = r.state.damage_grid(id).disabled
        r.emit(events.Damaged(id, len(boxes), cause=cause, boxes=tuple(boxes)))
        report_disabled_systems(r, id, old_systems)
        remove_if_lost(r, id, cause)
        end_if_warcaster_removed(r)


def _disable_marked(r: Resolution, effect: words.DisableMarked, name: str, id: str) -> None:
    """Disable the systems in which the attack has just marked a box."""
    last = next(
        (e for e in reversed(r.events) if isinstance(e, events.Damaged) and e.model == id), None
    )
    if last is None or not r.state.models[id].is_warjack:
        return
    marked = {r.state.damage_grid(id).system_at(box) for box in last.boxes}
    for system in effect.systems:
        if system in marked and r.state.is_on_table(id):
            _mark_boxes(r, id, _unmarked_boxes(r.state, id, system), name)


def spreading_damage(state: State, f: Attacking) -> tuple[SpreadingDamage, ...]:
    """Return the effects that spread the damage of a hit around its target."""
    effects = (e for e in _list_effects(state, f) if isinstance(e, words.SpreadDamage))
    return tuple(
        _make_spreading(state, effect, f.plan.name, f.attacker, f.target) for effect in effects
    )


def _make_spreading(
    state: State, effect: words.SpreadDamage, name: str, maker: str, target: str
) -> SpreadingDamage:
    return SpreadingDamage(
        "",
        name,
        maker,
        target,
        state.models[target].base,
        state.place(target),
        float(effect.within),
    )


def spread_damage(r: Resolution, f: SpreadingDamage) -> None:
    """Apply the damage roll to the d6 enemies nearest to the target (WM-RUL-166)."""
    attack = r.find_frame(Attacking)
    if attack is None or attack.plan.power is None:
        return
    player = r.state.models[f.maker].owner
    label = f"number of extra targets for {f.name}"
    faces = r.roll((D6,), player, label)
    r.emit(events.Rolled(player, label, faces, faces[0], rule="WM-RUL-166"))
    table = r.state.table
    center = Body(f.target, f.base, f.at, sizes=r.state.table.policy.bases)
    distances = {
        m.id: distance(table, center, table.body(m.id))
        for m in r.state.models_in_play(opponent_of(player))
        if m.id != f.target
    }
    targets = _list_nearest(r.state, distances, f.within)[: faces[0]]
    spell = r.state.setup.spell(attack.attacker, attack.plan.spell)
    energy = (spell.energy if spell is not None else None) or ""
    rolls = (
        DamageRoll(
            "",
            id,
            player,
            attack.plan.power,
            BASE_DICE,
            f.name,
            f.maker,
            boostable=True,
            kind="magic",
            energy=energy,
        )
        for id in targets
    )
    r.push(*rolls)


def _list_nearest(state: State, distances: Mapping[str, float], within: float) -> list[str]:
    """Return the models `within` inches, nearest first; ties keep their order (WM-RUL-166).

    Games begun before that ruling break ties by id.
    """
    if state.edition["spell.spread"] != "always":
        return [id for _, id in sorted((gap, id) for id, gap in distances.items() if gap <= within)]
    pairs = [(gap, id) for id, gap in distances.items() if gap <= within + EPSILON_IN]
    return [id for _, id in sorted(pairs, key=cmp_to_key(_compare_distances))]


def _compare_distances(first: tuple[float, str], second: tuple[float, str]) -> int:
    """Compare two distances for sorting. Equal distances give 0."""
    return 0 if abs(first[0] - second[0]) <= EPSILON_IN else -1 if first[0] < second[0] else 1
