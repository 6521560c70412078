"""What is drawn over the board in a game: what is picked and able, what is in hand, targets with odds, a line of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from wc3d.engine.ruleset_types import Chances
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.presentation.preview import FloatingTag, Preview, format_percent
from wc3d.presentation.view_models import CloudMark
from wc3d.scene.evidence_marks import draw_evidence, draw_stroke, draw_volume
from wc3d.scene.game_marks import draw_clouds, draw_edges, draw_fronts, draw_markers, draw_zones
from wc3d.scene.mark_painter import MarkPainter
from wc3d.table.body import Body
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import GameController
from wc3d.ui.game_log import LogLine

SELECTED_RGB: RGB = (255, 214, 96)
CAN_ACT_RGB: RGB = (210, 220, 226)
TARGET_RGB: RGB = (240, 88, 70)
ALLOWED_RGB: RGB = (70, 200, 120)
REFUSED_RGB: RGB = (230, 62, 52)


@dataclass(frozen=True)
class Attention:
    """What a person looks at: the attack whose button is hovered, the model that is pointed at, a line of the log."""

    item: MenuItem | None = None
    model: str | None = None
    line: LogLine | None = None


def draw_ground_marks(board: MarkPainter, interaction: GameController) -> None:
    """What the game marks on the ground: edges, objectives, clouds, and where one may set up now."""
    rules, state, player = interaction.rules, interaction.state, interaction.session.person_to_act
    draw_edges(board, rules.edges(state))
    draw_markers(board, rules.markers(state))
    draw_clouds(board, rules.clouds(state))
    if player:
        draw_zones(board, rules.zones(state, player))


def displayed_facings(interaction: GameController) -> dict[str, float]:
    """Which way models look, those as they would that have been put down and wait to be done."""
    new_facings = interaction.pending.facings() if interaction.pending is not None else {}
    return {**interaction.rules.facings(interaction.state), **new_facings}


def draw_attention_marks(
    board: MarkPainter,
    interaction: GameController,
    attention: Attention,
    recent: tuple[Stroke, ...],
    eye: str | None,
) -> None:
    """Rings and fronts, and what is shown now: a line of the log, else what has just happened (`recent`), previews and ghosts.
    `eye` is the model through whose eyes one looks."""
    _draw_rings(board, interaction)
    draw_fronts(board, interaction.table.bodies, displayed_facings(interaction))
    if attention.line is not None:
        for stroke in attention.line.strokes:
            draw_stroke(board, stroke)
        for x, y, z in attention.line.places:
            board.draw_ring((x, y), 0.9, max(0.0, z) + 0.05, SELECTED_RGB, 2.0, dash=0.3)
        return
    for stroke in recent:
        draw_stroke(board, stroke)
    for preview in (
        *surrounding_previews(interaction, attention),
        *visible_previews(interaction, attention),
    ):
        draw_evidence(board, interaction.rules.table(interaction.state), preview.marks, eye)
    pending = interaction.pending
    if pending is not None and not pending.is_placed and pending.make_preview() is None:
        for ghost in pending.ghosts:
            draw_volume(
                board, ghost.volume, ALLOWED_RGB if pending.is_ready else REFUSED_RGB, nobody=True
            )


def visible_previews(interaction: GameController, attention: Attention) -> list[Preview]:
    """The previews to be seen: of what is in hand and where it gets to, else of the attack that is pointed at, else of what is
    asked."""
    if interaction.pending is not None:
        return interaction.previews()
    rules, state = interaction.rules, interaction.state
    item = _pointed_attack(interaction, attention)
    preview = rules.preview(state, item.action) if item is not None else None
    if preview is None and interaction.session.person_to_act:
        preview = rules.question_preview(state)
    return [preview] if preview is not None else []


def surrounding_previews(interaction: GameController, attention: Attention) -> list[Preview]:
    """What is round the models that are pointed at and picked, unless something is in hand."""
    if interaction.pending is not None:
        return []
    rules, state, seat = interaction.rules, interaction.state, interaction.session
    looked = dict.fromkeys(
        id for id in (attention.model, interaction.selected_model) if id is not None
    )
    viewer = seat.viewer or seat.person_to_act or None
    return [
        preview
        for id in looked
        if (preview := rules.model_surroundings(state, id, viewer)) is not None
    ]


def _pointed_attack(interaction: GameController, attention: Attention) -> MenuItem | None:
    """The attack whose button or target is pointed at: the surest one."""
    if attention.item is not None:
        return attention.item
    menu = interaction.menu
    items = [
        item
        for item in interaction.highlighted_targets().get(attention.model or "", [])
        if menu.chances_of(item) is not None
    ]
    return next(iter(menu.sort_by_chances(items)), None)


def line_to_look_along(interaction: GameController, attention: Attention) -> tuple[XYZ, XYZ] | None:
    """The line that decides what is shown now, from end to end."""
    for preview in visible_previews(interaction, attention):
        for stroke in preview.marks.strokes:
            if stroke.is_bold and len(stroke.points) == 2:
                return stroke.points[0], stroke.points[1]
    return None


def _draw_ring(
    board: MarkPainter, body: Body, rgb: RGB, margin: float, width: float, dash: float = 0.0
) -> None:
    x, y, z = body.at
    board.draw_ring((x, y), body.radius + margin, z + 0.06, rgb, width, dash=dash)


def _draw_rings(board: MarkPainter, interaction: GameController) -> None:
    """Rings around what is picked (whole), what can do something (dashed), and targets (double)."""
    rules, state, able = interaction.rules, interaction.state, frozenset(interaction.units_to_act())
    picked = (
        rules.group(state, interaction.selected_id)
        if interaction.selected_id is not None
        else frozenset()
    )
    targets, model = interaction.highlighted_targets(), interaction.selected_model
    for body in interaction.table.bodies:
        if body.id in targets:
            for margin in (0.10, 0.24):
                _draw_ring(board, body, TARGET_RGB, margin, 2.0)
        elif body.id in picked:
            _draw_ring(board, body, SELECTED_RGB, 0.12, 3.0 if body.id == model else 1.6)
        elif able & rules.group(state, body.id):
            _draw_ring(board, body, CAN_ACT_RGB, 0.12, 1.3, dash=0.25)


# Tags


def overlay_tags(
    interaction: GameController,
    attention: Attention,
    turn: float,
    odds: Callable[[Chances], str] | None = None,
) -> list[FloatingTag]:
    """The signs over the board: targets with their odds (in the words of `odds`), and what the previews say. `turn` is the
    camera's, in degrees."""
    if attention.line is not None:
        return []
    previews = visible_previews(interaction, attention)
    nearby_previews = (
        surrounding_previews(interaction, Attention(model=attention.model))
        if attention.model is not None
        else []
    )
    tags = [tag for preview in (*previews, *nearby_previews[:1]) for tag in preview.tags]
    tags += cloud_tags(interaction.rules.clouds(interaction.state))
    pending = interaction.pending
    if pending is None:
        return tags if previews else tags + _odds_tags(interaction, turn, odds or format_chances)
    if pending.make_action() is None:
        return []
    if pending.status and pending.ghosts and not any(preview.tags for preview in previews):
        words, rgb = (
            (pending.status[:70], ALLOWED_RGB)
            if pending.is_ready
            else ("not possible here", REFUSED_RGB)
        )
        tags.append(FloatingTag(_label_point(pending.ghosts[0]), words, rgb))
    return tags


def cloud_tags(hazes: Sequence[CloudMark]) -> list[FloatingTag]:
    """A word on each cloud."""
    return [FloatingTag((*haze.center, haze.height), haze.short, haze.rgb) for haze in hazes]


def _odds_tags(
    interaction: GameController, turn: float, words_of: Callable[[Chances], str]
) -> list[FloatingTag]:
    """The best chances against each unit that can be attacked, with a shield in cover, at the foot of the model concerned."""
    rules, state, best = (
        interaction.rules,
        interaction.state,
        dict[frozenset[str], tuple[tuple[float, float], str, str]](),
    )
    for id, items in interaction.highlighted_targets().items():
        unit = rules.group(state, id)
        for chances in (
            c for item in items if (c := interaction.menu.chances_of(item)) is not None
        ):
            entry = (chances.destroy, chances.hit), id, words_of(chances)
            best[unit] = max(best.get(unit, entry), entry)
    table = rules.table(state)
    return [
        FloatingTag(_foot_point(table.body(id), turn), words, TARGET_RGB)
        for _, id, words in best.values()
    ]


def format_chances(chances: Chances) -> str:
    """The chances to hit and to destroy, and a shield in cover."""
    cover = f"  {ICONS['shield']}" if chances.cover else ""
    return f"{ICONS['cross']} {format_percent(chances.hit)}  {ICONS['skull']} {format_percent(chances.destroy)}{cover}"


def _foot_point(body: Body, turn: float) -> XYZ:
    """Before a model's base, as the camera sees it."""
    x, y, z = body.at
    distance = body.radius + 1.1
    return x + distance * sin(radians(turn)), y - distance * cos(radians(turn)), z


def _label_point(body: Body) -> XYZ:
    x, y, z = body.at
    return x, y, z + body.height + 1.3
