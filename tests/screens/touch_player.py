"""A player on a phone who uses one finger alone: it reads what the page offers, taps and drags.

It counts what goes wrong: taps that land on something else than was aimed at, drags that are refused, and waits of over a
second. It knows no rule: it prefers actions to ending a step, and confirms what can be confirmed.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Any

from tests.screens.browser import Browser
from tests.server.hosting import HostedTable

PATIENCE_S = 60.0
ACTION_SHARE = 0.55
"""How often an action is preferred to ending a step."""
LONG_WAIT_S = 1.0
ANSWER_S = 10.0
LIFT_PX = 46.0
"""A dragged model is shown so far above the finger."""
MAX_TRIES = 4
"""So often the same tap is tried at a question that it does not change."""

READ = """(() => {
  const seen = (one, x, y) => { const over = document.elementFromPoint(x, y); return over && (one === over || one.contains(over)); };
  const rect = one => { const r = one.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  const shown = [...document.querySelectorAll(".buttons button, .cards button, .wish button")];
  const buttons = shown.filter(b => b.checkVisibility() && !b.disabled).map(b => {
    const [left, top, right, bottom] = rect(b), x = (left + right) / 2, y = (top + bottom) / 2;
    return { mark: b.dataset.mark || b.textContent, words: b.textContent, x, y, wide: right - left, tall: bottom - top,
      seen: seen(b, x, y), card: Boolean(b.closest(".cards")) };
  });
  const figures = seat.table.there ? [...seat.table.figures.values()] : [];
  const models = figures.filter(f => seat.table.movable.has(f.id)).map(f => ({ id: f.id, at: f.at }));
  const { n, screens, mine } = document.body.dataset, words = place => document.querySelector(place).innerText;
  const lists = [".ask", ".scroll", ".pane-button"].map(place => [place, rect(document.querySelector(place))]);
  return {
    mine: mine === "true", over: !document.querySelector(".again").hidden, n: Number(n), screens: Number(screens),
    inHand: words(".inhand"), asked: words(".asked"), question: words(".question"), buttons, models,
    pointed: seat.table.pointed, about: seat.table.about, size: seat.table.scene.table.size,
    canvas: rect(seat.view.canvas), busy: seat.staging.busy || seat.staging.waiting > 0,
    lists: Object.fromEntries(lists), info: document.querySelector("aside").classList.contains("info"),
  };
})()"""


NOTE_TAP = """(() => {
  window.hit = null;
  addEventListener("pointerup", event => {
    const button = event.target.closest("button");
    window.screensThen = Number(document.body.dataset.screens);
    window.hit = button ? button.dataset.mark || button.textContent : event.target.tagName;
  }, { capture: true, once: true });
})()"""
"""Notes what the next tap lands on, and which screen was shown then."""


@dataclass
class TouchPlayer:
    """The finger of a seat. `log` says in words what went wrong."""

    browser: Browser
    table: HostedTable
    seed: int = 1
    taps: int = 0
    wrong_taps: int = 0
    outrun_taps: int = 0
    drags: int = 0
    refused_drags: int = 0
    long_waits: int = 0
    long_draws: int = 0
    unanswered: int = 0
    longest_wait_s: float = 0.0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self._tries: dict[tuple[str, str], int] = {}

    def read(self) -> dict[str, Any]:
        """What the page shows."""
        shown: dict[str, Any] = self.browser.run(READ)
        return shown

    def play(self, taps: int) -> bool:
        """Play on with up to so many taps and drags. Return whether the game is over."""
        while self.taps + self.drags < taps:
            page = self.wait_for_turn()
            if page["over"]:
                return True
            self.act(page)
        return bool(self.read()["over"])

    def wait_for_turn(self) -> dict[str, Any]:
        """Wait until the page asks for something or the game is over."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            page = self.read()
            is_current = page["n"] >= self.table.match.row_count
            if is_current and not page["busy"] and (page["over"] or page["mine"]):
                return page
            time.sleep(0.02)
        raise AssertionError(f"nothing is asked: {page['asked']}, {page['question']}")

    def act(self, page: dict[str, Any]) -> None:
        """Do one thing."""
        question = f"{self.table.match.record_length} {page['question']} {page['inHand']}"
        buttons = [
            b
            for b in page["buttons"]
            if b["mark"] not in ("undo", "redo", "hint", "everything", "corner")
            and self._tries.get((question, b["mark"]), 0) < MAX_TRIES
        ]
        sure = [b for b in buttons if b["mark"] in ("finish", "here")]
        passes = [b for b in buttons if b["mark"] == "pass"]
        cancels = [b for b in buttons if b["mark"] in ("cancel", "let go")]
        others = [b for b in buttons if b not in (*sure, *passes, *cancels)]
        chance = self.rng.random()
        if sure and chance < 0.9:
            self.tap_button(page, question, sure[0])
        elif page["models"] and not page["inHand"] and chance < 0.8:
            self.drag_model(page)
        elif page["pointed"] and chance < 0.8:
            self.tap_place(page)
        elif others and (chance < ACTION_SHARE or not passes):
            self.tap_button(page, question, self.rng.choice(others))
        elif passes:
            self.tap_button(page, question, passes[0])
        elif cancels:
            self.tap_button(page, question, cancels[0])
        elif page["pointed"]:
            self.tap_place(page)
        else:
            raise AssertionError(f"nothing can be tapped: {question}, {page['buttons']}")

    def tap_button(self, page: dict[str, Any], question: str, button: dict[str, Any]) -> None:
        """Bring a button into sight and tap it."""
        key = question, button["mark"]
        self._tries[key] = self._tries.get(key, 0) + 1
        for _ in range(8):
            if button["seen"]:
                break
            if button["card"] != page["info"]:  # the cards are in the other pane
                left, top, right, bottom = page["lists"][".pane-button"]
                self.browser.drag(((left + right) / 2, (top + bottom) / 2), touch=True)
            else:
                self._swipe(page["lists"][".scroll" if button["card"] else ".ask"], button["y"])
            page = self.read()
            found = [b for b in page["buttons"] if b["mark"] == button["mark"]]
            if not found:
                return
            button = found[0]
        if not button["seen"]:
            self.wrong_taps += 1
            self.log.append(f"{button['mark']} cannot be brought into sight")
            return
        if button["tall"] < 40 or button["wide"] < 40:
            self.log.append(f"{button['mark']} is {button['wide']:.0f} x {button['tall']:.0f}")
        x, y = button["x"], button["y"]
        self.browser.run(NOTE_TAP)
        self._touch((x, y), page["screens"], button["mark"])
        hit = self.browser.run("window.hit")
        confirms = {hit, button["mark"]} <= {"here", "finish"}  # one place, and both confirm
        if hit != button["mark"] and self.browser.run("window.screensThen") != page["screens"]:
            self.outrun_taps += 1  # the page changed after it was read: its guard takes no such tap
            self.log.append(f"aimed at {button['mark']}, which a new screen replaced")
        elif hit != button["mark"] and not confirms:
            self.wrong_taps += 1
            self.log.append(f"aimed at {button['mark']}, hit {hit}")

    def _swipe(self, area: list[float], goal: float) -> None:
        """Scroll a list by a finger towards a height of the window."""
        left, top, right, bottom = area
        x, middle = (left + right) / 2, (top + bottom) / 2
        way = min(max(middle - goal, -0.7 * (bottom - top)), 0.7 * (bottom - top))
        start = middle - way / 2
        self.browser.drag((x, start), (x, start + way), touch=True)
        time.sleep(0.1)

    def tap_place(self, page: dict[str, Any]) -> None:
        """Tap a place of the table, near the model that is asked about."""
        about = next((m["at"] for m in page["models"] if m["id"] == page["about"]), None)
        spot = self._place(page, about, 0.0)
        if spot is not None:
            self._touch(spot, page["screens"], "the table")

    def drag_model(self, page: dict[str, Any]) -> None:
        """Drag a model to a place near it, and count whether the drop is refused."""
        model = self.rng.choice(page["models"])
        start = self._pixel((model["at"][0], model["at"][1], model["at"][2] + 0.3))
        goal = self._place(page, model["at"], LIFT_PX)
        over = self.browser.run(
            f"document.elementFromPoint({start[0]}, {start[1]}) === seat.view.canvas"
        )
        if goal is None or not over:
            self.tap_place(page)
            return
        before = self.table.match.record_length
        self.drags += 1
        self.browser.drag(start, goal, touch=True)
        self._wait_for_answer(page["screens"], "a drag")
        settled = self.wait_for_turn()
        is_done = self.table.match.record_length > before
        if not is_done and not any(b["mark"] in ("finish", "here") for b in settled["buttons"]):
            self.refused_drags += 1
            said = self.browser.run("document.querySelector('.alerts').innerText")
            self.log.append(f"drag of {model['id']} refused: {said!r} {settled['inHand']!r}")

    def _place(
        self, page: dict[str, Any], about: list[float] | None, lift: float
    ) -> tuple[float, float] | None:
        """A pixel over a random place of the table, near a model if one is given."""
        wide, deep = page["size"]
        left, top, right, bottom = page["canvas"]
        for _ in range(20):
            x, y = self.rng.uniform(1, wide - 1), self.rng.uniform(1, deep - 1)
            if about is not None:
                x = min(wide - 1, max(1, about[0] + self.rng.uniform(-5, 5)))
                y = min(deep - 1, max(1, about[1] + self.rng.uniform(-5, 5)))
            px, py = self._pixel((x, y, 0.0))
            py += lift
            if (
                left < px < right
                and top < py < bottom
                and self.browser.run(f"document.elementFromPoint({px}, {py}) === seat.view.canvas")
            ):
                return px, py
        return None

    def _pixel(self, at: tuple[float, float, float]) -> tuple[float, float]:
        x, y, z = at
        spot = self.browser.run(
            f"(() => {{ const s = seat.table.screen([{x}, {y}, {z}]) || [-1, -1], r = seat.view.canvas.getBoundingClientRect();"
            " return [s[0] + r.left, s[1] + r.top]; })()"
        )
        return spot[0], spot[1]

    def _touch(self, spot: tuple[float, float], screens: int, what: str) -> None:
        """Tap a pixel and wait for the answer."""
        self.taps += 1
        self.browser.drag(spot, touch=True)
        self._wait_for_answer(screens, what)

    def _wait_for_answer(self, screens: int, what: str) -> None:
        """Wait until the page shows another screen, and count a long wait.

        The log tells what was waited for, and how much of it the browser was too busy to say
        anything, as it is where the processor draws.
        """
        start = time.monotonic()
        busy_s = 0.0
        is_answered = False
        while not is_answered and time.monotonic() - start < ANSWER_S:
            asked = time.monotonic()
            is_answered = self.browser.run(f"Number(document.body.dataset.screens) > {screens}")
            busy_s += time.monotonic() - asked
            time.sleep(0.02)
        seconds = time.monotonic() - start
        self.longest_wait_s = max(self.longest_wait_s, seconds)
        self.unanswered += not is_answered
        if seconds > LONG_WAIT_S:
            self.long_waits += 1
            self.long_draws += busy_s > seconds / 2
            end = "" if is_answered else ", without an answer"
            self.log.append(f"waited {seconds:.1f} s after {what}, browser {busy_s:.1f} s{end}")

    def report(self) -> str:
        """The counts in a line."""
        return (
            f"{self.taps} taps, {self.wrong_taps} wrong, {self.outrun_taps} at a screen just replaced; "
            f"{self.drags} drags, {self.refused_drags} refused; "
            f"{self.long_waits} waits over 1 s, {self.long_draws} of them for the drawing browser, "
            f"longest {self.longest_wait_s:.1f} s; {self.unanswered} without an answer"
        )
