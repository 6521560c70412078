"""A page turns who attacks to the target, begins the shot at the gun, and shows a hit, damage and an end apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import CASES, Case, play_at_random
from tests.screens.browser import Browser
from tests.server.hosting import listening
from wc3d.animation.headings import TURN_S
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.server.pages.seat_animation import ActionAnimation
from wc3d.server.pages.shared_files import DISPUTE, derive_share_key

STAGED = """(beat => {
  const figure = id => ({ id, at: id === "a" ? [5, 5, 0] : [5, 8, 0], turn: id === "a" ? 350 : 0, size: [.6, 1.4] });
  const table = { figures: new Map(["a", "b"].map(id => [id, figure(id)])), aims: new Map(), strokes(lines) { this.lines = lines; } };
  const staging = Object.create(Object.getPrototypeOf(seat.staging));
  const a = table.figures.get("a");
  Object.assign(staging, { table, beat, pace: 1, begun: 0, from: a.turn, at: a.at, drawn: -1, faces: [] });
  return times => times.map(time => { staging.drawn = -1; staging.tick(time * 1000, beat.seconds * 1000);
    return { turn: a.turn, at: a.at, lines: table.lines }; });
})"""
"""What a page shows of a beat at some seconds, with two figures: "a" attacks "b", which stands north of it."""


def beats_of(case: Case) -> list[dict[str, Any]]:
    game = play_at_random(case.new(case.seed), case.seed, 160)
    animation = ActionAnimation(case.rules, 0, lambda state: [])
    messages = [animation.animation_message(k, turn) for k, turn in enumerate(game.turns, 1)]
    return [beat for message in messages if message is not None for beat in message["beats"]]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_page_is_told_how_an_attacker_turns_and_where_its_weapon_is(case: Case) -> None:
    attacks = [beat for beat in beats_of(case) if "attack" in beat and beat.get("by")]
    shots = [beat for beat in attacks if beat.get("fires")]
    json.dumps(attacks)
    if case.id.startswith("warmachine"):
        assert not any({"aim", "swing", "blade"} & {*beat} for beat in attacks)
    if case.id == "neo_mechanika":
        assert attacks and all(0 <= beat["aim"] <= 360 for beat in attacks)
        blows = [beat for beat in shots if beat["weapon"] == AttackKind.MELEE]
        assert all(("blade" in b) == ("swing" in b) == ("lunge" in b) for b in shots)
        assert any("muzzle" in beat for beat in shots) and not any("muzzle" in b for b in blows)
        assert not any("muzzle" in beat or "blade" in beat for beat in attacks if beat not in shots)


@pytest.mark.slow
def test_in_a_browser_who_attacks_turns_and_the_shot_begins_at_the_gun(tmp_path: Path) -> None:
    name = "over-the-palisade"
    line = {"line": [[5, 5, 1], [5, 8, 1]], "rgb": [1, 2, 3]}
    attack = {"attack": line, "by": "a", "aim": 20.0, "seconds": 0.75}
    aim = {**attack, "kind": "aim", "weapon": "ballistic"}
    shot = {**attack, "kind": "words", "weapon": "ballistic", "fires": True, "fired": True}
    shot |= {"muzzle": [5.4, 5.8, 1.6], "words": "hit, 2 over", "beside": "b"}
    blade = [[4.5 + 0.1 * k, 6.0, 1.2] for k in range(11)]
    blow = {**shot, "weapon": "melee", "blade": blade, "swing": 60.0, "lunge": 0.9}
    hurt = {"kind": "health", "seconds": 0.6, "hurts": ["b"]}
    gone = {"kind": "gone", "seconds": 1.2, "gone": ["b"], "hurts": []}
    with listening(tmp_path) as host, Browser(tmp_path / "b") as browser:
        key = derive_share_key(host.registry.host_key, DISPUTE, name)
        browser.open(f"{host.base}/{DISPUTE}/{name}#{key}", 800, 600)
        browser.wait("seat.table.figures.size > 0")

        def seen(beat: dict[str, Any], *seconds: float) -> list[dict[str, Any]]:
            rows: list[dict[str, Any]] = browser.run(
                f"{STAGED}({json.dumps(beat)})({json.dumps(seconds)})"
            )
            return rows

        turns = [row["turn"] % 360 for row in seen(aim, 0.0, TURN_S / 2, TURN_S, 0.7)]
        assert turns == pytest.approx([350, 5, 20, 20])
        (flying,) = seen(shot, 0.1)
        (first, last) = flying["lines"][0]["points"]
        assert first[0] > 5.2 and last[1] > first[1]
        struck, damaged, ended = (seen(beat, 0.5)[0]["lines"] for beat in (shot, hurt, gone))
        assert 0 < len(struck) < len(damaged) < len(ended), "a hit, damage, and the end"
        wound, swung, rest = seen(blow, 0.14, 0.36, 0.74)
        assert wound["turn"] < 0 and swung["turn"] == pytest.approx(20.0 + 60.0 - 24.0)
        assert rest["turn"] == pytest.approx(20.0, abs=0.5)
        assert swung["at"][1] > 5.7 and rest["at"] == pytest.approx([5, 5, 0], abs=0.02)
        trail = [point for stroke in swung["lines"] for point in stroke["points"]]
        assert any(point == pytest.approx(blade[-1]) for point in trail)
        kept = browser.run(
            """(() => { const table = seat.table, [one] = table.figures.values(), figures = [...table.figures.values()];
            table.aims.set(one.id, { at: one.at, turn: 123 });
            table.stand(figures.map(f => ({ ...f, turn: 7 })), false);
            const turn = table.figures.get(one.id).turn;
            table.stand(figures.map(f => ({ ...f, turn: 7, at: [f.at[0] + 1, f.at[1], f.at[2]] })), false);
            return [turn, table.figures.get(one.id).turn]; })()"""
        )
        assert kept == [123, 7], "until it moves"
