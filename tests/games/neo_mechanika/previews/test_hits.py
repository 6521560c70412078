"""What previews say of attacks is what happens: targets, dice, sprays, blasts, Strafe and slams, played through the game."""

import time

import pytest

from tests.games.neo_mechanika.previews.previewed import (
    BOARDS,
    HUNTER,
    WOLF,
    High,
    Low,
    played,
    skirmish,
)
from tests.games.neo_mechanika.rules.fighting import activated, armed, pools, told
from tests.games.neo_mechanika.rules.moving import ground
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun
from tests.narrowed import a, there
from tests.table.building import box
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.odds.chances import attack_odds
from wc3d.games.neo_mechanika.odds.outcomes import enumerate_outcomes
from wc3d.games.neo_mechanika.previews.attacks import (
    attack_preview,
    blast_preview,
    spray_preview,
    strafe_preview,
)
from wc3d.games.neo_mechanika.previews.slams import (
    drag_preview,
    odds_with_slam,
    slam_preview,
    slam_threats,
)
from wc3d.games.neo_mechanika.previews.targets import (
    check_weapon_use,
    forecast_target,
    target_preview,
)
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.triggers import Reaction
from wc3d.games.neo_mechanika.rules.actions import Attack, Pass, Use
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode, attack_modes
from wc3d.games.neo_mechanika.rules.turn.cyphers import fury_weapon
from wc3d.games.neo_mechanika.rules.weapons import find_weapon, model_weapons
from wc3d.games.neo_mechanika.text.formatting import format_pool
from wc3d.presentation.palette import Pen, Role

MARAUDER = "2.marauder.1"
SCOURGE = "2.scourge.1"
WEAVER = "1.coalition_weaver.1"
CODES = {"out of range": "out_of_range", "Stealth": "stealth", "no line": "no_sight"}


def duel(*weapons, table=None, **at):
    """A Dusk Wolf that has begun its activation at (20, 20), with these weapons, and enemies where they are put."""
    names = {
        "marauder": MARAUDER,
        "scourge": SCOURGE,
        "a": "2.vassal_reavers.1.a",
        "b": "2.vassal_reavers.1.b",
    }
    names["c"] = "2.vassal_reavers.1.c"
    places = {WOLF: (20.0, 20.0), **{names[k]: p for k, p in at.items()}}
    north = ("marauder", "scourge", "vassal_reavers")
    return activated(begun((armed(*weapons),), north, at=places, table=table or ground()), WOLF)


def weapon_of(game, key):
    found = find_weapon(game.state, WOLF, key)
    assert found is not None
    return found


def weapon_modes(state, model):
    """Each weapon of a model in each of its modes."""
    for carried in model_weapons(state, model):
        for mode in attack_modes(carried):
            yield apply_mode(carried, mode), mode


def enemies(state, model):
    """The enemies on the table, nearest first."""
    others = [b.id for b in state.bodies if state.owner(b.id) != state.owner(model)]
    return sorted(others, key=lambda id: state.table.distance(model, id))


def targets_of(state, model, using):
    """The enemies that may be attacked with a weapon."""
    return [
        p for id in enemies(state, model) if (p := forecast_target(state, model, using, id)).legal
    ]


@pytest.mark.rule("NM-ATK-04")
@pytest.mark.parametrize("seed", range(12))
def test_the_targets_shown_are_those_that_the_game_takes(seed):
    game = skirmish(seed, (WOLF, HUNTER)[seed % 2], BOARDS[seed % len(BOARDS)])
    state = game.view(1).state
    model = state.models_of((WOLF, HUNTER)[seed % 2])[0].id
    for using, mode in weapon_modes(state, model):
        assert check_weapon_use(state, model, using)
        for target in enemies(state, model):
            p = forecast_target(state, model, using, target)
            action = Attack(player=1, model=model, weapon=using.key, target=target, mode=mode)
            said = game.check(action)
            seen = target_preview(state, model, using, target, mode)
            assert p.legal is seen.legal is bool(said)
            assert seen.action == (action if said else None)
            assert (Pen.CLEAR in [s.pen for s in seen.marks.strokes]) is p.legal and len(
                seen.tags
            ) == 1
            if said:
                assert p.odds == attack_odds(state, model, using, target)
            else:
                assert (
                    next(code for words, code in CODES.items() if p.why.startswith(words))
                    == said.code
                )
                assert f"p. {said.page}" in seen.words


@pytest.mark.parametrize("seed", range(6))
def test_the_dice_foretold_are_the_dice_rolled(seed):
    game = skirmish(seed, WOLF, arc={WOLF: seed % 4})
    for using, _ in weapon_modes(game.state, WOLF):
        for p in targets_of(game.state, WOLF, using)[:2]:
            rows = dict(target_preview(game.state, WOLF, using, p.target).facts)
            action = Attack(player=1, model=WOLF, weapon=using.key, target=p.target)
            _, happened = played(game, action)
            first = next(
                e
                for e in told(happened, events.AttackDeclared)
                if e.target == p.target and e.part != "strafe"
            )
            after = (
                happened[happened.index(first) :] if "spray" not in using.qualities else happened
            )
            rolled = {
                why: format_pool(ad, pd)
                for why, ad, pd in pools(after)[::-1]
                if why in ("attack", "defence")
            }
            if "spray" not in using.qualities:
                assert rows["Dice"] == f"{rolled['attack']} against {rolled['defence']}"
                assert first.cover is p.cover is rows["Cover"].startswith("+2 PD")


@pytest.mark.rule("NM-ATK-11")
def test_cover_is_told_with_what_gives_it():
    game = duel(
        "rail_gun",
        table=ground(box("low", "obstacle", (28.0, 20.0), (0.5, 3.0), 1.0)),
        marauder=(29.5, 20.0),
    )
    seen = target_preview(game.state, WOLF, weapon_of(game, "rail_gun"), MARAUDER)
    assert (
        dict(seen.facts)["Cover"] == "+2 PD, from low"
        and seen.marks.marked_models == {"low": "GIVES COVER"}
        and seen.marks.hull
    )


@pytest.mark.rule("NM-ATK-05")
def test_what_is_in_the_way_is_named_and_drawn():
    game = duel(
        "rail_gun",
        table=ground(box("wall", "structure", (25.0, 20.0), (0.5, 20.0), 6.0)),
        marauder=(29.5, 20.0),
    )
    seen = target_preview(game.state, WOLF, weapon_of(game, "rail_gun"), MARAUDER)
    assert (
        seen.legal is False
        and "wall" in seen.words
        and seen.marks.marked_models == {"wall": "BLOCKS"}
    )
    assert [s.pen for s in seen.marks.strokes] == [Pen.BLOCKED]


@pytest.mark.rule("NM-ATK-04")
def test_how_far_out_of_range_a_target_is():
    game = duel("rail_gun", marauder=(45.0, 20.0))
    p = forecast_target(game.state, WOLF, weapon_of(game, "rail_gun"), MARAUDER)
    apart = game.state.table.distance(WOLF, MARAUDER)
    assert p.why == f'out of range by {apart - weapon_of(game, "rail_gun").rng:.1f}"'


@pytest.mark.rule("NM-ACT-09")
def test_a_weapon_that_was_used_says_so_and_is_no_action():
    game = duel("rail_gun", marauder=(26.0, 20.0))
    after, _ = played(game, Attack(player=1, model=WOLF, weapon="rail_gun", target=MARAUDER))
    rail_gun = weapon_of(game, "rail_gun")
    assert check_weapon_use(after, WOLF, rail_gun).code == "weapon_used"
    seen = target_preview(after, WOLF, rail_gun, MARAUDER)
    assert (
        seen.action is None
        and seen.legal is False
        and "has already attacked with Rail Gun" in seen.words
    )


def test_a_fury_is_previewed_like_a_weapon():
    at = {WEAVER: (20.0, 20.0), MARAUDER: (24.0, 20.0)}
    state = begun(
        ("coalition_weaver",),
        ("marauder",),
        at=at,
        hands={1: ["velocity_projector"]},
        arc={WEAVER: 1},
    )
    game = at_step(state, "cypher")
    card = fury_weapon(state.setup.cards.cyphers["velocity_projector"])
    seen = attack_preview(game.state, WEAVER, card, MARAUDER)
    assert (
        seen.legal
        and there(seen.action).type == "play"
        and dict(seen.facts)["Caused by"] == "Velocity Projector"
    )
    after, happened = played(game, seen.action, Soft())
    (slammed,) = [e for e in told(happened, events.Moved) if e.how == "is slammed"]
    assert any(g.volume.center == pytest.approx(slammed.track[-1][:2]) for g in seen.marks.ghosts)
    assert after.place(MARAUDER) == pytest.approx(slammed.track[-1])


# Whom else


@pytest.mark.rule("NM-SPR-03")
@pytest.mark.parametrize("seed", range(6))
def test_a_spray_attacks_those_it_is_said_to_in_that_order(seed):
    game = skirmish(seed, WOLF)
    flame = weapon_of(game, "flame_thrower")
    for p in targets_of(game.state, WOLF, flame)[:3]:
        seen = spray_preview(game.state, WOLF, flame, p.target)
        _, happened = played(game, Attack(player=1, model=WOLF, weapon=flame.key, target=p.target))
        parts = [e.target for e in told(happened, events.AttackDeclared) if e.part == "spray"]
        assert parts == list(seen.verdict.hits)
        assert {id for id, role in seen.marks.roles.items() if role is Role.HIT} == set(parts)


def test_friends_in_a_spray_are_marked():
    at = {WOLF: (20.0, 20.0), HUNTER: (24.0, 20.0), MARAUDER: (27.0, 20.0)}
    game = activated(begun((armed("flame_thrower"), "hunter"), ("marauder",), at=at), WOLF)
    seen = attack_preview(game.state, WOLF, weapon_of(game, "flame_thrower"), MARAUDER)
    assert "(friendly!)" in dict(seen.facts)["Spray, 1"] and seen.action is not None


@pytest.mark.rule("NM-BLA-02")
def test_a_blast_hurts_those_it_is_said_to():
    game = duel(
        "talon_rocket_pod",
        marauder=(27.0, 20.0),
        scourge=(30.0, 20.0),
        a=(27.0, 22.5),
        b=(27.0, 24.0),
    )
    pod = weapon_of(game, "talon_rocket_pod")
    seen = blast_preview(game.state, WOLF, pod, MARAUDER)
    _, happened = played(
        game, Attack(player=1, model=WOLF, weapon=pod.key, target=MARAUDER), High()
    )
    hurt = [e.model for e in told(happened, events.Damaged)]
    assert set(hurt) == {MARAUDER, *seen.verdict.models} and len(seen.verdict.models) == 2
    _, missed = played(game, Attack(player=1, model=WOLF, weapon=pod.key, target=MARAUDER), Low())
    assert [why for why, _, _ in pools(missed)].count("blast damage") == 1 and "only " in dict(
        seen.facts
    )["Blast, on a miss"]


@pytest.mark.rule("NM-BLA-03")
def test_ties_in_a_blast_are_told():
    game = duel(
        "talon_rocket_pod", marauder=(27.0, 20.0), a=(29.0, 20.0), b=(27.0, 22.0), c=(27.0, 18.0)
    )
    seen = blast_preview(game.state, WOLF, weapon_of(game, "talon_rocket_pod"), MARAUDER)
    assert (
        len(seen.verdict.models) == 3
        and seen.marks.verdict == "TIED"
        and "dice choose" in seen.words
    )
    assert sum("if drawn" in tag.words for tag in seen.tags) == 3


@pytest.mark.rule("NM-STF-02")
def test_strafe_offers_those_it_is_said_to():
    game = duel(
        "cyclone_cannon",
        marauder=(27.0, 20.0),
        scourge=(30.0, 20.0),
        a=(27.0, 22.5),
        b=(27.0, 28.0),
    )
    cannon = weapon_of(game, "cyclone_cannon")
    seen = strafe_preview(game.state, WOLF, cannon, MARAUDER)
    game.apply(Attack(player=1, model=WOLF, weapon=cannon.key, target=MARAUDER), dice=Strikes())
    assert asked(game) == "StrafeQuestion"
    offered = {a.target for o in game.offers() if o.type == "attack" for a in o.candidates()}
    assert offered == set(seen.verdict) == {SCOURGE, "2.vassal_reavers.1.a"}


class Strikes(Low):
    """The roll for Strafe shows 2; everything else misses."""

    def roll(self, roll, number):
        return (2,) if "Strafe" in roll.why else super().roll(roll, number)


# Slams

WALL = box("wall", "structure", (27.5, 20.0), (0.5, 8.0), 4.0)


@pytest.mark.rule("NM-SLM-04")
@pytest.mark.parametrize(
    "features", [(), (WALL,), (box("mud", "rough", (25.0, 20.0), (4.0, 4.0), 0.0),)]
)
def test_a_repulsor_slams_as_far_as_it_is_said_to(features):
    game = duel("force_hammer", table=ground(*features), marauder=(22.0, 20.0), a=(24.8, 20.5))
    hammer = weapon_of(game, "force_hammer")
    (threat,) = slam_threats(game.state, WOLF, hammer, MARAUDER)
    seen = slam_preview(game.state, MARAUDER, WOLF, threat.inches, threat.pow, why=threat.why)
    _, happened = played(
        game, Attack(player=1, model=WOLF, weapon=hammer.key, target=MARAUDER), Soft()
    )
    (slammed,) = [e for e in told(happened, events.Moved) if e.how == "is slammed"]
    assert slammed.track[-1] == pytest.approx(seen.verdict.turn)
    collateral = [why for why, _, _ in pools(happened)].count("collateral damage")
    assert (
        collateral
        == len(seen.verdict.collateral)
        == sum(name == "Collateral" for name, _ in seen.facts)
    )
    damage = next((pd for why, _, pd in pools(happened) if why == "damage"), None)
    hit = told(happened, events.Hit)[0]
    assert damage == hit.strikes - hit.against + seen.verdict.power_die


class Scratch(Low):
    """Player 1's dice show a strike each, as far as they have one: attacks hit, and the target is hurt and lives."""

    def roll(self, roll, number):
        return tuple(1 for _ in roll.dice) if roll.player == 1 else super().roll(roll, number)


class Soft(High):
    """Attacks hit and nothing is destroyed by it: damage rolls show nothing."""

    def roll(self, roll, number):
        return (
            super().roll(roll, number)
            if roll.player == 1 and "attack" in roll.why
            else tuple(min(d.faces) for d in roll.dice)
        )


@pytest.mark.rule("NM-SLM-11")
def test_a_slam_off_the_table_is_foretold():
    state = begun(
        (armed("force_hammer"),), ("marauder",), at={WOLF: (44.0, 20.0), MARAUDER: (46.0, 20.0)}
    )
    game = activated(state, WOLF)
    seen = attack_preview(game.state, WOLF, weapon_of(game, "force_hammer"), MARAUDER)
    assert "off the table: destroyed" in seen.words and any(
        "off the table" in tag.words for tag in seen.tags
    )
    after, _ = played(game, seen.action, Soft())
    assert not after.is_on_table(MARAUDER)


@pytest.mark.rule("NM-SLM-12")
def test_a_slam_over_an_edge_tells_the_fall():
    roof = box("house", "structure", (25.0, 20.0), (12.0, 8.0), 3.0)
    state = begun(
        (armed("force_hammer"),),
        ("marauder",),
        at={WOLF: (27.0, 20.0), MARAUDER: (29.5, 20.0)},
        table=ground(roof),
    )
    game = activated(state, WOLF)
    seen = slam_preview(game.state, MARAUDER, WOLF, 3.0, 4)
    assert seen.verdict.power == 3 and dict(seen.facts)["Fall"].startswith('falls 3.0": POW 3')
    assert Pen.FALL in [s.pen for s in seen.marks.strokes]


@pytest.mark.rule("NM-SLM-04")
def test_the_power_die_of_a_slam_against_a_wall_counts_in_the_odds():
    at = {WOLF: (20.0, 20.0), MARAUDER: (22.6, 20.0)}
    wall = box("wall", "structure", (26.0, 20.0), (1.0, 6.0), 3.0)
    free, walled = (
        activated(begun((armed("force_hammer"),), ("marauder",), at=at, table=ground(*more)), WOLF)
        for more in ((), (wall,))
    )
    f = make_attack(WOLF, weapon_of(free, "force_hammer"), MARAUDER)
    plain = attack_odds(free.state, WOLF, f.weapon, MARAUDER)
    assert (
        odds_with_slam(free.state, f) == plain and odds_with_slam(walled.state, f).hit == plain.hit
    )
    exact = enumerate_outcomes(
        walled.state, [f], lambda state: Pass(player=there(find_open_question(state)).player)
    )
    destroyed = float(sum(e.chance for e in exact if not e.state.is_on_table(MARAUDER)))
    assert (
        odds_with_slam(walled.state, f).destroy == pytest.approx(destroyed)
        and destroyed > plain.destroy
    )


@pytest.mark.rule("NM-SIL-162")
@pytest.mark.parametrize("walls", [(), (box("low", "obstacle", (24.0, 20.0), (0.5, 4.0), 1.0),)])
def test_where_a_winch_drags_is_foretold(walls):
    at = {WOLF: (20.0, 20.0), SCOURGE: (27.5, 20.0)}
    game = activated(begun((armed("reaper"),), ("scourge",), at=at, table=ground(*walls)), WOLF)
    seen = attack_preview(game.state, WOLF, weapon_of(game, "reaper"), SCOURGE)
    told = dict(seen.facts)["Winch"]
    assert told.startswith("if damaged: ")
    assert told.endswith("until contact with low" if walls else "until contact with Dusk Wolf")
    foretold = drag_preview(game.state, SCOURGE, WOLF).verdict.turn
    game.apply(there(seen.action), dice=Scratch())
    assert a(Reaction, find_open_question(game.state)).options == (("winch", WOLF),)
    game.apply(Use(player=1, ability="winch", model=WOLF))
    assert game.state.place(SCOURGE) == pytest.approx(foretold)


@pytest.mark.rule("NM-SIL-91")
def test_void_gates_stay_where_they_are():
    state = begun(at={WOLF: (20.0, 20.0)}, gates={"2.gate.1": ((23.0, 20.0), 3)})
    assert "cannot be slammed" in slam_preview(state, "2.gate.1", WOLF, 3.0).words


def test_what_follows_the_mouse_is_quick():
    game = skirmish(11, WOLF)
    began = time.process_time()
    count = 0
    for using, _ in weapon_modes(game.state, WOLF):
        for target in enemies(game.state, WOLF):
            attack_preview(game.state, WOLF, using, target)
            slam_preview(game.state, target, WOLF, 3.0, 4)
            count += 2
    assert (time.process_time() - began) / count < 0.03
