"""The overlays of a game's board: selection, pending action, targets with odds, and log lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from wc3d.engine.ruleset_types import Chances
from wc3d.presentation.display_values import CloudMark
from wc3d.presentation.evidence_view import XYZ, EvidenceView, Stroke
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.presentation.preview import FloatingTag, Preview, format_percent
from wc3d.scene.evidence_marks import draw_evidence, draw_stroke, draw_volume
from wc3d.scene.game_marks import draw_clouds, draw_edges, draw_fronts, draw_markers, draw_zones
from wc3d.scene.mark_painter import MarkPainter
from wc3d.table.body import Body
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import GameController
from wc3d.ui.game_log import LogLine
from wc3d.ui.measuring.readout import measuring_evidence
from wc3d.ui.measuring.tools import MeasuringTools

SELECTED_RGB: RGB = (255, 214, 96)
CAN_ACT_RGB: RGB = (210, 220, 226)
TARGET_RGB: RGB = (240, 88, 70)
ALLOWED_RGB: RGB = (70, 200, 120)
REFUSED_RGB: RGB = (230, 62, 52)


@dataclass(frozen=True)
class Attention:
    """The user's focus of attention: a hovered attack button, a hovered model, or a log line."""

    item: MenuItem | None = None
    model: str | None = None
    line: LogLine | None = None


def draw_ground_marks(board: MarkPainter, interaction: GameController) -> None:
    """Draw edges, objectives, clouds, and zones for deployment."""
    rules = interaction.rules
    state = interaction.state
    player = interaction.session.person_to_act
    draw_edges(board, rules.display.edges(state))
    draw_markers(board, rules.display.markers(state))
    draw_clouds(board, rules.display.clouds(state))
    if player:
        draw_zones(board, rules.display.zones(state, player))


def displayed_facings(interaction: GameController) -> dict[str, float]:
    """Return the facings of models, with those of the pending action."""
    new_facings = interaction.pending.facings() if interaction.pending is not None else {}
    return {**interaction.rules.display.facings(interaction.state), **new_facings}


def draw_attention_marks(
    board: MarkPainter,
    interaction: GameController,
    attention: Attention,
    recent: tuple[Stroke, ...],
    eye: str | None,
) -> None:
    """Draw rings and fronts, then a log line, or `recent` strokes with previews and ghosts.

    `eye` is the model whose view is shown.
    """
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
        draw_evidence(board, interaction.rules.queries.table(interaction.state), preview.marks, eye)
    pending = interaction.pending
    if pending is not None and not pending.is_placed and pending.make_preview() is None:
        for ghost in pending.ghosts:
            draw_volume(
                board, ghost.volume, ALLOWED_RGB if pending.is_ready else REFUSED_RGB, nobody=True
            )


def visible_previews(interaction: GameController, attention: Attention) -> list[Preview]:
    """Return the previews of the pending action, the hovered attack, or the open question."""
    if interaction.pending is not None:
        return interaction.previews()
    rules = interaction.rules
    state = interaction.state
    item = _pointed_attack(interaction, attention)
    preview = rules.display.preview(state, item.action) if item is not None else None
    if preview is None and interaction.session.person_to_act:
        preview = rules.display.question_preview(state)
    return [preview] if preview is not None else []


def views_in_question(
    interaction: GameController, attention: Attention, measuring: MeasuringTools
) -> list[EvidenceView]:
    """Return the evidence on the table that terrain may matter to."""
    if measuring.is_active:
        evidence = measuring_evidence(measuring)
        return [evidence] if evidence is not None else []
    if attention.line is not None:
        return [line_view(attention.line.strokes)]
    return [preview.marks for preview in visible_previews(interaction, attention)]


def line_view(strokes: Sequence[Stroke]) -> EvidenceView:
    """Return lines alone as evidence."""
    return EvidenceView("lines", "", "", None, "", strokes=tuple(strokes))


def surrounding_previews(interaction: GameController, attention: Attention) -> list[Preview]:
    """Return the surroundings of the hovered and selected models unless an action is pending."""
    if interaction.pending is not None:
        return []
    rules = interaction.rules
    state = interaction.state
    seat = interaction.session
    looked = dict.fromkeys(
        id for id in (attention.model, interaction.selected_model) if id is not None
    )
    viewer = seat.viewer or seat.person_to_act or None
    return [
        preview
        for id in looked
        if (preview := rules.display.model_surroundings(state, id, viewer)) is not None
    ]


def _pointed_attack(interaction: GameController, attention: Attention) -> MenuItem | None:
    """Return the hovered attack, the most likely one for a hovered target."""
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
    """Return the deciding line of the visible previews, or None."""
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
    """Draw rings around the selection (solid), units that can act (dashed) and targets (double)."""
    rules = interaction.rules
    state = interaction.state
    able = frozenset(interaction.units_to_act())
    picked = (
        rules.queries.group(state, interaction.selected_id)
        if interaction.selected_id is not None
        else frozenset()
    )
    targets = interaction.highlighted_targets()
    model = interaction.selected_model
    for body in interaction.table.bodies:
        if body.id in targets:
            for margin in (0.10, 0.24):
                _draw_ring(board, body, TARGET_RGB, margin, 2.0)
        elif body.id in picked:
            _draw_ring(board, body, SELECTED_RGB, 0.12, 3.0 if body.id == model else 1.6)
        elif able & rules.queries.group(state, body.id):
            _draw_ring(board, body, CAN_ACT_RGB, 0.12, 1.3, dash=0.25)


# Tags

OddsText = Callable[[str, Chances], str]
"""Returns the text for the chances against a model, by its id."""


def overlay_tags(
    interaction: GameController,
    attention: Attention,
    turn: float,
    odds: OddsText | None = None,
) -> list[FloatingTag]:
    """Return the tags of previews and, with `odds`, of targets. `turn` is in degrees.

    Without `odds` the targets have no tags here: their labels show the chances.
    """
    if attention.line is not None:
        return []
    previews = visible_previews(interaction, attention)
    nearby_previews = (
        surrounding_previews(interaction, Attention(model=attention.model))
        if attention.model is not None
        else []
    )
    tags = [tag for preview in (*previews, *nearby_previews[:1]) for tag in preview.tags]
    tags += cloud_tags(interaction.rules.display.clouds(interaction.state))
    pending = interaction.pending
    if pending is None:
        return tags if odds is None else tags + _odds_tags(interaction, attention, turn, odds)
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
    """Return a tag for each cloud."""
    return [FloatingTag((*cloud.center, cloud.height), cloud.short, cloud.rgb) for cloud in hazes]


def target_odds(interaction: GameController, attention: Attention) -> dict[str, Chances]:
    """Return the best chances against each target unit by the model concerned.

    Nothing is returned while a log line, an action or a preview is shown instead.
    """
    is_busy = attention.line is not None or interaction.pending is not None
    if is_busy or visible_previews(interaction, attention):
        return {}
    rules = interaction.rules
    state = interaction.state
    best = dict[frozenset[str], tuple[tuple[float, float], str, Chances]]()
    for id, items in interaction.highlighted_targets().items():
        unit = rules.queries.group(state, id)
        for chances in (
            c for item in items if (c := interaction.menu.chances_of(item)) is not None
        ):
            entry = (chances.destroy, chances.hit), id, chances
            if unit not in best or entry[:2] > best[unit][:2]:
                best[unit] = entry
    return {id: chances for _, id, chances in best.values()}


def _odds_tags(
    interaction: GameController,
    attention: Attention,
    turn: float,
    words_of: OddsText,
) -> list[FloatingTag]:
    """Return the best chances against each target unit, in front of the model concerned."""
    table = interaction.rules.queries.table(interaction.state)
    return [
        FloatingTag(
            _foot_point(table.body(id), turn),
            words_of(id, chances),
            TARGET_RGB,
            target=_middle_point(table.body(id)),
        )
        for id, chances in target_odds(interaction, attention).items()
    ]


def format_chances(chances: Chances) -> str:
    """Return the chances to hit and to destroy with icons, and a shield for cover."""
    cover = f"  {ICONS['shield']}" if chances.cover else ""
    return f"{ICONS['cross']} {format_percent(chances.hit)}  {ICONS['skull']} {format_percent(chances.destroy)}{cover}"


def _foot_point(body: Body, turn: float) -> XYZ:
    """Return a point in front of a model's base, as seen by the camera."""
    x, y, z = body.at
    distance = body.radius + 1.1
    return x + distance * sin(radians(turn)), y - distance * cos(radians(turn)), z


def _middle_point(body: Body) -> XYZ:
    x, y, z = body.at
    return x, y, z + body.height / 2


def _label_point(body: Body) -> XYZ:
    x, y, z = body.at
    return x, y, z + body.height + 1.3
