"""Create the labels over models and the figures' appearance."""

from __future__ import annotations

from wc3d._internal.memo import memo_on_state
from wc3d.games.neo_mechanika.previews.side_colors import player_colors
from wc3d.games.neo_mechanika.rules.arc import arc_limit
from wc3d.games.neo_mechanika.rules.cards import UnitCard
from wc3d.games.neo_mechanika.rules.forces.force import UnitChoice
from wc3d.games.neo_mechanika.rules.muster import named_units
from wc3d.games.neo_mechanika.rules.state import Gate, Model, State, Unit
from wc3d.games.neo_mechanika.text.formatting import effect_name
from wc3d.presentation.display_values import LabelSign, ModelLabel
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.facing import face_enemies
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB, Livery, Silhouette
from wc3d.table.body import Body

HURT_COLOR: RGB = (255, 120, 104)
HELPED_COLOR: RGB = (132, 224, 140)
GOLD_COLOR: RGB = (255, 214, 110)
EFFECT_SIGNS: dict[str, LabelSign] = {
    "corrosion": LabelSign("\uf043", "Cor", HURT_COLOR),
    "fire": LabelSign("\uf06d", "Fire", HURT_COLOR),
    "lock_down": LabelSign("\uf023", "Lock", HURT_COLOR),
    "system_failure": LabelSign("\uf071", "Fail", HURT_COLOR),
    "tune_up": LabelSign("\uf0ad", "Tune", HELPED_COLOR),
}
"""The sign of each continuous effect."""
CARRIED_ICON = "\uf3a5"
GAME_ID = "neo_mechanika"
SILHOUETTES = {
    "warjack": Silhouette.WARJACK,
    "solo": Silhouette.SOLO,
    "attachment": Silhouette.ATTACHMENT,
}


def silhouette_of(card: UnitCard) -> Silhouette:
    """Return the silhouette of a card's models."""
    return Silhouette.HERO if card.hero else SILHOUETTES.get(card.kind, Silhouette.TROOPER)


@memo_on_state
def liveries_by_model(state: State) -> dict[str, Livery]:
    """Return the appearance of every model and void gate, by id."""
    colors = player_colors(state)
    cards = state.setup.card_of
    liveries = {}
    forces = enumerate(state.setup.forces, 1)
    choices = {
        id: choice
        for player, force in forces
        for choice, id, _ in named_units(player, force, state.setup.cards)
    }
    for id in state.models:
        card = cards(id)
        owner = state.owner(id)
        on_it = warjack_fittings(choices[id]) if id in choices else ()
        liveries[id] = Livery(
            colors[owner - 1], owner, silhouette_of(card), f"{GAME_ID}/{card.id}", on_it
        )
    for id, gate in state.gates.items():
        figure_name = f"{GAME_ID}/gate_{state.setup.forces[gate.player - 1].faction}"
        liveries[id] = Livery(colors[gate.player - 1], gate.player, Silhouette.PORTAL, figure_name)
    return liveries


def warjack_fittings(choice: UnitChoice) -> tuple[tuple[str, str], ...]:
    """Return the head and weapons on a warjack's figure, by the kind of hardpoint."""
    head = (("head", choice.cortex),) if choice.cortex else ()
    return (
        *head,
        *(
            (location, weapon)
            for location, weapons in sorted(choice.weapons.items())
            for weapon in weapons
        ),
    )


@memo_on_state
def facings_of(state: State) -> dict[str, float]:
    """Return the facing of every model: toward the nearest enemy."""
    return face_enemies(state.bodies, {body.id: state.owner(body.id) for body in state.bodies})


@memo_on_state
def labels_of(state: State) -> tuple[ModelLabel, ...]:
    """Return the labels of all models and void gates on the table; both players know them all."""
    liveries = liveries_by_model(state)
    bodies = {body.id: body for body in state.bodies}
    labels = []
    for unit in state.units_in_play():
        for number, model in enumerate(state.models_of(unit.id)):
            labels.append(
                _build_label(state, unit, model, number == 0, bodies[model.id], liveries[model.id])
            )
    labels += [
        _build_gate_label(state, gate, bodies[gate.id], liveries[gate.id])
        for gate in state.gates.values()
    ]
    return tuple(labels)


def _build_label(
    state: State, unit: Unit, model: Model, first: bool, body: Body, livery: Livery
) -> ModelLabel:
    boxes = state.setup.card_of(model.id).health
    whole = len(unit.models) + len(unit.attached)
    at, foot = _find_ends(body)
    health = max(0, boxes - model.damage)
    arc = unit.arc if first else 0
    max_arc = arc_limit(state, unit.id) if first else 0
    model_counts = len(state.models_of(unit.id)), whole
    cards = [c for c in unit.cyphers if c.model == model.id or (first and not c.model)]
    cyphers = [state.setup.cards.cyphers[c.card].name for c in cards]
    carries = state.name(model.carrying) if model.carrying else ""
    words = [
        model.display_name,
        livery.silhouette.value
        + (f", {model_counts[0]} of {whole} models left" if whole > 1 else ""),
    ]
    words += [f"{health} of {boxes} health"] if boxes > 1 else []
    words += [f"{arc} of {max_arc} Arc"] if max_arc else []
    words += ["has an activation token"] if unit.token else []
    words += [f"effect: {effect_name(effect)}" for effect in model.effects]
    words += [f"Cypher: {cypher}" for cypher in cyphers]
    words += [f"carries {carries}"] if carries else []
    return ModelLabel(
        model.id,
        unit.id,
        model.display_name,
        livery,
        at,
        foot,
        health=health,
        boxes=boxes,
        points=arc,
        max_points=max_arc,
        shows_unit_signs=first,
        remaining_and_total=model_counts,
        is_done=unit.token,
        signs=_list_signs(model.effects, len(cyphers), carries),
        words=tuple(words),
        title=_format_title(unit, model, first),
    )


def _build_gate_label(state: State, gate: Gate, body: Body, livery: Livery) -> ModelLabel:
    at, foot = _find_ends(body)
    max_arc = arc_limit(state, gate.id)
    words = [
        gate.name,
        livery.silhouette.value,
        *([f"{gate.arc} of {max_arc} Arc"] if max_arc else []),
    ]
    words += [f"effect: {effect_name(effect)}" for effect in gate.effects]
    return ModelLabel(
        gate.id,
        gate.id,
        gate.name,
        livery,
        at,
        foot,
        points=gate.arc,
        max_points=max_arc,
        signs=_list_signs(gate.effects),
        words=tuple(words),
        title=gate.name.partition(",")[0],
    )


def _list_signs(
    effects: tuple[str, ...], cyphers: int = 0, carries: str = ""
) -> tuple[LabelSign, ...]:
    signs = [
        EFFECT_SIGNS.get(effect.partition(":")[0], LabelSign("\uf059", effect[:4], HURT_COLOR))
        for effect in effects
    ]
    signs += [LabelSign(ICONS["scroll"], "", GOLD_COLOR, cyphers)] if cyphers else []
    signs += [LabelSign(CARRIED_ICON, carries, GOLD_COLOR)] if carries else []
    return tuple(signs)


def _format_title(unit: Unit, model: Model, first: bool) -> str:
    """Return a label's title: the squad's name on its first model, letters on the others."""
    if not model.mark:
        return model.name.partition(",")[0]
    return unit.name if first else model.mark


def _find_ends(body: Body) -> tuple[XYZ, XYZ]:
    x, y, z = body.at
    return (x, y, z + body.height + 0.1), (x, y, z)
