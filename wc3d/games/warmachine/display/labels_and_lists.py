"""The display of a state: labels, liveries, lists, cards, the turn bar, zones and edges."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d._internal.memo import memo_on_state
from wc3d.engine.agenda import find_open_question
from wc3d.games.warmachine.rules.agenda_frames import activation_of
from wc3d.games.warmachine.rules.cards import Armament, ModelCard
from wc3d.games.warmachine.rules.damage_grid import GRID_SIZE, HULL, Box, DamageGrid
from wc3d.games.warmachine.rules.sight_in_game import clouds_touching
from wc3d.games.warmachine.rules.state import PLAYERS, Model, State
from wc3d.games.warmachine.rules.stats import (
    STAT_NAMES,
    current_stat,
    damage_power,
    stat_value,
    weapon_range,
)
from wc3d.games.warmachine.rules.turn.opening import DeployQuestion, deployment_zone
from wc3d.games.warmachine.text.formatting import (
    PHASE_NAMES,
    SYSTEM_NAMES,
    describe_effect,
    display_name,
)
from wc3d.games.warmachine.text.status_words import damage_boxes, list_model_facts
from wc3d.presentation.display_values import (
    DamageBox,
    DamageBoxes,
    DeploymentZone,
    InfoSheet,
    LabelSign,
    ModelLabel,
    Roster,
    RosterRow,
    SheetNumber,
    SheetRow,
    SheetSection,
    TableEdge,
    TurnBar,
    edges_of_sides,
)
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB, Livery, Silhouette
from wc3d.presentation.preview import point_above_model

PLAYER_COLORS: tuple[RGB, RGB] = ((92, 160, 232), (232, 120, 84))


MAX_BOXES_PER_ROW = 10
"""The maximum number of a warcaster's boxes in a row."""
DISABLED_CONSEQUENCES = {
    "L": "its weapons cannot be used",
    "R": "its weapons cannot be used",
    "H": "its weapons cannot be used",
    "M": "SPD 1 and DEF 7; the warjack cannot charge or slam",
    "C": "the warjack can neither hold nor spend focus points",
    "A": "no spells can be channeled",
    HULL: "no effect by itself, but it counts as a disabled system",
}
"""The effect of each disabled system (WM-DJA-07 to 13)."""


def damage_chart(state: State, id: str) -> DamageBoxes:
    """Return the present damage boxes of a model."""
    return (
        _grid_chart(state.damage_grid(id)) if state.models[id].is_warjack else _row_chart(state, id)
    )


def _grid_chart(grid: DamageGrid) -> DamageBoxes:
    columns = tuple(
        tuple(_chart_box(grid, (c, r)) for r in range(1, GRID_SIZE + 1))
        for c in range(1, GRID_SIZE + 1)
    )
    parts = tuple(_system_row(grid, system) for system in grid.systems)
    return DamageBoxes(columns, tuple(map(str, range(1, GRID_SIZE + 1))), parts)


def _chart_box(grid: DamageGrid, box: Box) -> DamageBox | None:
    if box not in grid.boxes:
        return None
    system = grid.system_at(box)
    state = "marked" if box in grid.marked else "not marked"
    tip = f"column {box[0]}, {state}. {_system_row(grid, system).tip}"
    return DamageBox(
        "" if system == HULL else system, box in grid.marked, grid.is_disabled(system), system, tip
    )


def _system_row(grid: DamageGrid, system: str) -> SheetRow:
    """Return a system's row: its remaining boxes and the effect of its loss."""
    own = grid.system_boxes(system)
    marked = sum(box in grid.marked for box in own)
    is_disabled = grid.is_disabled(system)
    called = SYSTEM_NAMES.get(system, system)
    words = f"{called}: DISABLED" if is_disabled else f"{called} {len(own) - marked}/{len(own)}"
    summary = f"{marked} of {len(own)} boxes marked. Disabled when all are marked: {DISABLED_CONSEQUENCES.get(system, 'the system does not work')}"
    return SheetRow(
        words,
        f"{called}: {summary}. A warjack with three disabled systems is disabled (WM-DJA-14)",
        is_changed=is_disabled,
        id=system,
    )


def _row_chart(state: State, id: str) -> DamageBoxes:
    """Return a warrior's boxes, marked from the left (WM-DCA-01), in rows of ten."""
    whole = state.setup.damage_row_size(id)
    hurt = state.models[id].damage
    caster = state.models[id].is_warcaster
    last = "; you lose the game when the last box is marked (WM-DCA-02)" if caster else ""
    high = -(-whole // MAX_BOXES_PER_ROW)

    def box(column: int, row: int) -> DamageBox | None:
        n = row * MAX_BOXES_PER_ROW + column
        tip = f"box {n + 1} of {whole}" + (", marked" if n < hurt else "") + last
        return DamageBox("", n < hurt, tip=tip) if n < whole else None

    return DamageBoxes(
        tuple(tuple(box(c, r) for r in range(high)) for c in range(min(MAX_BOXES_PER_ROW, whole)))
    )


SILHOUETTES = {
    "warcaster": Silhouette.HERO,
    "warjack": Silhouette.WARJACK,
    "trooper": Silhouette.TROOPER,
    "solo": Silhouette.SOLO,
}
HURT_COLOR: RGB = (255, 120, 104)
EFFECT_SIGNS = {
    "fire": ("\uf06d", "Fire"),
    "corrosion": ("\uf043", "Cor"),
    "stationary": ("\uf2dc", "Still"),
}
STEP_LABELS = tuple(
    (PHASE_NAMES[phase], f"the {PHASE_NAMES[phase]} Phase")
    for phase in ("maintenance", "control", "activation")
)


def liveries_by_model(state: State) -> dict[str, Livery]:
    """Return the livery of every model."""
    return {
        m.id: Livery(
            PLAYER_COLORS[m.owner - 1],
            m.owner,
            SILHOUETTES[m.kind],
            f"warmachine/{state.setup.card_of(m.id).id}",
        )
        for m in state.models.values()
    }


def facings_of(state: State) -> dict[str, float]:
    """Return the facing of every model on the table, in degrees counter-clockwise from north."""
    return {m.id: (m.facing - 90.0) % 360.0 for m in state.models_in_play()}


def labels_of(state: State) -> tuple[ModelLabel, ...]:
    """Return the label of every model on the table."""
    liveries = liveries_by_model(state)
    bodies = {body.id: body for body in state.table.bodies}
    labels = []
    for m in state.models_in_play():
        whole, remaining = damage_boxes(state, m.id)
        words = (
            display_name(state, m.id),
            model_kind(state, m),
            f"{remaining} of {whole} boxes left",
            *list_model_facts(state, m),
        )
        labels.append(
            ModelLabel(
                m.id,
                m.id,
                m.display_name,
                liveries[m.id],
                point_above_model(bodies[m.id]),
                bodies[m.id].at,
                max(0, remaining),
                whole,
                m.focus,
                max(m.focus, max_focus(state, m)),
                is_done=has_finished_activation(state, m),
                signs=_signs(state, m),
                words=words,
            )
        )
    return tuple(labels)


def max_focus(state: State, m: Model) -> int:
    """Return the usual maximum of focus points on a model (WM-FOC-01, WM-FOC-05)."""
    return stat_value(state, m.id, "FOC") if m.is_warcaster else 3 if m.is_warjack else 0


def model_kind(state: State, m: Model) -> str:
    """Return the kind of a model: "warjack", "trooper of Pikemen, its leader"."""
    return (
        f"trooper of {display_name(state, m.unit)}{', its leader' * m.leader}" if m.unit else m.kind
    )


def has_finished_activation(state: State, m: Model) -> bool:
    """Return whether a model has ended its activation this turn."""
    return m.activated == state.turn and state.turn > 0 and activation_of(state, m.id) is None


def _signs(state: State, m: Model) -> tuple[LabelSign, ...]:
    signs = [LabelSign("\uf063", "Down", HURT_COLOR)] if m.knocked_down else []
    signs += [LabelSign("\uf70c", "Flees", HURT_COLOR)] if m.fleeing else []
    signs += [LabelSign("\uf0c2", "Cloud", HURT_COLOR)] if clouds_touching(state, m.id) else []
    for effect in m.effects:
        word = "stationary" if any(w == "stationary" for w, _ in effect.does) else effect.name
        icon, short = EFFECT_SIGNS.get(word, ("\uf0eb", effect.name.split()[0][:6]))
        signs.append(
            LabelSign(icon, short, HURT_COLOR if effect.player != m.owner else (132, 224, 140))
        )
    return tuple(signs)


@memo_on_state
def roster_of(state: State, player: int) -> Roster:
    """Return the list of a player's models."""
    rows = tuple(_roster_row(state, m) for m in state.models.values() if m.owner == player)
    other_models = [m for m in state.models.values() if m.owner == player and not m.is_warcaster]
    left_over = f"{sum(m.is_in_play for m in other_models)} of {len(other_models)} other models on the table"
    caster = state.warcaster_of(player)
    whole, remaining = damage_boxes(state, caster.id)
    summary = (f"warcaster: {remaining} of {whole} boxes", left_over)
    return Roster(player, summary, rows, replay_lines=summary)


def _roster_row(state: State, m: Model) -> RosterRow:
    whole, remaining = damage_boxes(state, m.id)
    tip = (display_name(state, m.id), *list_model_facts(state, m))
    if m.at is None:
        return RosterRow(
            m.id,
            m.display_name,
            note="removed from play" if m.removed else "not set up yet",
            tip=tip,
        )
    focus = f"{ICONS['bolt']}{m.focus}  " if m.focus else ""
    done_mark = f"  {ICONS['ok']}" if has_finished_activation(state, m) else ""
    return RosterRow(
        m.id,
        m.display_name,
        f"{focus}{remaining}/{whole}{done_mark}",
        health_share=max(0.0, remaining / whole),
        tip=tip,
    )


@memo_on_state
def card_sheet(state: State, id: str) -> InfoSheet | None:
    """Return a model's card: its numbers with their receipts, weapons, spells and effects."""
    if id not in state.models:
        return None
    m = state.models[id]
    card = state.setup.card_of(id)
    kind = model_kind(state, m)
    sections = (
        [
            SheetSection(
                "Weapons", tuple(SheetRow(_describe_weapon(state, m, w)) for w in card.weapons)
            )
        ]
        if card.weapons
        else []
    )
    sections += _magic_sections(state, m)
    if m.effects:
        sections.append(
            SheetSection(
                "Effects", tuple(SheetRow(describe_effect(effect)) for effect in m.effects)
            )
        )
    description = f"{kind}, {card.base} base"
    numbers = tuple(_stat_numbers(state, m))
    return InfoSheet(
        id,
        display_name(state, id),
        tuple(list_model_facts(state, m)),
        numbers,
        tuple(sections),
        description,
        damage_chart(state, id),
    )


def _stat_numbers(state: State, m: Model) -> Iterator[SheetNumber]:
    cmd = state.setup.card_of(m.id).cmd
    for stat_name in STAT_NAMES:
        if stat_name == "FOC" and not m.is_warcaster:
            continue
        receipt = current_stat(state, m.id, stat_name)
        yield SheetNumber(
            stat_name,
            f"{receipt.value:g}",
            (str(receipt),),
            bool(receipt.lines) or receipt.source != "on the card",
        )
    # CMD is unused without them (WM-MOD-08)
    if cmd is not None and (state.edition["command"] or state.edition["units"]):
        yield SheetNumber("CMD", f"{cmd}", (f"CMD {cmd} on the card",), False)


def _describe_weapon(state: State, m: Model, weapon: Armament) -> str:
    power = damage_power(state, m.id, weapon)
    location = f" ({SYSTEM_NAMES[weapon.location]})" if weapon.location else ""
    reach = f"RNG {'SP' if weapon.spray else f'{weapon_range(state, m.id, weapon):g}'}, ROF {weapon.rof}, POW {power}"
    numbers = (
        reach if weapon.kind == "ranged" else f"P+S {power}" + (", reach" if weapon.reach else "")
    )
    numbers += f", AOE {weapon.aoe}" if weapon.aoe else ""
    rules = (
        [t.describe() for t in weapon.traits]
        + [e.describe() for e in weapon.hits]
        + [f"critical: {e.describe()}" for e in weapon.criticals]
    )
    return f"{weapon.name}{location}: {numbers}" + (f"; {'; '.join(rules)}" if rules else "")


def _magic_sections(state: State, m: Model) -> list[SheetSection]:
    card: ModelCard = state.setup.card_of(m.id)
    sections = (
        [SheetSection("Abilities", tuple(SheetRow(trait.describe()) for trait in card.traits))]
        if card.traits
        else []
    )
    if m.is_warcaster:
        caster = state.setup.caster_card(m.id)
        spell_rows = tuple(
            SheetRow(
                f"{s.name}: cost {s.cost}"
                + (f", RNG {s.rng}" if s.rng else "")
                + (f", AOE {s.aoe}" if s.aoe else "")
                + (f", POW {s.pow}" if s.pow is not None else "")
                + (", upkeep" if s.upkeep else ""),
                "; ".join(e.describe() for e in s.hits),
            )
            for s in caster.spells
        )
        sections += [SheetSection("Spells", spell_rows)] if spell_rows else []
        used_note = " (used)" if m.feat_used else ""
        sections.append(
            SheetSection(
                "Feat",
                (
                    SheetRow(
                        f"{caster.feat.name}{used_note}",
                        "; ".join(e.describe() for e in caster.feat.effects),
                    ),
                ),
            )
        )
    return sections


def turn_bar_of(state: State) -> TurnBar:
    """Return the content of the bar at the top."""
    if not state.round:
        current_question = find_open_question(state)
        return TurnBar(
            "Setup",
            current_question.player if current_question is not None else state.active,
            steps=STEP_LABELS,
        )
    step = {"maintenance": 1, "control": 2, "activation": 3}.get(state.phase, 0)
    counts = [sum(1 for _ in state.models_in_play(player)) for player in PLAYERS]
    return TurnBar(
        f"Round {state.round}" + (f"/{state.setup.rounds}" if state.setup.rounds else ""),
        state.active,
        f"turn {state.turn}",
        f"{counts[0]} : {counts[1]}",
        "models on the table",
        STEP_LABELS,
        step,
    )


def table_edges(state: State) -> tuple[TableEdge, ...]:
    """Return the table edges with their players."""
    return edges_of_sides(state.table.size, state.sides, PLAYER_COLORS)


def deployment_zones(state: State, player: int) -> tuple[DeploymentZone, ...]:
    """Return the zones where a player can deploy now."""
    if not isinstance(find_open_question(state), DeployQuestion) or not state.sides[player - 1]:
        return ()
    low, high = deployment_zone(state, player)
    y = high[1] if state.sides[player - 1] == "south" else low[1]
    return (
        DeploymentZone(low, high, ((low[0], y), (high[0], y)), PLAYER_COLORS[player - 1], player),
    )
