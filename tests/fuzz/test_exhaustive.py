"""A few of the random games that `scripts/exhaustive.py` plays by the thousand, with every check it makes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.fuzz import checked_game, exhaustive, invariants
from tests.fuzz.random_games import begin
from tests.fuzz.same_place import SamePlace
from tests.slow import slow_unless
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS
from wc3d.games.neo_mechanika.rules.state import Where


@pytest.mark.parametrize(
    "mission", slow_unless(lambda mission: mission == "boiling_point", sorted(MISSIONS))
)
def test_a_random_game_of_each_mission_has_no_fault(mission: str) -> None:
    played = exhaustive.play(17, mission, "random", None)
    assert played.fault == ""
    assert played.actions["activate"] > 0
    assert played.codes, "no illegal action was tried"


@pytest.mark.slow
def test_a_recruit_s_game_has_no_fault() -> None:
    assert exhaustive.play(3, "chaos_theory", "recruit", None).fault == ""


def test_every_kind_of_fault_is_seen() -> None:
    state = next(
        game.state for game, _, _ in map(begin, range(20)) if any(game.state.units_in_play())
    )
    unit = next(u for u in state.units_in_play())
    model = state.models_of(unit.id)[0]
    mate = next(b for b in state.bodies if b.id not in unit.models)
    assert list(invariants.faults(state, state)) == []
    broken = {
        "Arc": state.with_player(1, well=9),
        "lost": state.with_player(1, hand=()),
        "partly off the table": state.with_model(model.id, at=(0.0, 10.0, 0.0)),
        "is inside": state.with_model(model.id, at=mate.at),
        "hangs in the air": state.with_model(model.id, at=(1.5, 1.5, 40.0)),
        "without a model": state.with_model(model.id, at=None)
        if len(unit.models) == 1
        else state.with_unit(unit.id, models=()),
        "and lives": state.with_model(model.id, damage=99),
        "an effect twice": state.with_model(model.id, effects=("fire", "fire")),
        "is carried and cannot be": state.with_model(model.id, carrying="nothing"),
        "time goes backwards": replace(state, round=4),
        "not in play": state.with_unit(unit.id, where=Where.RESERVE),
    }
    for sentence, wrong in broken.items():
        assert any(sentence in fault for fault in invariants.faults(state, wrong)), sentence
    scored = state.with_player(2, points=3)
    assert any("VP" in fault for fault in invariants.faults(scored, state))


def test_a_fault_names_the_command_that_repeats_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def always(
        seed: int, mission: str, kind: str, save_failing: Path | None, search: object
    ) -> object:
        return exhaustive.Played(seed, "a game", fault="it broke")

    monkeypatch.setattr(exhaustive, "play", always)
    monkeypatch.setattr(exhaustive, "Pool", SamePlace)
    assert exhaustive.main(["--games", "2", "--seed", "5", "--mission", "chaos_theory"]) == 1
    shown = capsys.readouterr().out
    assert "python scripts/exhaustive.py --games 1 --seed 6 --mission chaos_theory" in shown
    assert "faults in 2 games: [5, 6]" in shown


def test_a_failing_game_is_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        checked_game, "faults", lambda before, state: iter(["it broke"]) if state.turn else iter(())
    )
    played = exhaustive.play(5, "boiling_point", "random", tmp_path)
    assert played.fault.startswith("it broke")
    assert (tmp_path / "seed-5.jsonl").read_text(encoding="utf-8").startswith("{")
