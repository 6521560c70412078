"""What is called how when an ability is told: moments, roles, timings, numbers, properties, and effects in a phrase."""
from __future__ import annotations

from typing import Any

from wc3d.warcaster.abilities import vocabulary
from wc3d.warcaster.abilities.moments import Moment
from wc3d.warcaster.abilities.vocabulary import Who

MOMENTS: dict[Moment, str] = {
    Moment.TURN_START: "when a turn of its player starts, for {by}",
    Moment.ACTIVATION_START: "when {by} starts an activation",
    Moment.CARD_PLAYED: "when a Cypher is played by {by} on {of}",
    Moment.CARD_EXPIRING: "when {by} would make a Cypher on {of} expire",
    Moment.DECLARED: "when {by} declares an attack on {of}",
    Moment.ROLLED: "when {by} attacks {of} and both have rolled",
    Moment.SOMEONE_HIT: "when {by} hits {of}, before anything else",
    Moment.HIT: "when {by} hits {of}, before the damage",
    Moment.BEFORE_DAMAGE: "just before {by} rolls damage against {of}",
    Moment.DAMAGE_ROLLED: "when damage is rolled by {by} against {of}",
    Moment.WOUNDED: "when {of} is about to suffer damage by {by}",
    Moment.AFTER_ATTACKED: "right after an attack by {by} on {of}",
    Moment.AFTER_ATTACK: "when an attack by {by} on {of} is over, with all its parts",
    Moment.AFTER_FURY: "when a Fury channeled through {by} is resolved",
    Moment.ACTIVATION_END: "when {by} ends an activation",
}
"""The moments of When: who does it is {by}, to whom is {of}."""

ROLES: dict[Who, str] = {
    Who.SELF: "this model",
    Who.TARGET: "the target",
    Who.ATTACKER: "the attacker",
    Who.CHOSEN: "the one chosen",
    Who.ACTIVATED: "the one that activates",
    Who.AGAINST: "the target of its attack",
}

TIMINGS: dict[Any, str] = {
    None: "",
    "special action": "as a special action",
    "before attacks": "before its attacks",
    "attacks": "as one of its attacks",
    "after attacks": "right after its attacks",
}
"""When in its activation a unit may use something on purpose."""

NUMBERS: dict[str, str] = {
    **{stat: stat for stat in ("SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM", "RNG", "POW")},
    "FURY_RNG": "RNG of Furies channeled through it",
    "ATTACK_AD": "Action Dice of its attack rolls",
    "ATTACK_PD": "Power Dice of its attack rolls",
    "DEFENCE_PD": "Power Dice of its defense rolls",
    "MORE_MELEE": "attacks with each melee weapon",
    "MORE_RANGED": "ranged attacks",
    "HAND": "cards in the hand at most",
}
"""What is changed: stats, and numbers that no card prints."""

FLAGS: dict[str, str] = {
    "flight": "Flight",
    "pathfinder": "Pathfinder",
    "stealth": "Stealth",
    "cover": "cover",
    "ignore_cover": "attacks that ignore cover",
    "ignore_stealth": "attacks that ignore Stealth",
    "ignore_sight": "attacks that need no line of sight",
    "every_weapon": "one attack with each of its weapons",
    "one_weapon": "attacks with one weapon only",
    "no_attacks": "no attacks",
    "no_effects": "no continuous effects",
    "no_effect:corrosion": "no corrosion effect",
    "no_effect:fire": "no fire effect",
    "no_damage": "no damage from this",
    "no_fall_damage": "no damage from falls",
    "no_slam": "no slams to suffer",
    "no_enemy_reposition": "no repositioning by enemies",
    "through": "a way through structures and models",
    "arc_relay": "Furies channeled through it",
    "gate_jammer": "a price of 1 Arc more for enemies that deploy by a void gate nearby",
    "two_pd_per_arc": "2 Power Dice instead of 1 for each Arc in its attack rolls",
    "spared_by_own_blast": "nothing to suffer from its own blast",
    "strikes_back": "an attack back to come",
    "rerolls_attacks": "attack rolls that may be made again",
}
"""The properties: what a model has, has not, or is asked for."""

UNTIL = {"activation": "until the activation is over", "attack": "until the attack is over"}

KINDS = {vocabulary.GATE: "void gate", vocabulary.FURY: "Fury"}
"""Kinds whose names are not their own."""

DEEDS: dict[type, str] = {
    vocabulary.DragToward: "the target is dragged straight toward the attacker until it touches something",
    vocabulary.GiveToken: "the unit hit gets an activation token",
    vocabulary.NoToken: "its unit gets no activation token for this activation",
    vocabulary.EndEffects: "the continuous effects on the one chosen end",
    vocabulary.KeepCypher: "the Cypher stays",
    vocabulary.HitInstead: "this model is hit instead",
    vocabulary.Negate: "the hit does nothing to its target",
    vocabulary.BecomesSpray: "the attack becomes a spray",
    vocabulary.ReturnCard: "the Fury goes back to its owner's hand",
    vocabulary.CardFromDiscard: "a card goes from the own discard pile to the hand",
    vocabulary.DiscardFromHand: "the opponent's hand is looked at and a card of it discarded",
    vocabulary.LessDamage: "this model suffers 1 damage point less",
    vocabulary.RecallUnit: "the unit chosen is recalled",
}
"""The effects that need no more to be said."""

AGAIN = {
    "any": "once more, with any weapon",
    "same": "once more, with the same weapon",
    "unused": "once more, with a weapon not used yet",
    "each": "once more with each of its weapons",
}
"""What an extra attack is made with."""
