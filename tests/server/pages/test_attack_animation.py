"""A page turns who attacks to the target, begins the shot at the gun, and shows a hit, damage and an end apart."""

from __future__ import annotations

import json
from math import radians
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import CASES, Case, play_at_random
from tests.screens.browser import Browser
from tests.server.hosting import listening
from wc3d.animation.headings import TURN_S
from wc3d.animation.remains import STAIN_S, WRECK_S
from wc3d.animation.steps import AnimationKind
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.scene.model_poses import _walk_pose
from wc3d.server.pages.seat_animation import ActionAnimation
from wc3d.server.pages.shared_files import DISPUTE, derive_share_key
from wc3d.table.body import Body

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


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_page_is_told_how_each_destroyed_model_falls(case: Case) -> None:
    ends = [beat for beat in beats_of(case) if beat["kind"] == AnimationKind.GONE]
    assert ends or case.id not in ("neo_mechanika", "skirmish")
    for beat in ends:
        assert {*beat["falls"]} == {*beat["gone"]}
        for fall in beat["falls"].values():
            assert len(json.dumps(fall)) < 1200, "little to send"
            frames = fall["frames"]
            assert frames[0][0] == 0 < fall["lies"] < frames[-1][0] < 2.0
            assert frames[0][1] < 1.0 and (frames[-1][1] == 0.0 or 50 < frames[-1][1] < 125)
            assert frames[0][6] == 1.0 > frames[-1][6]


REMAINS = """((fall, times) => {
  const table = seat.table, [figure] = [...table.figures.values()].filter(f => f.id === "big"), remains = table.remains;
  figure.turn = 40;
  remains.fall("big", fall, 1);
  const begun = remains.rows[0].begun, seen = times.map(time => {
    remains.update(begun + time * 1000);
    const [wreck] = table.painter.wrecks, [stain] = table.painter.stains;
    return { wreck, stain, hidden: figure.fallen, kept: remains.rows.length };
  });
  remains.drop(); figure.fallen = false;
  return seen;
})"""
"""What a page shows of somebody who fell, at some seconds."""


@pytest.mark.slow
def test_in_a_browser_a_figure_lies_off_its_base_and_then_there_is_a_stain(tmp_path: Path) -> None:
    name = "over-the-palisade"
    rows = [[0.1 * k, 9.0 * k, 10.0 + k, 0.0, 0.05 * k, 0.04 * k, 1 - 0.05 * k] for k in range(11)]
    fall = {"toward": 30.0, "delay": 0.2, "lies": 0.9, "stain": 1.2, "frames": rows}
    body = Body("a", "small", (5.0, 5.0, 0.0))
    track = ((5.0, 5.0, 0.0), (5.0, 11.0, 0.0))
    with listening(tmp_path) as host, Browser(tmp_path / "b") as browser:
        key = derive_share_key(host.registry.host_key, DISPUTE, name)
        browser.open(f"{host.base}/{DISPUTE}/{name}#{key}", 800, 600)
        browser.wait("seat.table.figures.size > 0 && seat.table.painter")
        browser.run("seat.table.still = true")
        times = (0.1, 0.7, 1.3, WRECK_S - 0.3, WRECK_S + 0.1, STAIN_S - 0.1, STAIN_S + 0.1)
        first, falling, lying, fading, clear, last, gone = browser.run(
            f"{REMAINS}({json.dumps(fall)}, {json.dumps(times)})"
        )
        assert first["hidden"] and first["wreck"]["pose"][0] == 0 and first["stain"]["alpha"] == 0
        assert first["wreck"]["pose"][2] == pytest.approx(radians(10.0)), (
            "it turns from where it was"
        )
        assert falling["wreck"]["pose"][0] == pytest.approx(-radians(45.0))
        assert falling["wreck"]["stand"]["alpha"] == 1, "the base stays until it lies"
        assert lying["wreck"]["pose"][0] == pytest.approx(-radians(90.0))
        assert lying["wreck"]["stand"] == 0 and lying["wreck"]["toward"] == 30
        assert 0 < fading["wreck"]["alpha"] < 1 == fading["stain"]["alpha"]
        assert "wreck" not in clear and 0 < last["stain"]["alpha"] < 0.2 and gone["kept"] == 0
        told = browser.run(
            f"(f => {{ const s = seat.table.swayed(f, {json.dumps(track)}, .31); return [s.toward, ...s.pose, ...s.at]; }})"
            f"({{ at: [5, 6.86, 0], turn: 0, size: [{body.radius}, 1.75] }})"
        )
        pose = _walk_pose(track, body, 0.31)
        assert (told[0] - (pose.toward or 0.0)) % 360 == pytest.approx(0.0, abs=1e-6)
        assert -told[1] == pytest.approx(radians(pose.lean)) and told[2] == 1
        assert told[7] == pytest.approx(pose.shift[2])


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
