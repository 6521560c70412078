"""Compute the odds of an attack from names, for `wc3d odds` and `wc3d.odds`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.odds.duel import Duel, DuelTerms, set_up_duel
from wc3d.games.neo_mechanika.odds.duel_result import Result, compute_result
from wc3d.games.neo_mechanika.odds.odds_names import (
    GATE_NAME,
    DuelSide,
    find_card_id,
    find_unit,
    find_weapon,
)
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import ability_name
from wc3d.games.neo_mechanika.rules.book.rulings import MAX_GATE_ARC
from wc3d.games.neo_mechanika.rules.book.switch_text import parse_switches
from wc3d.games.neo_mechanika.rules.cards import CARDS

MAX_ATTACKS = 8
"""The maximum number of attacks in a row, and of attacking models."""

SIDE_FIELDS = ("head", "weapons", "arc", "cyphers", "effects", "spikes")
"""The options of each side."""


def odds(
    attacker: str,
    weapon: str,
    target: str,
    *,
    arc: int = 0,
    head: str | None = None,
    weapons: Sequence[str] = (),
    cyphers: Sequence[str] = (),
    effects: Sequence[str] = (),
    spikes: Sequence[str] = (),
    target_arc: int | None = None,
    target_head: str | None = None,
    target_weapons: Sequence[str] = (),
    target_cyphers: Sequence[str] = (),
    target_effects: Sequence[str] = (),
    target_spikes: Sequence[str] = (),
    mode: str = "",
    distance: float | None = None,
    cover: bool = False,
    slam_contact: bool = False,
    damage: int = 0,
    well: int | None = None,
    attacks: int = 1,
    models: int = 1,
    squad: bool = False,
    switches: Sequence[str] = (),
) -> Result:
    """Return the exact odds of an attack in Neo-Mechanika, from the names on the cards.

    Options without a prefix are about the attacker: `arc`, `cyphers` and `effects` on it, `head`
    and `weapons` of a warjack, and the abilities it `spikes`. The same options with `target_` are
    about the target. `distance` is in inches. `damage` is the damage the target already has.
    `attacks` and `models` (1 to 8) repeat the attack. With `squad`, attacks go on to the next
    model when one is destroyed. `switches` set rulings: `["rerolls_count_dice_again=yes"]`. Raises
    InputError for an unknown name or an illegal attack.

    >>> chances = wc3d.odds("dusk wolf", "rail gun", "marauder", arc=2, cover=True)
    >>> f"{float(chances.hit):.1%} to hit, {float(chances.destroyed):.1%} to destroy"
    '64.7% to hit, 1.2% to destroy'
    """
    own = {
        "head": head,
        "weapons": weapons,
        "arc": arc,
        "cyphers": cyphers,
        "effects": effects,
        "spikes": spikes,
    }
    theirs = {
        "head": target_head,
        "weapons": target_weapons,
        "arc": target_arc,
        "cyphers": target_cyphers,
        "effects": target_effects,
        "spikes": target_spikes,
    }
    agreed = parse_switches(switches)
    terms = DuelTerms(
        mode, distance, cover, slam_contact, damage, well, attacks, models, squad, agreed
    )
    return compute_odds(attacker, weapon, target, own, theirs, terms)[1]


def compute_odds(
    attacker: str,
    weapon: str,
    target: str,
    own: Mapping[str, Any],
    theirs: Mapping[str, Any],
    terms: DuelTerms,
    tick: Callable[[int], object] = lambda rolls: None,
) -> tuple[Duel, Result]:
    """Return a duel and its result from the options of each side. Raises InputError."""
    for option, number in (("--attacks", terms.attacks), ("--models", terms.models)):
        if not 1 <= number <= MAX_ATTACKS:
            raise InputError(f"{option} {number}: expected a number from 1 to {MAX_ATTACKS}")
    if terms.distance is not None and not 0.0 <= terms.distance < float("inf"):
        raise InputError(f"--distance {terms.distance:g}: expected a distance of 0 inches or more")
    attacking = find_unit(attacker)
    if attacking == GATE_NAME:
        raise InputError("a void gate cannot attack")
    using = find_weapon(weapon, CARDS().unit(attacking))
    planned_duel = set_up_duel(
        _parse_side(attacking, own), using, _parse_side(find_unit(target), theirs), terms
    )
    result = compute_result(planned_duel, tick)
    _check_spikes(planned_duel)
    return planned_duel, result


def _parse_side(unit: str, options: Mapping[str, Any]) -> DuelSide:
    """Look up all names of a side. Raises InputError."""
    cards = CARDS()
    arc = options["arc"]
    return DuelSide(
        unit,
        options["head"],
        tuple(find_card_id(w, cards.weapons) for w in options["weapons"]),
        arc if arc is not None else MAX_GATE_ARC if unit == GATE_NAME else 0,
        tuple(find_card_id(c, cards.cyphers) for c in options["cyphers"]),
        tuple(e.lower().replace(" ", "_") for e in options["effects"]),
        tuple(find_card_id(s, cards.abilities) for s in options["spikes"]),
    )


def _check_spikes(planned_duel: Duel) -> None:
    """Raise InputError with the possible spikes if a requested ability was not used."""
    for player, ability in sorted(planned_duel.policy.spikes - planned_duel.policy.used):
        candidates = sorted(
            a for p, a in planned_duel.policy.unused | planned_duel.policy.used if p == player
        )
        option = "--spike" if player == 1 else "--target-spike"
        message = f"{ability_name(planned_duel.state, ability)} cannot be spiked for this attack (it needs Arc, the ability and the right moment)"
        raise InputError(
            f"{option} {ability}: {message}"
            + (f"; possible: {', '.join(candidates)}" if candidates else "")
        )
