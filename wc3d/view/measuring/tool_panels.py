"""What is seen of the measuring tools: their buttons, the panel of sight, the side cut, and the marks on the board."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from wc3d.evidence.exhibit import Exhibit, Stroke, inches
from wc3d.evidence.palette import BAD, GOOD, PEN_COLOURS, PLAIN, RGB, ROLE_COLOURS, Pen, Role
from wc3d.evidence.preview import Tag
from wc3d.table.body import Body
from wc3d.view.measuring.tools import NOBODY, Measuring, Tool
from wc3d.view.stage.board import Board
from wc3d.view.stage.overlays import draw_evidence, draw_stroke, draw_volume
from wc3d.view.window.image_panel import ImagePanel
from wc3d.view.window.panels import DIM, EDGE, GOLD, ICONS, button, colour, facts, heading, panel, sign

if TYPE_CHECKING:
    from wc3d.view.window.imgui_panda import ImGuiPanda

TOOLS = (
    (Tool.RULER, "ruler", "Measure", "a ruler in 3D: click two ends, models catch it"),
    (Tool.SIGHT, "eye", "Sight", "who sees whom, from where they stand or would stand"),
    (Tool.AREA, "layers", "Area", "paint where one sees, or where others see"),
)
WIDTH = 350.0
PADDING = 24.0
"""The width of the panel of a tool, and what of it is its edges."""
SIGNS = {"clear": (ICONS["ok"], GOOD), "blocked": (ICONS["no"], BAD), "undecided": ("?", PLAIN)}
RULER: RGB = (240, 200, 70)


def cut_height(ui: ImGuiPanda) -> float:
    """How high a side cut at the foot of the window is, in points: a quarter of the window."""
    return max(184.0, 0.25 * ui.io.display_size.y / ui.scale)


def cut_size(ui: ImGuiPanda) -> tuple[float, float]:
    """How large a side cut is, in points: the width of the panel above it, or more in a wide window."""
    width, height = ui.io.display_size.x / ui.scale, ui.io.display_size.y / ui.scale
    return max(WIDTH, 0.27 * width) - PADDING, max(136.0, 0.19 * height)


def draw_tools(ui: ImGuiPanda, measuring: Measuring, *, keys: bool = True, words: bool = True) -> None:
    """The buttons of the tools, in a row, within a panel of the screen; without `words` these are in the tips alone."""
    for number, (tool, icon, name, tip) in enumerate(TOOLS):
        key = ui.key(tool.value)
        if number:
            imgui.same_line()
        label = f"{ICONS[icon]}  {name}" + (f"  [{key}]" if keys else "") if words else ICONS[icon]
        if button(ui, label, tool.value, on=measuring.tool is tool, tip=tip if words else f"{name} [{key}]: {tip}"):
            measuring.use(tool)


class MeasuringPanels:
    """The panels of the tools on one screen: what is measured, and the side cut."""

    def __init__(self, measuring: Measuring) -> None:
        self.measuring = measuring
        self._cut = ImagePanel()

    def draw(self, ui: ImGuiPanda, top: float = EDGE, bottom: float = EDGE) -> None:
        """The panel of the tool in hand at the right, the side cut under it; `top`, `bottom`: pixels kept free."""
        measuring = self.measuring
        if not measuring.active:
            return
        width, height = ui.io.display_size.x, ui.io.display_size.y
        taken = self._draw_cut(ui, bottom)
        wide, most = WIDTH * ui.scale, height - top - bottom - taken
        imgui.set_next_window_size_constraints(imgui.ImVec2(wide, 0), imgui.ImVec2(wide, max(60.0, most)))
        with panel("measuring", (width - EDGE, top), corner=(1, 0)):
            imgui.dummy(imgui.ImVec2(wide - PADDING, 0))
            {Tool.RULER: _draw_ruler, Tool.SIGHT: _draw_sight, Tool.AREA: _draw_area}[measuring.tool](ui, measuring)
            if measuring.status:
                imgui.push_text_wrap_pos(0)
                imgui.text_colored(imgui.ImVec4(*GOLD), measuring.status)
                imgui.pop_text_wrap_pos()
            _mark_panel(ui, "measuring")

    def _draw_cut(self, ui: ImGuiPanda, bottom: float) -> float:
        """Draw it where it hides nothing of the front of the board; how many pixels it has taken."""
        measuring, looked = self.measuring, self.measuring.looked
        measuring.cut_size = *cut_size(ui), ui.scale
        if measuring.tool is not Tool.SIGHT or not measuring.cut_shown or looked is None or looked.cut is None:
            return 0.0
        if not measuring.fresh:
            return 0.0
        width, height = ui.io.display_size.x, ui.io.display_size.y
        with panel("side cut", (width - EDGE, height - bottom), corner=(1, 1)):
            self._cut.show(ui, looked.cut, "side cut")
            _mark_panel(ui, "side cut panel")
            return float(imgui.get_window_height()) + EDGE


def _mark_panel(ui: ImGuiPanda, name: str) -> None:
    """Remember the whole panel's rectangle."""
    low, size = imgui.get_window_pos(), imgui.get_window_size()
    ui.marks[name] = low.x, low.y, low.x + size.x, low.y + size.y


def _draw_ruler(ui: ImGuiPanda, measuring: Measuring) -> None:
    heading(ui, f"{ICONS['ruler']}  Ruler")
    measured = measuring.measured
    if measured is None:
        return
    sign(ui, inches(measured.inches), PLAIN, "measured")
    facts((("Exactly", f'{measured.inches:.4f}"'), ("Along the table", inches(measured.along)), ("Up", inches(measured.up))))


def _name(measuring: Measuring, body: Body | None) -> str:
    if body is None:
        return "..."
    if body.id.startswith(NOBODY):
        return f"a {body.base} base at ({body.at[0]:.1f}, {body.at[1]:.1f}, {body.at[2]:.1f})"
    if not measuring.is_ghost(body):
        return measuring.named(body.id)
    return f"{measuring.named(body.id)}, if it stood at ({body.at[0]:.1f}, {body.at[1]:.1f}, {body.at[2]:.1f})"


def _bases(ui: ImGuiPanda, measuring: Measuring) -> None:
    for number, base in enumerate(measuring.table.policy.bases):
        if number:
            imgui.same_line()
        if button(ui, base, f"base {base}", on=measuring.base == base, tip=f"ghosts and areas for {base} bases"):
            measuring.choose_base(base)


def _draw_sight(ui: ImGuiPanda, measuring: Measuring) -> None:
    heading(ui, f"{ICONS['eye']}  Line of sight")
    imgui.push_text_wrap_pos(0)
    facts((("From", _name(measuring, measuring.viewer)), ("To", _name(measuring, measuring.target))), 60 * ui.scale)
    imgui.pop_text_wrap_pos()
    if measuring.viewer is None or (measuring.target is None):
        _bases(ui, measuring)
    looked = measuring.looked
    if looked is not None and measuring.target is not None:
        seen, waiting = looked.sight, not measuring.fresh
        verdict = looked.sizes[[s.base for s in looked.sizes].index(looked.target.base)].verdict
        sign(ui, f"{SIGNS[verdict][0]}  {seen.verdict}" + ("  ..." if waiting else ""), SIGNS[verdict][1], "seen")
        _sizes(ui, measuring)
        if looked.full:
            facts(seen.facts[:4], 130 * ui.scale)
        imgui.separator()
        facts((("Cover", looked.cover_why), ("Range", _range(measuring))), 60 * ui.scale)
        imgui.text_colored(imgui.ImVec4(*DIM), f"{seen.rule.split(' (')[0]}; {looked.cover.rule.split(', ')[-1]} (cover)")
    _buttons(ui, measuring)
    _watchers(ui, measuring)


def _range(measuring: Measuring) -> str:
    from wc3d.table.sight.ranges import distance

    if measuring.viewer is None or measuring.target is None:
        return "..."
    return inches(distance(measuring.table, measuring.viewer, measuring.target)) + ", base to base"


def _sizes(ui: ImGuiPanda, measuring: Measuring) -> None:
    """A row for each size of base at the target's place."""
    assert measuring.looked is not None
    for size in measuring.looked.sizes:
        icon, rgb = SIGNS[size.verdict]
        bright = tuple(min(255, int(v * 1.5)) for v in rgb)
        imgui.text_colored(colour(bright), icon)  # type: ignore[arg-type]
        imgui.same_line(34 * ui.scale)
        own = size.base == measuring.looked.target.base
        imgui.text(size.base + (" (this one)" if own else ""))
        imgui.same_line(150 * ui.scale)
        if not measuring.looked.full:
            imgui.text(size.verdict)
        elif size.verdict == "clear":
            imgui.text(f"clear by {inches(size.clearance)}" if size.clearance is not None else "clear, nothing near")
        else:
            imgui.text(size.verdict + (f", short by {inches(size.short_by)}" if size.short_by is not None else ""))
    ui.mark("sizes")


def _buttons(ui: ImGuiPanda, measuring: Measuring) -> None:
    ready = measuring.viewer is not None and measuring.target is not None
    if button(ui, f"{ICONS['turn']}  Swap", "swap", enabled=ready, tip="the one looks, the other is looked at"):
        measuring.swap()
    imgui.same_line()
    if button(ui, f"Side cut  [{ui.key('cut')}]", "cut", on=measuring.cut_shown, tip="the board cut open along the line"):
        measuring.toggle_cut()
    imgui.same_line()
    if button(ui, "Who else  [O]", "everyone", on=measuring.everyone, tip="which models see the target, and along which line"):
        measuring.toggle_everyone()


def _watchers(ui: ImGuiPanda, measuring: Measuring) -> None:
    looked = measuring.looked
    if looked is None or not measuring.everyone or not measuring.fixed:
        return
    if not looked.full:
        imgui.text_colored(imgui.ImVec4(*DIM), "who else sees it: ...")
        return
    seen = [measuring.named(w.id) for w in looked.watchers if w.verdict == "clear"]
    hidden = [measuring.named(w.id) for w in looked.watchers if w.verdict != "clear"]
    imgui.push_text_wrap_pos(0)
    rows = (f"{ICONS['ok']} Seen by", seen), (f"{ICONS['no']} Hidden from", hidden)
    facts([(words, ", ".join(ids) or "nobody") for words, ids in rows], 110 * ui.scale)
    imgui.pop_text_wrap_pos()
    ui.mark("watchers")


def _draw_area(ui: ImGuiPanda, measuring: Measuring) -> None:
    heading(ui, f"{ICONS['layers']}  Area of sight")
    if button(ui, "what it sees", "area from", on=not measuring.danger, tip="where this model, or one there, sees a base"):
        measuring.danger = True
        measuring.toggle_danger()
    imgui.same_line()
    if button(ui, "where others see", "area any", on=measuring.danger, tip="where they can see me: any other model"):
        measuring.danger = False
        measuring.toggle_danger()
    if not measuring.danger:
        facts((("From", _name(measuring, measuring.viewer)),), 60 * ui.scale)
    imgui.text_colored(imgui.ImVec4(*DIM), "a base of this size there:")
    _bases(ui, measuring)
    done, total = measuring.progress
    if measuring.painted is None and total:
        imgui.progress_bar(done / total, imgui.ImVec2(-1, 0))
        if button(ui, f"{ICONS['no']}  Stop", "stop"):
            measuring.cancelled()
    if measuring.painted is not None:
        imgui.separator()
        facts(measuring.painted.facts)


def tags(measuring: Measuring) -> list[Tag]:
    """The signs over the board: the measure, the ghosts' names, who sees the target."""
    found: list[Tag] = []
    if measuring.measured is not None:
        (ax, ay, az), (bx, by, bz) = measuring.measured.line
        found.append(Tag(((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2), inches(measuring.measured.inches), RULER))
    for body, role in _ends(measuring):
        if measuring.tool is not Tool.RULER and measuring.is_ghost(body):
            words = f"{measuring.named(body.id)} here?" if not body.id.startswith(NOBODY) else f"{body.base} base"
            found.append(Tag((*body.at[:2], body.at[2] + body.height + 0.2), words, ROLE_COLOURS[role]))
    looked = measuring.looked
    if looked is not None and measuring.everyone and looked.full:
        for watcher in looked.watchers:
            seer = measuring.body_of(watcher.id)
            if seer is not None:
                icon, rgb = SIGNS[watcher.verdict]
                words = f"{icon} {'sees it' if watcher.verdict == 'clear' else 'does not'}"
                found.append(Tag((*seer.at[:2], seer.at[2] - 0.5), words, rgb))
    return found


def shown(measuring: Measuring) -> object:
    """Whatever the marks depend on."""
    held = measuring.viewer, measuring.target, measuring.tool, measuring.dragging
    return *held, measuring.measured, measuring.looked, measuring.painted, measuring.everyone


def exhibit_of(measuring: Measuring) -> Exhibit | None:
    """What is drawn: the verdict's own evidence."""
    if measuring.tool is Tool.AREA:
        return measuring.painted
    return measuring.looked.sight if measuring.looked is not None and measuring.target is not None else None


def draw_marks(board: Board, measuring: Measuring, eye: str | None = None) -> None:
    """The ruler, the evidence of sight, painted areas and the ghosts."""
    if measuring.measured is not None:
        _draw_measure(board, measuring)
    seen, looked = exhibit_of(measuring), measuring.looked
    if seen is not None and measuring.tool is Tool.SIGHT and looked is not None:
        draw_evidence(board, measuring.table.with_bodies(looked.viewer, looked.target), seen, eye)
        for watcher in looked.watchers if measuring.everyone else ():
            if watcher.line is not None and watcher.id != looked.viewer.id:
                draw_stroke(board, Stroke(watcher.line, Pen.CLEAR, bold=False))
    elif seen is not None:
        draw_evidence(board, measuring.table.with_bodies(*_ghosts(measuring)), seen, eye)
    for body, role in _ends(measuring):
        if measuring.is_ghost(body) or seen is None:
            draw_volume(board, body.volume, ROLE_COLOURS[role], nobody=True)
            real = measuring.body_of(body.id)
            if real is not None and real.at != body.at:
                draw_stroke(board, Stroke((real.at, body.at), Pen.PATH, bold=False))


def _ends(measuring: Measuring) -> list[tuple[Body, Role]]:
    """Who looks and what is looked at; where all others look, nobody of their own."""
    ends = (measuring.viewer, Role.FROM), (measuring.target, Role.TO)
    mine = not (measuring.tool is Tool.AREA and measuring.danger)
    return [(body, role) for body, role in ends if body is not None and (mine or not body.id.startswith(NOBODY))]


def _ghosts(measuring: Measuring) -> Sequence[Body]:
    return [measuring.viewer] if measuring.viewer is not None and not measuring.danger else []


def _draw_measure(board: Board, measuring: Measuring) -> None:
    measured = measuring.measured
    assert measured is not None
    draw_stroke(board, Stroke(measured.line, Pen.MEASURE))
    if abs(measured.up) > 0.01 and measured.along > 0.01:
        low, high = sorted(measured.line, key=lambda p: p[2])
        corner = high[0], high[1], low[2]
        board.lines([(low, corner), (corner, high)], 0.9, PEN_COLOURS[Pen.MEASURE], 0.6, dash=0.25)
