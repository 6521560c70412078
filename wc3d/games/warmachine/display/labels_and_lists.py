"""What is shown of a state: labels, liveries, lists, cards, the bar at the top, zones and edges."""
from __future__ import annotations

from collections.abc import Iterator

from wc3d.engine.agenda import question
from wc3d.games.warmachine.display.charts import chart_of
from wc3d.games.warmachine.display.sides import COLORS
from wc3d.games.warmachine.rules.cards import Armament, ModelCard
from wc3d.games.warmachine.rules.frames import activation_of
from wc3d.games.warmachine.rules.sight_in_game import clouds_on
from wc3d.games.warmachine.rules.state import PLAYERS, Model, State
from wc3d.games.warmachine.rules.stats import NAMES, stat, strength_and_power, value, weapon_range
from wc3d.games.warmachine.rules.turn.opening import DeployQuestion, zone
from wc3d.games.warmachine.text.question_words import boxes_of, facts
from wc3d.games.warmachine.text.vocabulary import PHASES, SYSTEMS, effect_words, name
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB, Livery, Silhouette
from wc3d.presentation.preview import head
from wc3d.presentation.view_models import (
    Label,
    Number,
    Roster,
    RosterRow,
    Row,
    Section,
    Sheet,
    Sign,
    TableEdge,
    TurnBar,
    Zone,
)

LOOKS = {
    "warcaster": Silhouette.HERO, "warjack": Silhouette.WARJACK, "trooper": Silhouette.TROOPER, "solo": Silhouette.SOLO,
}  # fmt: skip
HURT: RGB = (255, 120, 104)
SIGNS = {"fire": ("\uf06d", "Fire"), "corrosion": ("\uf043", "Cor"), "stationary": ("\uf2dc", "Still")}
PHASE_STEPS = tuple((PHASES[phase], f"the {PHASES[phase]} Phase") for phase in ("maintenance", "control", "activation"))


def liveries_of(state: State) -> dict[str, Livery]:
    """How every model is dressed."""
    return {
        m.id: Livery(COLORS[m.owner - 1], m.owner, LOOKS[m.kind], f"warmachine/{state.setup.card_of(m.id).id}")
        for m in state.models.values()
    }


def facings_of(state: State) -> dict[str, float]:
    """Which way every model on the table looks, in degrees counter-clockwise from north."""
    return {m.id: (m.facing - 90.0) % 360.0 for m in state.in_play()}


def labels_of(state: State) -> tuple[Label, ...]:
    """The label of every model on the table."""
    liveries, bodies = liveries_of(state), {body.id: body for body in state.table.bodies}
    labels = []
    for m in state.in_play():
        whole, remaining = boxes_of(state, m.id)
        words = (name(state, m.id), kind_of(state, m), f"{remaining} of {whole} boxes left", *facts(state, m))
        labels.append(Label(
            m.id, m.id, m.display_name, liveries[m.id], head(bodies[m.id]), bodies[m.id].at, max(0, remaining), whole, m.focus,
            max(m.focus, most_focus(state, m)), done=is_done(state, m), signs=_signs(state, m),
            words=words,
        ))  # fmt: skip
    return tuple(labels)


def most_focus(state: State, m: Model) -> int:
    """How many focus points a model usually holds at most (WM-FOC-01, WM-FOC-05)."""
    return value(state, m.id, "FOC") if m.caster else 3 if m.jack else 0


def kind_of(state: State, m: Model) -> str:
    """What kind of model it is: "warjack", "trooper of Pikemen, its leader"."""
    return f"trooper of {name(state, m.unit)}{', its leader' * m.leader}" if m.unit else m.kind


def is_done(state: State, m: Model) -> bool:
    """Has it activated this turn, and is it through with that?"""
    return m.activated == state.turn and state.turn > 0 and activation_of(state, m.id) is None


def _signs(state: State, m: Model) -> tuple[Sign, ...]:
    signs = [Sign("\uf063", "Down", HURT)] if m.knocked_down else []
    signs += [Sign("\uf70c", "Flees", HURT)] if m.fleeing else []
    signs += [Sign("\uf0c2", "Cloud", HURT)] if clouds_on(state, m.id) else []
    for effect in m.effects:
        word = "stationary" if any(w == "stationary" for w, _ in effect.does) else effect.name
        icon, short = SIGNS.get(word, ("\uf0eb", effect.name.split()[0][:6]))
        signs.append(Sign(icon, short, HURT if effect.player != m.owner else (132, 224, 140)))
    return tuple(signs)


def roster_of(state: State, player: int) -> Roster:
    """The list of a player's models."""
    rows = tuple(_row(state, m) for m in state.models.values() if m.owner == player)
    other_models = [m for m in state.models.values() if m.owner == player and not m.caster]
    left_over = f"{sum(m.in_play for m in other_models)} of {len(other_models)} other models on the table"
    caster = state.caster_of(player)
    whole, remaining = boxes_of(state, caster.id)
    summary = (f"warcaster: {remaining} of {whole} boxes", left_over)
    return Roster(player, summary, rows, standing=summary)


def _row(state: State, m: Model) -> RosterRow:
    whole, remaining = boxes_of(state, m.id)
    tip = (name(state, m.id), *facts(state, m))
    if m.at is None:
        return RosterRow(m.id, m.display_name, note="removed from play" if m.removed else "not set up yet", tip=tip)
    focus = f"{ICONS['bolt']}{m.focus}  " if m.focus else ""
    done_mark = f"  {ICONS['ok']}" if is_done(state, m) else ""
    return RosterRow(m.id, m.display_name, f"{focus}{remaining}/{whole}{done_mark}", left=max(0.0, remaining / whole), tip=tip)


def sheet_of(state: State, id: str) -> Sheet | None:
    """The card of a model: its numbers with their receipts, weapons, spells, what lasts on it."""
    if id not in state.models:
        return None
    m, card = state.models[id], state.setup.card_of(id)
    kind = kind_of(state, m)
    sections = [Section("Weapons", tuple(Row(_weapon(state, m, w)) for w in card.weapons))] if card.weapons else []
    sections += _magic(state, m)
    if m.effects:
        sections.append(Section("Effects", tuple(Row(effect_words(effect)) for effect in m.effects)))
    description = f"{kind}, {card.base} base"
    numbers = tuple(_numbers(state, m))
    return Sheet(id, name(state, id), tuple(facts(state, m)), numbers, tuple(sections), description, chart_of(state, id))


def _numbers(state: State, m: Model) -> Iterator[Number]:
    cmd = state.setup.card_of(m.id).cmd
    for stat_name in NAMES:
        if stat_name == "FOC" and not m.caster:
            continue
        receipt = stat(state, m.id, stat_name)
        yield Number(stat_name, f"{receipt.value:g}", (str(receipt),), bool(receipt.lines) or receipt.source != "on the card")
    if cmd is not None and (state.edition["command"] or state.edition["units"]):  # else it is not used (WM-MOD-08)
        yield Number("CMD", f"{cmd}", (f"CMD {cmd} on the card",), False)


def _weapon(state: State, m: Model, weapon: Armament) -> str:
    power = strength_and_power(state, m.id, weapon)
    location = f" ({SYSTEMS[weapon.location]})" if weapon.location else ""
    reach = f'RNG {"SP" if weapon.spray else f"{weapon_range(state, m.id, weapon):g}"}, ROF {weapon.rof}, POW {power}'
    numbers = reach if weapon.kind == "ranged" else f"P+S {power}" + (", reach" if weapon.reach else "")
    numbers += f", AOE {weapon.aoe}" if weapon.aoe else ""
    rules = [t.says() for t in weapon.traits] + [e.says() for e in weapon.hits] + [f"critical: {e.says()}" for e in
    weapon.criticals]
    return f"{weapon.name}{location}: {numbers}" + (f"; {'; '.join(rules)}" if rules else "")


def _magic(state: State, m: Model) -> list[Section]:
    card: ModelCard = state.setup.card_of(m.id)
    sections = [Section("Abilities", tuple(Row(trait.says()) for trait in card.traits))] if card.traits else []
    if m.caster:
        caster = state.setup.caster_card(m.id)
        spell_rows = tuple(
            Row(f"{s.name}: cost {s.cost}" + (f", RNG {s.rng}" if s.rng else "") + (f", AOE {s.aoe}" if s.aoe else "")
                + (f", POW {s.pow}" if s.pow is not None else "") + (", upkeep" if s.upkeep else ""),
                "; ".join(e.says() for e in s.hits)) for s in caster.spells
        )  # fmt: skip
        sections += [Section("Spells", spell_rows)] if spell_rows else []
        used_note = " (used)" if m.feat_used else ""
        sections.append(Section("Feat", (Row(f"{caster.feat.name}{used_note}", "; ".join(e.says() for e in caster.feat.effects)),)))
    return sections


def turn_bar_of(state: State) -> TurnBar:
    """What the bar at the top says."""
    if not state.round:
        current_question = question(state)
        return TurnBar("Setup", current_question.player if current_question is not None else state.active, steps=PHASE_STEPS)
    step = {"maintenance": 1, "control": 2, "activation": 3}.get(state.phase, 0)
    counts = [sum(1 for _ in state.in_play(player)) for player in PLAYERS]
    return TurnBar(
        f"Round {state.round}" + (f"/{state.setup.rounds}" if state.setup.rounds else ""), state.active, f"turn {state.turn}",
        f"{counts[0]} : {counts[1]}", "models on the table", PHASE_STEPS, step,
    )  # fmt: skip


def edges_of(state: State) -> tuple[TableEdge, ...]:
    """Whose edge of the table is whose."""
    width, depth = state.table.size
    edges = []
    for player, side in enumerate(state.sides, 1):
        if side:
            y = 0.0 if side == "south" else depth
            edges.append(TableEdge(((0.0, y), (width, y)), COLORS[player - 1], player))
    return tuple(edges)


def zones_of(state: State, player: int) -> tuple[Zone, ...]:
    """Where a player may set up now."""
    if not isinstance(question(state), DeployQuestion) or not state.sides[player - 1]:
        return ()
    low, high = zone(state, player)
    y = high[1] if state.sides[player - 1] == "south" else low[1]
    return (Zone(low, high, ((low[0], y), (high[0], y)), COLORS[player - 1], player),)
