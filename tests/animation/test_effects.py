"""Effects of steps: every weapon and event of both games has its own, equal each time, and a skip ends them at once."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.conformance.games import CASES, Case, play_at_random
from wc3d import web
from wc3d.animation.damage_numbers import NUMBER_S, damage_numbers
from wc3d.animation.effects import (
    BLOW_END_S,
    BLOW_START_S,
    CHEST_SHARE,
    IMPACT_DELAYS_S,
    EffectKind,
    WeaponPlaces,
    attack_look,
    impact_delay_s,
    step_effects,
)
from wc3d.animation.falls import SHUDDER_S, FallKind, fall_heading, fall_kind
from wc3d.animation.headings import TURN_S
from wc3d.animation.queue import AnimationQueue
from wc3d.animation.remains import remains_of
from wc3d.animation.sounds import (
    KINDS_BY_SOUND,
    SOUNDS_BY_ATTACK,
    choose_sound,
    impact_sound,
    landing_sound,
)
from wc3d.animation.steps import (
    HIT_WORDS,
    MISS_WORDS,
    AnimationKind,
    AnimationStep,
    AttackProgress,
    make_steps,
)
from wc3d.animation.to_json import step_data
from wc3d.engine.common_events import BaseAttackDeclared, BaseDamaged
from wc3d.games.neo_mechanika.rules.cards import load_cards as load_neo_mechanika
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.warmachine.display.happenings import attack_kind_with
from wc3d.games.warmachine.rules.cards import load_cards as load_warmachine
from wc3d.presentation.attack_kinds import AttackKind, attack_kind_of
from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.palette import Livery, Pen, Silhouette
from wc3d.scene.attack_places import posed_point
from wc3d.scene.camera_nudge import camera_nudge
from wc3d.scene.effect_shapes import DRAWERS, LOOK_COLORS, effect_frame
from wc3d.scene.fall_poses import Wreck, make_wreck
from wc3d.scene.figure_pieces import SplitFigure, split_figure
from wc3d.scene.figures import cast_figure
from wc3d.scene.model_poses import UPRIGHT, ModelPose, step_poses
from wc3d.table.body import Body
from wc3d.table.table import Table

ATTACKER, TARGET = Body("a", "small", (5.0, 10.0, 0.0)), Body("b", "large", (12.0, 10.0, 0.0))
TABLE = Table((30.0, 30.0), (), bodies=(ATTACKER, TARGET), policy=SPACE)
FLYING = {
    AttackKind.MELEE: EffectKind.SWING,
    AttackKind.BALLISTIC: EffectKind.TRACER,
    AttackKind.EXPLOSIVE: EffectKind.MISSILE,
    AttackKind.ENERGY: EffectKind.BEAM,
    AttackKind.FIRE: EffectKind.STREAM,
    AttackKind.COLD: EffectKind.STREAM,
    AttackKind.CORROSION: EffectKind.STREAM,
    AttackKind.FORCE: EffectKind.PULSE,
    AttackKind.MAGIC: EffectKind.ORB,
}
EXPECTED_BY_ENERGY = {
    ("ballistic",): AttackKind.BALLISTIC,
    ("ballistic", "explosion"): AttackKind.EXPLOSIVE,
    ("explosion", "force"): AttackKind.EXPLOSIVE,
    ("explosion",): AttackKind.EXPLOSIVE,
    ("beam",): AttackKind.ENERGY,
    ("energy",): AttackKind.ENERGY,
    ("cold",): AttackKind.COLD,
    ("corrosion",): AttackKind.CORROSION,
    ("fire",): AttackKind.FIRE,
    ("force",): AttackKind.FORCE,
    ("kinetic",): AttackKind.BALLISTIC,
}
WARMACHINE_KINDS = {
    "sludge_cannon": AttackKind.CORROSION,
    "flame_thrower": AttackKind.FIRE,
    "bombard": AttackKind.EXPLOSIVE,
    "hand_cannon": AttackKind.BALLISTIC,
    "ashes_to_ashes": AttackKind.FIRE,
    "venom": AttackKind.CORROSION,
    "razor_wind": AttackKind.MAGIC,
}


def make_step(
    kind: AnimationKind, silhouette: Silhouette = Silhouette.TROOPER, **fields: Any
) -> AnimationStep:
    rules: Any = SimpleNamespace(
        queries=SimpleNamespace(table=lambda state: TABLE),
        display=SimpleNamespace(
            liveries=lambda state: {"b": Livery((1, 2, 3), silhouette=silhouette)}
        ),
    )
    return AnimationStep(kind, 0.8, 3, 1, rules, None, **fields)


LINE = Stroke(((5.0, 10.0, 1.0), (12.0, 10.0, 1.5)), Pen.CLEAR)


def attack_step(look: AttackKind) -> AnimationStep:
    return make_step(AnimationKind.AIM, attack=LINE, attack_kind=look, attacker="a")


def shot_step(look: AttackKind, words: str = "hit") -> AnimationStep:
    """The step in which an attack's result is shown."""
    fields: dict[str, Any] = {"attack": LINE, "attack_kind": look, "attacker": "a"}
    return make_step(
        AnimationKind.WORDS, words=words, beside_model="b", fires=True, has_fired=True, **fields
    )


def kinds_of(step: AnimationStep) -> set[EffectKind]:
    return {effect.kind for effect in step_effects(step)}


def weapon_kinds() -> list[Any]:
    """Every weapon and every spell or Fury of both games, with what flies from it."""
    cards = load_neo_mechanika()
    rows = [
        pytest.param(attack_kind_of(w.kind, w.energy), w.kind, tuple(sorted(w.energy)), id=w.id)
        for w in cards.weapons.values()
        if w.kind in ("melee", "ranged")
    ]
    rows += [
        pytest.param(
            attack_kind_of("fury", c.energy, AttackKind.MAGIC),
            "fury",
            tuple(sorted(c.energy)),
            id=c.id,
        )
        for c in cards.cyphers.values()
        if c.kind == "fury"
    ]
    for card in load_warmachine().models.values():
        sources: list[tuple[Any, str]] = [(w, w.kind) for w in card.weapons]
        sources += [(s, "magic") for s in getattr(card, "spells", ()) if s.offensive]
        rows += [
            pytest.param(attack_kind_with(s, kind), kind, s.id, id=f"{card.id} {s.id}")
            for s, kind in sources
        ]
    return rows


@pytest.mark.parametrize(("look", "kind", "source"), weapon_kinds())
def test_every_weapon_has_its_effect_and_its_sound(look, kind, source):
    if kind == "melee":
        assert look is AttackKind.MELEE
    elif isinstance(source, tuple):
        assert look is EXPECTED_BY_ENERGY[source]
    else:
        assert look is not AttackKind.MELEE and look is WARMACHINE_KINDS.get(source, look)
    step = shot_step(look)
    kinds = kinds_of(step)
    assert {FLYING[look], EffectKind.SPARKS} <= kinds and EffectKind.IMPACT not in kinds
    assert (EffectKind.FLASH in kinds) == (look is not AttackKind.MELEE)
    assert choose_sound(step) == SOUNDS_BY_ATTACK[look]
    assert KINDS_BY_SOUND[choose_sound(step)] == "weapons"
    aim = attack_step(look)
    assert kinds_of(aim) == ({EffectKind.CHARGE} if look is not AttackKind.MELEE else set())
    assert not choose_sound(aim)


def test_all_kinds_differ_and_can_be_drawn():
    assert set(FLYING) == set(AttackKind) == set(SOUNDS_BY_ATTACK) == set(LOOK_COLORS) - {None}
    assert len(set(SOUNDS_BY_ATTACK.values())) == len(AttackKind)
    assert set(DRAWERS) == set(EffectKind)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_attack_and_damage_of_a_game_has_its_effect(case: Case) -> None:
    game = play_at_random(case.new(case.seed), case.seed, 160)
    attacks = damaged = 0
    for turn in game.turns:
        steps, _ = make_steps(case.rules, turn.state_before, turn.events)
        hurt = [e for e in turn.events if isinstance(e, BaseDamaged)]
        shown = [(id, n) for step in steps for id, n in step.damage.items()]
        assert shown == [(e.model, e.points) for e in hurt]
        damaged += len(hurt)
        for step in steps:
            effects = step_effects(step)
            assert effects == step_effects(step) and len(effects) <= 40
            for effect in effects:
                middle = effect.start_s + 0.5 * effect.seconds
                frame = effect_frame([(effect, middle)])
                assert np.isfinite(frame.sprites).all() and np.isfinite(frame.streaks).all()
            if step.kind is AnimationKind.AIM and step.attack is not None:
                assert (step.attack_kind and step.attacker) or case.id == "discs"
                attacks += 1
            if step.fires:
                assert FLYING[attack_look(step)] in {e.kind for e in effects}
            if step.kind in (AnimationKind.GONE, AnimationKind.COMES):
                ids = {body.id for body in step.start_table.bodies}
                assert effects or not ids & {*step.destroyed_models, *step.arriving_models}
        declared = [e for e in turn.events if isinstance(e, BaseAttackDeclared)]
        aimed = [s for s in steps if s.kind is AnimationKind.AIM]
        assert len(aimed) == len(declared) or case.id == "discs"
    assert case.id == "discs" or attacks or case.id.startswith("warmachine")
    assert damaged or case.id != "neo_mechanika"


@pytest.mark.parametrize(
    ("silhouette", "fall", "expected", "sound"),
    [
        (
            Silhouette.TROOPER,
            FallKind.TOPPLE,
            {EffectKind.IMPACT, EffectKind.DEBRIS, EffectKind.DUST},
            "fall",
        ),
        (
            Silhouette.WARJACK,
            FallKind.COLLAPSE,
            {
                EffectKind.IMPACT,
                EffectKind.SMOKE,
                EffectKind.SPARKS,
                EffectKind.DEBRIS,
                EffectKind.DUST,
                EffectKind.COLUMN,
            },
            "collapse",
        ),
        (
            Silhouette.PORTAL,
            FallKind.BREAK,
            {EffectKind.SHARDS, EffectKind.DUST, EffectKind.COLUMN},
            "shatter",
        ),
    ],
)
def test_each_kind_of_model_falls_in_its_own_way(silhouette, fall, expected, sound):
    step = make_step(AnimationKind.GONE, silhouette, destroyed_models=("b",), attacker="a")
    assert fall_kind(step, "b") is fall and kinds_of(step) == expected
    assert choose_sound(step) == sound
    wreck = make_wreck(step, "b")
    pose = wreck.trunk_pose(wreck.rest_s)
    if fall is FallKind.BREAK:
        assert pose.lean == 0.0
    else:
        assert 70 < pose.lean < 115, "it lies flat"
        assert abs(wreck.toward + 90) < 60, "away from the attacker"


@pytest.mark.parametrize("manner", ["jump", "throw", "slam", "fall"])
def test_who_comes_down_raises_dust_and_is_heard(manner):
    track = ((5.0, 10.0, 0.0), (9.0, 10.0, 0.0))
    step = make_step(AnimationKind.MOVE, tracks={"a": track}, manner=manner)
    dust = next(e for e in step_effects(step) if e.kind is EffectKind.DUST)
    assert dust.at == track[-1] and dust.start_s > 0.9 * step.seconds
    assert landing_sound(step) == "land" and KINDS_BY_SOUND["land"] == "movement"


def test_who_walks_or_is_put_raises_no_dust():
    track = ((5.0, 10.0, 0.0), (9.0, 10.0, 0.0))
    for manner in ("walk", "put", "fly"):
        step = make_step(AnimationKind.MOVE, tracks={"a": track}, manner=manner)
        assert not step_effects(step) and not landing_sound(step)


def test_a_gate_opens_and_models_come_through_it():
    gate = make_step(AnimationKind.COMES, Silhouette.PORTAL, arriving_models=("b",))
    assert kinds_of(gate) == {EffectKind.GATE} and choose_sound(gate) == "gate"
    through = make_step(AnimationKind.COMES, arriving_models=("a",), gate="b")
    assert kinds_of(through) == {EffectKind.GATE, EffectKind.DUST}
    deployed = make_step(AnimationKind.COMES, arriving_models=("a",))
    assert kinds_of(deployed) == {EffectKind.DUST} and choose_sound(deployed) == "land"


def test_a_hit_sparks_and_nudges_the_camera_and_a_miss_does_not():
    hurt = make_step(AnimationKind.HEALTH, hurt_models=("b",), attacker="a")
    assert kinds_of(hurt) == {EffectKind.IMPACT, EffectKind.DEBRIS, EffectKind.SMOKE}
    nudges = [camera_nudge([(e, s) for e in step_effects(hurt)]) for s in (0.0, 0.05, 0.4)]
    assert nudges[1] != (0.0, 0.0) and nudges[2] == (0.0, 0.0)
    assert all(abs(v) < 0.01 for nudge in nudges for v in nudge)
    miss = make_step(AnimationKind.WORDS, words="missed", beside_model="b", attacker="a")
    assert kinds_of(miss) == {EffectKind.DUST} and choose_sound(miss) == "miss"
    assert camera_nudge([(e, 0.05) for e in step_effects(miss)]) == (0.0, 0.0)


def test_shooters_recoil_and_fighters_lunge():
    for look in AttackKind:
        push = [step_poses(shot_step(look), part)["a"].shift[0] for part in (0.15, 0.45, 1.0)]
        assert push[2] == pytest.approx(0.0, abs=0.02) and push[0] < -0.02
        assert push[1] > 0.3 if look is AttackKind.MELEE else push[0] < push[1]
        aim = step_poses(attack_step(look), 0.5)["a"]
        assert aim.lean > 3 and (aim.shift[0] < -0.1) == (look is AttackKind.MELEE)


def test_a_shot_flies_past_what_it_misses_and_ends_at_what_it_hits():
    for look in AttackKind:
        ends = dict[str, tuple[float, float, float]]()
        for words in ("hit", "missed"):
            effects = step_effects(shot_step(look, words))
            ends[words] = next(e.end for e in effects if e.kind is FLYING[look] and e.end)
        assert ends["hit"][0] < TARGET.at[0] < ends["missed"][0]
        assert ends["missed"][2] == TARGET.at[2]
        gap = np.hypot(*np.subtract(ends["missed"], TARGET.at)[:2])
        assert gap > TARGET.radius + 0.3


@pytest.mark.parametrize("look", AttackKind)
def test_a_target_jolts_back_when_the_shot_arrives_and_stands_again(look):
    step = shot_step(look)
    delay = impact_delay_s(step)
    assert delay == IMPACT_DELAYS_S[look] > 0
    assert "b" not in step_poses(step, 0.9 * delay / step.seconds)
    struck = step_poses(step, (delay + 0.06) / step.seconds)["b"]
    assert struck.shift[0] > 0.15 and struck.lean > 12 and struck.glow > 0.3
    assert struck.toward == pytest.approx(-90), "away from the attacker"
    sparks = next(e for e in step_effects(step) if e.kind is EffectKind.SPARKS)
    assert sparks.start_s == pytest.approx(delay)
    hurt = make_step(AnimationKind.HEALTH, hurt_models=("b",), attacker="a")
    assert step_poses(hurt, 0.1)["b"].shift[0] > struck.shift[0]
    assert step_poses(hurt, 1.0)["b"].shift[0] == pytest.approx(0.0, abs=0.01)


def test_a_deflected_shot_differs_from_a_hit_and_says_so():
    step = make_step(
        AnimationKind.WORDS, words="no damage", beside_model="b", damage={"b": 0}, attacker="a"
    )
    assert kinds_of(step) == {EffectKind.GLANCE}
    assert [number.text for number in damage_numbers([(step, 0.3)])] == ["no damage"]
    (effect,) = step_effects(step)
    frame = effect_frame([(effect, 0.3)])
    sparks = frame.streaks[:22]
    assert sparks[:, 3].mean() < TARGET.at[0] and sparks[:, 5].mean() > TARGET.at[2] + 0.5
    hit = step_poses(shot_step(AttackKind.BALLISTIC), 0.4)["b"]
    assert 0 < step_poses(step, 0.1)["b"].lean < hit.lean


def test_a_miss_and_a_loss_have_words_over_the_model():
    miss = make_step(AnimationKind.WORDS, words="missed, 6 against 8", beside_model="b")
    gone = make_step(AnimationKind.GONE, words="destroyed", destroyed_models=("b",))
    texts = [damage_numbers([(step, 0.3)])[0].text for step in (miss, gone)]
    assert texts == ["missed", "destroyed"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_attack_fires_once_and_only_with_its_result(case: Case) -> None:
    game = play_at_random(case.new(case.seed), case.seed, 160)
    under_way = AttackProgress()
    shots = 0
    aimed = False
    for turn in game.turns:
        steps, under_way = make_steps(case.rules, turn.state_before, turn.events, under_way)
        for step in steps:
            if step.kind is AnimationKind.AIM and step.attack is not None:
                aimed = True
            if step.kind is AnimationKind.DICE:
                assert not step.fires
            if step.fires:
                assert aimed and step.attack is not None and step.has_fired
                assert (
                    step.words.startswith((*MISS_WORDS, HIT_WORDS))
                    or step.damage
                    or step.splashes
                    or step.hurt_models
                    or case.id == "discs"
                )
                aimed = False
                shots += 1
    assert shots or case.id.startswith("warmachine")


def test_effects_depend_on_the_step_and_the_seed_alone():
    step = attack_step(AttackKind.FIRE)
    again = attack_step(AttackKind.FIRE)
    assert step_effects(step) == step_effects(again) != step_effects(step, seed=5)
    frames = [effect_frame([(e, 0.3) for e in step_effects(s)]) for s in (step, again)]
    assert np.array_equal(frames[0].sprites, frames[1].sprites)


def test_reduced_motion_fades_alone():
    gone = make_step(AnimationKind.GONE, destroyed_models=("b",), attacker="a")
    comes = make_step(AnimationKind.COMES, arriving_models=("a",))
    track = ((5.0, 10.0, 0.0), (9.0, 10.0, 0.0))
    moves = make_step(AnimationKind.MOVE, tracks={"a": track}, manner="walk")
    for step in (gone, comes, moves, attack_step(AttackKind.MELEE)):
        for part in (0.1, 0.6, 1.0):
            for pose in step_poses(step, part, is_reduced=True).values():
                still = (pose.lean, pose.size, pose.stretch, pose.shift)
                assert still == (0.0, 1.0, 1.0, (0.0, 0.0, 0.0))
    assert step_poses(gone, 0.7, is_reduced=True)["b"].alpha == pytest.approx(0.3)
    assert not step_poses(attack_step(AttackKind.MELEE), 0.3, is_reduced=True)


def test_damage_numbers_rise_and_with_reduced_motion_stay():
    step = make_step(AnimationKind.HEALTH, hurt_models=("b",), damage={"b": 4})
    low, high = (damage_numbers([(step, s)])[0] for s in (0.1, 0.9))
    assert low.text == high.text == "−4" and high.at[2] > low.at[2] + 0.5
    still = [damage_numbers([(step, s)], is_reduced=True)[0].at for s in (0.1, 0.9)]
    assert still[0] == still[1] and not damage_numbers([(step, NUMBER_S)])


def watched_game() -> tuple[AnimationQueue, list[float], Case, Any]:
    case = next(case for case in CASES if case.id == "neo_mechanika")
    game = play_at_random(case.new(case.seed), case.seed, 160)
    clock = [100.0]
    queue = AnimationQueue(case.rules, game.turns[0].state_before, now=lambda: clock[0])
    return queue, clock, case, game


@pytest.mark.parametrize("skip", ["skip_group", "skip_all", "reset", "set_speed"])
def test_a_skip_ends_every_effect_at_once(skip):
    queue, clock, _, game = watched_game()
    skipped = 0
    for done, turn in enumerate(game.turns, 1):
        queue.add(turn.state_before, turn.events, turn.state_after, done)
        while queue.is_busy and not (queue.effects or queue.damage_numbers):
            clock[0] += 0.05
            queue.poll()
        if not queue.is_busy:
            continue
        skipped += 1
        if skip == "reset":
            queue.reset(turn.state_after)
        elif skip == "set_speed":
            queue.set_speed(0)
        else:
            while queue.is_busy:
                getattr(queue, skip)()
                assert all(seconds == 0 for _, seconds in queue.effects)
        assert not queue.effects and not queue.damage_numbers and not queue.is_busy
        queue.set_speed(1)
    assert skipped > 5


def test_effects_go_on_for_a_moment_after_their_step_and_then_nothing_changes():
    queue, clock, _, game = watched_game()
    outlasting = 0
    for done, turn in enumerate(game.turns, 1):
        queue.add(turn.state_before, turn.events, turn.state_after, done)
        while queue.is_busy:
            clock[0] += 0.05
            queue.poll()
        outlasting += bool(queue.effects)
        clock[0] += 2.0
        queue.poll()
        assert not queue.effects and not queue.damage_numbers
        assert not queue.poll() or not queue.rolls
    assert outlasting


def test_with_reduced_motion_the_queue_has_no_effects_and_models_do_not_glide():
    queue, clock, _, game = watched_game()
    queue.is_reduced = True
    places = set()
    for done, turn in enumerate(game.turns[:80], 1):
        queue.add(turn.state_before, turn.events, turn.state_after, done)
        while queue.is_busy:
            step = queue.current_step
            assert not queue.effects
            if step is not None and step.tracks:
                for id, place in queue.moving_positions.items():
                    track = step.tracks[id]
                    near = min(
                        np.abs(np.subtract(place, end)).max() for end in (track[0], track[-1])
                    )
                    assert near < 1e-6
                    places.add(place)
            clock[0] += 0.05
            queue.poll()
    assert places


def test_a_page_is_told_what_flies_who_shoots_and_the_damage():
    aimed = step_data(attack_step(AttackKind.FIRE))
    assert aimed["weapon"] == "fire" and aimed["by"] == "a"
    assert "fires" not in aimed and step_data(shot_step(AttackKind.FIRE))["fires"] is True
    hurt = step_data(make_step(AnimationKind.HEALTH, hurt_models=("b",), damage={"b": 2}))
    assert hurt["damage"] == {"b": 2} and "weapon" not in hurt
    page = (Path(web.__file__).parent / "seat_staging.js").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith("const GLOWS"))
    glows = dict(re.findall(r"(\w+): \[(\d+, \d+, \d+)\]", line))
    assert glows == {str(k): ", ".join(map(str, LOOK_COLORS[k])) for k in AttackKind}


# --- where a shot begins, and how large a burst is


MUZZLE = (5.9, 10.2, 1.7)


@pytest.mark.parametrize("look", [look for look in AttackKind if look is not AttackKind.MELEE])
def test_the_shot_the_flash_and_the_smoke_begin_at_the_muzzle(look: AttackKind) -> None:
    for weapon, start in (
        (WeaponPlaces(MUZZLE), MUZZLE),
        (WeaponPlaces(), (5.0 + ATTACKER.radius, 10.0, CHEST_SHARE * ATTACKER.height)),
    ):
        effects = step_effects(shot_step(look), weapon=weapon)
        delay = impact_delay_s(shot_step(look))
        begun = [e for e in effects if e.start_s < delay and e.kind is not EffectKind.SPARKS]
        assert {FLYING[look], EffectKind.FLASH} <= {e.kind for e in begun}
        assert all(e.at == pytest.approx(start) for e in begun)
        (charge,) = step_effects(attack_step(look), weapon=weapon)
        assert charge.at == pytest.approx(start) and charge.start_s == TURN_S


def test_a_shot_in_the_step_that_aims_waits_for_the_turn() -> None:
    step = make_step(
        AnimationKind.AIM,
        attack=LINE,
        attack_kind=AttackKind.BALLISTIC,
        attacker="a",
        beside_model="b",
        fires=True,
    )
    assert min(effect.start_s for effect in step_effects(step)) == TURN_S
    assert impact_delay_s(step) == TURN_S + IMPACT_DELAYS_S[AttackKind.BALLISTIC]
    assert step_poses(step, 0.9 * TURN_S / step.seconds)["a"].shift == (0.0, 0.0, 0.0)


def test_the_trail_of_a_blade_follows_its_way_while_it_swings() -> None:
    blade = tuple((6.0 + 0.1 * k, 9.0 + 0.15 * k, 1.5 - 0.05 * k) for k in range(12))
    step = shot_step(AttackKind.MELEE)
    swing = next(e for e in step_effects(step, weapon=WeaponPlaces(blade=blade)) if e.path)
    assert swing.kind is EffectKind.SWING and swing.path == blade
    assert swing.start_s == BLOW_START_S < impact_delay_s(step) < BLOW_END_S
    early, end = (
        effect_frame([(swing, seconds)]).streaks for seconds in (BLOW_START_S + 0.06, BLOW_END_S)
    )
    assert np.abs(early[:, 3:6] - blade[-1]).sum(axis=1).min() > 0.5, "not there yet"
    assert np.abs(end[:, 3:6] - blade[-1]).sum(axis=1).min() < 0.01
    assert end[:, 4].max() <= max(y for _, y, _ in blade) + 1e-6
    unknown = next(e for e in step_effects(step) if e.path)
    gaps = [np.hypot(x - TARGET.at[0], y - TARGET.at[1]) for x, y, _ in unknown.path]
    assert min(gaps) < gaps[0] - 0.5 and min(gaps) < np.hypot(7.0, 0.0) - ATTACKER.radius


def test_sparks_for_a_hit_fragments_for_damage_and_a_blast_for_the_end() -> None:
    hit = shot_step(AttackKind.BALLISTIC)
    hurt = make_step(AnimationKind.HEALTH, hurt_models=("b",), attacker="a")
    gone = make_step(AnimationKind.GONE, Silhouette.WARJACK, destroyed_models=("b",), attacker="a")
    blasts = [
        [e for e in step_effects(step) if e.kind is EffectKind.IMPACT] for step in (hit, hurt, gone)
    ]
    assert [len(each) for each in blasts] == [0, 1, 1]
    assert blasts[1][0].size < 0.7 * blasts[2][0].size
    (sparks,) = (e for e in step_effects(hit) if e.kind is EffectKind.SPARKS)
    assert sparks.size < 0.4 * blasts[1][0].size and sparks.seconds < 0.3, "the burst is for damage"
    assert EffectKind.SPARKS not in kinds_of(hurt) and EffectKind.DEBRIS not in kinds_of(hit)
    few, many = (
        len(effect_frame([(e, e.start_s + 0.1)]).streaks)
        for step in (hurt, gone)
        for e in step_effects(step)
        if e.kind is EffectKind.DEBRIS
    )
    assert 4 <= few <= 10 < 2 * few < many


def test_who_topples_just_after_its_damage_has_no_second_burst() -> None:
    gone = make_step(AnimationKind.GONE, destroyed_models=("b",), attacker="a")
    assert EffectKind.IMPACT in kinds_of(gone)
    assert kinds_of(replace(gone, was_hurt=True)) == {EffectKind.DEBRIS, EffectKind.DUST}
    wreck = make_step(
        AnimationKind.GONE, Silhouette.WARJACK, destroyed_models=("b",), was_hurt=True
    )
    assert EffectKind.IMPACT in kinds_of(wreck), "a machine explodes"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_end_knows_whether_its_damage_was_shown_just_before(case: Case) -> None:
    game = play_at_random(case.new(case.seed), case.seed, 160)
    for turn in game.turns:
        steps, _ = make_steps(case.rules, turn.state_before, turn.events)
        for before, step in zip((None, *steps), steps, strict=False):
            hurt = before is not None and before.kind is AnimationKind.HEALTH
            shown = (
                hurt and before is not None and {*step.destroyed_models} <= {*before.hurt_models}
            )
            is_end = step.kind is AnimationKind.GONE
            assert step.was_hurt == (is_end and shown)


def attacks_of(case: Case, actions: int) -> Iterator[list[AnimationStep]]:
    """Yield the steps of each group of a game at random, such as an attack with its dice."""
    game = play_at_random(case.new(case.seed), case.seed, actions)
    for turn in game.turns:
        steps, _ = make_steps(case.rules, turn.state_before, turn.events)
        for _, group in groupby(steps, key=lambda step: step.group_number):
            yield [*group]


def test_a_shot_that_hits_is_seen_with_its_damage() -> None:
    """Neo-Mechanika rolls for damage in the same action."""
    shots = 0
    (case,) = (case for case in CASES if case.id == "neo_mechanika")
    for group in attacks_of(case, 260):
        hit = next((n for n, step in enumerate(group) if step.words.startswith(HIT_WORDS)), None)
        if hit is None or group[hit].has_fired:  # an area is hit before anybody in it
            continue
        kinds = [step.kind for step in group[hit:]]
        if AnimationKind.HEALTH not in kinds:
            continue
        hurt = hit + kinds.index(AnimationKind.HEALTH)
        if any(step.kind is AnimationKind.MOVE for step in group[hit:hurt]):
            continue
        shots += 1
        fired = next(n for n, step in enumerate(group) if step.fires)
        assert hit < fired <= hurt, "both rolls come before the shot"
        assert group[fired].seconds > impact_delay_s(group[fired]) + 0.4
        assert not any(step.has_shot for step in group[:fired])
        assert all(step.has_fired for step in group[fired:])
        assert EffectKind.SPARKS not in kinds_of(group[hit])
    assert shots >= 3


@pytest.mark.parametrize("manner", ["walk", "fly", "slam", "put"])
def test_who_walks_sways_with_each_step_and_stands_at_both_ends(manner: str) -> None:
    track = ((5.0, 10.0, 0.0), (5.0, 13.0, 0.0), (8.0, 13.0, 0.0))
    step = make_step(AnimationKind.MOVE, tracks={"a": track}, manner=manner)
    poses = [step_poses(step, part).get("a", UPRIGHT) for part in np.linspace(0, 1, 61)]
    if manner != "walk":
        assert {*poses} == {UPRIGHT}
        return
    assert poses[0] == poses[-1] == UPRIGHT
    north = [pose.toward for pose in poses[5:28] if pose.toward is not None]
    assert min(north) < -20 < 20 < max(north)
    east = [pose.toward for pose in poses[34:56] if pose.toward is not None]
    assert all(-180 < toward < 0 for toward in east), "it leans ahead"
    for pose in poses:
        assert pose.lean < 6.0 and pose.shift[:2] == (0.0, 0.0)
        assert pose.shift[2] >= ATTACKER.radius * np.sin(np.radians(pose.lean)) - 1e-9
        assert pose.shift[2] < 0.2
    assert step_poses(step, 0.4, is_reduced=True)["a"].lean == 0.0


def test_a_shot_is_heard_as_it_leaves_and_its_harm_as_it_arrives() -> None:
    hurt = make_step(AnimationKind.HEALTH, hurt_models=("b",), attacker="a")
    shot = replace(hurt, fires=True, attack_kind=AttackKind.EXPLOSIVE)
    assert (choose_sound(hurt), impact_sound(hurt)) == ("hit", "")
    assert (choose_sound(shot), impact_sound(shot)) == ("cannon", "hit")
    miss = make_step(AnimationKind.WORDS, words="missed", attacker="a")
    assert impact_sound(replace(miss, fires=True)) == ""


def test_who_is_destroyed_by_a_shot_falls_when_it_arrives() -> None:
    gone = make_step(AnimationKind.GONE, destroyed_models=("b",), attacker="a")
    shot = replace(gone, fires=True, has_fired=True, seconds=gone.seconds + 0.35)
    (remains,) = remains_of(shot, 0.0)
    assert remains.delay_s == impact_delay_s(shot) > 0.1
    wreck = make_wreck(shot, "b")
    assert wreck.trunk_pose(-0.05).lean == 0.0 < wreck.trunk_pose(0.2).lean
    assert remains.stain_alpha(0.9 * remains.delay_s) == 0.0 < remains.stain_alpha(0.6)


def test_the_word_of_an_end_goes_with_its_step() -> None:
    for seconds in (1.2, 5.0):
        gone = replace(
            make_step(AnimationKind.GONE, destroyed_models=("b",), words="destroyed"),
            seconds=seconds,
        )
        ends = [s for s in np.arange(0, 6, 0.05) if damage_numbers([(gone, float(s))])]
        assert 0.8 < max(ends) < min(seconds, NUMBER_S)


def with_others(step: AnimationStep, others: list[Body]) -> AnimationStep:
    """A step with more models on its table."""
    table = replace(TABLE, bodies=(ATTACKER, TARGET, *others))
    rules: Any = SimpleNamespace(
        queries=SimpleNamespace(table=lambda state: table), display=step.rules.display
    )
    return replace(step, rules=rules)


NEIGHBORS = {
    "none": (),
    "one side": ((1.3, 0.9),),
    "the other side": ((1.3, -0.9),),
    "both sides": ((1.3, 0.9), (1.3, -0.9)),
    "behind": ((1.3, 0.9), (1.3, -0.9), (1.6, 0.0)),
}
"""Who stands by a target: how far beyond it and how far to the left, in inches."""


@pytest.mark.parametrize("near", NEIGHBORS)
def test_who_topples_falls_where_nobody_stands(near: str) -> None:
    others = [
        Body(f"n{k}", "small", (TARGET.at[0] + x, TARGET.at[1] + y, TARGET.at[2]))
        for k, (x, y) in enumerate(NEIGHBORS[near])
    ]
    step = make_step(AnimationKind.GONE, destroyed_models=("b",), attacker="a")
    toward = fall_heading(with_others(step, others), "b")
    lies = np.array([-np.sin(np.radians(toward)), np.cos(np.radians(toward))])
    spots = np.array(TARGET.at[:2]) + np.outer(np.linspace(0, TARGET.height, 12), lies)
    for other in others:
        gaps = np.hypot(*(spots - np.array(other.at[:2])).T) - other.radius
        assert gaps.min() > 0.1, (toward, other)
    if near in ("none", "one side", "the other side"):
        assert lies[0] > 0.3, "away from the attacker"


def test_who_falls_in_a_crowd_falls_where_there_is_most_room() -> None:
    ring = [
        Body(f"n{k}", "small", (TARGET.at[0] + 1.25 * x, TARGET.at[1] + 1.25 * y, TARGET.at[2]))
        for k, (x, y) in enumerate(
            (np.cos(t), np.sin(t)) for t in np.linspace(0, 2 * np.pi, 9)[:-1]
        )
    ]
    step = make_step(AnimationKind.GONE, destroyed_models=("b",), attacker="a")
    crowded = with_others(step, ring)
    wreck = make_wreck(crowded, "b")
    assert wreck.toward == fall_heading(crowded, "b") and wreck.lean > 60


MACHINE = "neo_mechanika/dusk_wolf"
PERSON = "neo_mechanika/ranger_fire_team"
GATE = "neo_mechanika/gate_empyreans"


def fallen(
    silhouette: Silhouette, figure: str, heading: float = 90.0, is_far: bool = False
) -> tuple[Wreck, SplitFigure]:
    """The wreck of a model with a figure, and its parts."""
    gone = make_step(AnimationKind.GONE, silhouette, destroyed_models=("b",), attacker="a")
    livery = Livery((1, 2, 3), silhouette=silhouette, figure=figure)
    gone = replace(gone, rules=with_livery(gone.rules, livery))
    split = split_figure(cast_figure(TARGET, livery), is_far)
    assert split is not None
    return make_wreck(gone, "b", heading, is_far=is_far), split


def with_livery(rules: Any, livery: Livery) -> Any:
    display = SimpleNamespace(liveries=lambda state: {"b": livery})
    return SimpleNamespace(queries=rules.queries, display=display)


def lowest_of(points: Any, wreck: Wreck, pose: ModelPose) -> float:
    """The height of the lowest of a figure's points in a pose."""
    places = [posed_point(wreck.at, wreck.heading, pose, tuple(point)) for point in points]
    return min(place[2] for place in places)


@pytest.mark.parametrize("is_far", [False, True])
@pytest.mark.parametrize(
    ("silhouette", "figure"),
    [
        (Silhouette.TROOPER, PERSON),
        (Silhouette.WARJACK, "warmachine/hound"),
        (Silhouette.WARJACK, MACHINE),
        (Silhouette.PORTAL, GATE),
        (Silhouette.WARJACK, "warmachine/juggernaut"),
    ],
)
def test_nothing_of_a_wreck_sinks_into_the_table_or_hovers(
    silhouette: Silhouette, figure: str, is_far: bool
) -> None:
    wreck, split = fallen(silhouette, figure, is_far=is_far)
    is_machine = silhouette is not Silhouette.TROOPER
    assert (3 <= len(split.pieces) <= 6) == is_machine == bool(wreck.flights)
    for seconds in np.arange(0.0, wreck.rest_s + 0.1, 0.1):
        poses = wreck.poses(float(seconds))
        assert lowest_of(split.shape.corners, wreck, poses.trunk) > -1e-6
        for piece in split.pieces:
            assert lowest_of(piece.shape.corners, wreck, poses.pieces[piece.region]) > -1e-6
    rest = wreck.poses(wreck.rest_s)
    assert lowest_of(split.shape.corners, wreck, rest.trunk) < 1e-3, "it lies on the table"
    for piece in split.pieces:
        assert lowest_of(piece.shape.corners, wreck, rest.pieces[piece.region]) < 1e-3
    assert rest.base.alpha == 0.0 and wreck.poses(0.1).base == ModelPose(glow=rest_glow(wreck))


def rest_glow(wreck: Wreck) -> float:
    return wreck.trunk_pose(0.1).glow


def test_a_person_lies_flat_and_not_askew() -> None:
    for heading in (-90.0, 0.0, 45.0, 90.0, 180.0):
        wreck, split = fallen(Silhouette.TROOPER, PERSON, heading)
        pose = wreck.trunk_pose(wreck.rest_s)
        x, y, z = split.shape.middle
        middle = posed_point(wreck.at, heading, pose, (x, y, z))
        assert middle[2] < 0.35 * np.ptp(split.shape.corners[:, 2]), heading
        assert 65 < pose.lean < 115, heading


def test_a_part_is_on_its_machine_until_it_flies_and_then_lies_where_nobody_stands() -> None:
    wreck, split = fallen(Silhouette.WARJACK, MACHINE)
    start = wreck.poses(0.0)
    for piece in split.pieces:
        here = posed_point(wreck.at, wreck.heading, ModelPose(), piece.center)
        shift = start.pieces[piece.region].shift
        assert np.subtract(here, wreck.at) == pytest.approx(shift, abs=0.03)
    before, after = wreck.piece_poses(SHUDDER_S - 1e-4), wreck.piece_poses(SHUDDER_S)
    for region, pose in before.items():
        assert pose.shift == pytest.approx(after[region].shift, abs=0.15), "it does not jump"
    for pose in wreck.piece_poses(wreck.rest_s).values():
        place = np.add(wreck.at, pose.shift)[:2]
        assert np.hypot(*(place - ATTACKER.at[:2])) > ATTACKER.radius
        assert np.hypot(*(place - TARGET.at[:2])) > TARGET.radius, "away from the wreck's place"


def test_who_falls_is_charred_and_lies_there() -> None:
    for silhouette in (Silhouette.TROOPER, Silhouette.WARJACK):
        gone = make_step(AnimationKind.GONE, silhouette, destroyed_models=("b",), attacker="a")
        wreck = make_wreck(gone, "b")
        first, last = wreck.trunk_pose(0.0), wreck.trunk_pose(wreck.rest_s)
        assert first.shade == 1.0 and 0.2 < last.shade < 0.7 and last.alpha == 1.0
        assert wreck.poses(wreck.rest_s, 0.5).trunk == replace(last, alpha=0.5)
        assert wreck.poses(wreck.rest_s) == wreck.poses(wreck.rest_s + 1.0), "at rest"
        assert wreck.rest_s < 2.0
