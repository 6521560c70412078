"""Every game can be told: each state, question, action and event has its words, and what is typed is understood."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from tests.conformance.games import PLAYERS, VIEWERS, Case, Played, ids_of, listed
from wc3d.engine.actions import Action, Verdict
from wc3d.engine.game import Game
from wc3d.errors import InputError


def lines_are_plain(lines: Sequence[str]) -> bool:
    """Is each one line (empty ones divide what is told)?"""
    return all(isinstance(line, str) and "\n" not in line for line in lines)


@pytest.mark.parametrize("reader", VIEWERS)
def test_all_that_happens_is_told_once(played: Played, reader: int | None) -> None:
    game = played.game
    at_once = played.rules.text.teller(game.start, reader)
    lines = [*at_once.format_lines(game.log), *at_once.format_rest()]
    assert any(lines) and lines_are_plain(lines)
    bit_by_bit = played.rules.text.teller(game.start, reader)
    told = bit_by_bit.format_lines(game.opening[1])
    for turn in game.turns:
        told += bit_by_bit.format_lines(turn.events)
    assert told + bit_by_bit.format_rest() == lines
    for teller in (at_once, bit_by_bit):
        assert teller.format_rest() == [] and teller.format_lines(()) == []
        assert {b.id: b.at for b in played.rules.queries.table(teller.state).bodies} == {
            b.id: b.at for b in played.rules.queries.table(game.state).bodies
        }


def test_every_state_has_its_words(played: Played) -> None:
    rules = played.rules
    for state in played.some:
        for viewer in VIEWERS:
            seen = rules.play.seen_by(state, viewer)
            assert lines_are_plain(rules.text.describe_question(seen)) and lines_are_plain(
                rules.text.standings(seen)
            )
            assert lines_are_plain([rules.text.describe_moment(seen), rules.text.clock(seen)])
            assert lines_are_plain(rules.text.scoreboard(seen, played.game.view(viewer).log))
            assert lines_are_plain(rules.text.describe_position(seen))
            assert (
                rules.text.headline(seen)
                and lines_are_plain(rules.text.point_lines(seen))
                and isinstance(rules.queries.is_reaction(seen), bool)
            )
            about = rules.queries.question_subject(seen)
            assert about is None or (
                about in ids_of(rules, seen) and rules.text.display_name(seen, about)
            )
            for id in ids_of(rules, seen):
                assert (
                    rules.text.display_name(seen, id)
                    and rules.queries.owner(seen, id) in (0, *PLAYERS)
                    and id in rules.queries.group(seen, id)
                )
            assert rules.queries.seated_side(seen, 1) in ("", "south", "north")
    assert rules.text.describe_moment(played.states[-2])


def test_every_action_that_is_offered_is_described(played: Played) -> None:
    rules = played.rules
    for state in played.some:
        for action in listed(rules, state, 20):
            described = rules.text.describe(state, action)
            meant = rules.text.explain_action(state, action)
            assert described.strip() and "\n" not in described + meant
            assert rules.text.action_source(state, action) and all(
                isinstance(id, str) for id in rules.queries.ids_in_action(action)
            )
    for turn in played.game.turns:
        assert rules.text.describe(turn.state_before, turn.action)


def test_news_are_one_line_at_most(played: Played) -> None:
    for before, after in pairwise(played.states):
        assert "\n" not in played.rules.display.announcement(before, after)
    assert played.rules.display.announcement(played.states[0], played.states[0]) == ""


def test_what_swings_a_game_and_who_attacks_is_known(played: Played) -> None:
    swings = [played.rules.search.game_swing(turn.events) for turn in played.game.turns]
    assert len({len(swing) for swing in swings}) == 1 and all(
        number >= 0 for swing in swings for number in swing
    )
    for state, event in played.events():
        attack = played.rules.queries.attack_in_event(event)
        assert attack is None or set(attack) <= {
            body.id for body in played.rules.queries.table(state).bodies
        }


def test_every_refusal_is_a_sentence(played: Played) -> None:
    for state in played.some:
        for action in played.actions[:: max(1, len(played.actions) // 60)]:
            verdict = played.rules.play.check(state, action)
            if not verdict:
                said = played.rules.text.describe_refusal(state, verdict)
                assert said.strip() and "\n" not in said
    assert played.rules.text.describe_refusal(
        played.states[0], Verdict(False, "some_code", "a reason")
    )


def test_every_form_is_understood(case: Case) -> None:
    """The first word of a form names an action; what follows is read, or one line says what was expected."""
    game = case.new()
    forms = case.rules.text.command_forms
    assert forms
    for word, form in forms.items():
        assert form.startswith(word)
        for line in (
            word,
            form,
            f"{word} 1 2",
            f"{word} no such thing",
            f"{word} 3,4",
            f"{word} {'9' * 400}",
        ):
            try:
                action = case.rules.text.parse_action(game, line)
            except InputError as error:
                assert str(error).strip() and "\n" not in str(error)
            else:
                assert isinstance(action, Action), line
                assert game.check(action) or game.check(action).text


def test_what_is_no_action_is_not_understood(case: Case) -> None:
    game = case.new()
    rng = random.Random(1)
    letters = "abc XYZ 019 ,.@-_'\"\\{}[]äß€\t"
    for line in (
        "nosuchword",
        "nosuchword 1 2",
        *("~" + "".join(rng.choices(letters, k=20)) for _ in range(200)),
    ):
        assert case.rules.text.parse_action(game, line) is None


def test_all_kinds_of_actions_are_named(played: Played) -> None:
    named = {kind.type for kind in played.rules.display.kinds}
    offered = {
        o.type
        for state in played.some
        if (p := played.rules.play.to_act(state))
        for o in played.rules.play.offers(state, p)
    }
    assert offered <= named and set(played.rules.search.action_weights) <= named


def test_lookups_answer_in_lines_or_refuse_in_one(played: Played) -> None:
    game = Game(played.rules, played.states[-2], played.game.dice, played.game.setup)
    assert lines_are_plain([*played.rules.text.player_query_help])
    for word, look_up in played.rules.text.player_queries.items():
        assert word
        for rest in ("", "no such thing", "1 2", "1 to 2"):
            try:
                assert all(isinstance(line, str) for line in look_up(game, rest))
            except InputError as error:
                assert "\n" not in str(error)


def test_no_instruction_says_where_a_panel_lies(case: Case) -> None:
    """The window has the hand below the table, a phone above the buttons."""
    instructions = [kind.instruction for kind in case.rules.display.kinds if kind.instruction]
    assert [i for i in instructions if re.search(r"\b(below|above|left|right)\b", i)] == []
