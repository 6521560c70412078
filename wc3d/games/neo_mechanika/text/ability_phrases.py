"""Phrases for abilities: moments, roles, timings, numbers, properties and effects."""

from __future__ import annotations

from typing import Any

from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import EventRole

MOMENT_PHRASES: dict[Moment, str] = {
    Moment.TURN_START: "at the start of its player's turn, for {by}",
    Moment.ACTIVATION_START: "when {by} starts an activation",
    Moment.CARD_PLAYED: "when {by} plays a Cypher on {of}",
    Moment.CARD_EXPIRING: "when {by} would make a Cypher on {of} expire",
    Moment.DECLARED: "when {by} declares an attack on {of}",
    Moment.ROLLED: "when {by} attacks {of}, after both rolls",
    Moment.SOMEONE_HIT: "when {by} hits {of}, before anything else",
    Moment.HIT: "when {by} hits {of}, before damage",
    Moment.BEFORE_DAMAGE: "just before {by} rolls damage against {of}",
    Moment.DAMAGE_ROLLED: "after {by} rolls damage against {of}",
    Moment.WOUNDED: "when {of} is about to suffer damage from {by}",
    Moment.AFTER_ATTACKED: "right after an attack by {by} on {of}",
    Moment.AFTER_ATTACK: "after an attack by {by} on {of} is fully resolved",
    Moment.AFTER_FURY: "when a Fury channeled through {by} is resolved",
    Moment.ACTIVATION_END: "when {by} ends an activation",
}
"""The moments of When; {by} is the actor, {of} the one affected."""

ROLE_PHRASES: dict[EventRole, str] = {
    EventRole.SELF: "this model",
    EventRole.TARGET: "the target",
    EventRole.ATTACKER: "the attacker",
    EventRole.CHOSEN: "the chosen model",
    EventRole.ACTIVATED: "the activating model",
    EventRole.AGAINST: "the target of its attack",
}

TIMING_PHRASES: dict[Any, str] = {
    None: "",
    "special action": "as a special action",
    "before attacks": "before its attacks",
    "attacks": "as one of its attacks",
    "after attacks": "right after its attacks",
}
"""The times in an activation at which a unit can use an ability by choice."""

NUMBER_PHRASES: dict[str, str] = {
    **{stat: stat for stat in ("SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM", "RNG", "POW")},
    "FURY_RNG": "RNG of Furies channeled through it",
    "ATTACK_AD": "Action Dice of its attack rolls",
    "ATTACK_PD": "Power Dice of its attack rolls",
    "DEFENCE_PD": "Power Dice of its defense rolls",
    "MORE_MELEE": "attacks with each melee weapon",
    "MORE_RANGED": "ranged attacks",
    "HAND": "maximum hand size",
}
"""The numbers that abilities change: stats, and numbers not printed on cards."""

FLAG_PHRASES: dict[str, str] = {
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
    "no_effects": "immunity to continuous effects",
    "no_effect:corrosion": "immunity to Corrosion",
    "no_effect:fire": "immunity to Fire",
    "no_damage": "immunity to this damage",
    "no_fall_damage": "immunity to fall damage",
    "no_slam": "immunity to slams",
    "no_enemy_reposition": "protection from repositioning by enemies",
    "through": "movement through structures and models",
    "arc_relay": "the ability to channel Furies",
    "gate_jammer": "an extra cost of 1 Arc for enemies that deploy through a void gate nearby",
    "two_pd_per_arc": "2 Power Dice instead of 1 for each Arc in its attack rolls",
    "spared_by_own_blast": "immunity to its own blast",
    "strikes_back": "a pending counterattack",
    "rerolls_attacks": "rerolls of its attack rolls",
}
"""The properties that a model has, lacks, or must have."""

DURATION_PHRASES = {
    "activation": "until the end of the activation",
    "attack": "until the end of the attack",
}

KIND_NAMES = {vocabulary.GATE: "void gate", vocabulary.FURY: "Fury"}
"""Kinds with a different display name."""

EFFECT_PHRASES: dict[type, str] = {
    vocabulary.DragToward: "the target is dragged straight toward the attacker until it touches something",
    vocabulary.GiveToken: "the unit hit gets an activation token",
    vocabulary.NoToken: "its unit gets no activation token for this activation",
    vocabulary.EndEffects: "the continuous effects on the chosen model end",
    vocabulary.KeepCypher: "the Cypher stays in play",
    vocabulary.HitInstead: "this model is hit instead",
    vocabulary.Negate: "the hit has no effect on its target",
    vocabulary.BecomesSpray: "the attack becomes a spray",
    vocabulary.ReturnCard: "the Fury returns to its owner's hand",
    vocabulary.CardFromDiscard: "a card returns from the player's discard pile to their hand",
    vocabulary.DiscardFromHand: "the player looks at the opponent's hand and discards a card from it",
    vocabulary.LessDamage: "this model suffers 1 damage less",
    vocabulary.RecallUnit: "the chosen unit is recalled",
}
"""The effects without parameters."""

EXTRA_ATTACK_PHRASES = {
    "any": "again with any weapon",
    "same": "again with the same weapon",
    "unused": "again with a weapon it has not used yet",
    "each": "again with each of its weapons",
}
"""The weapons allowed for an extra attack."""
