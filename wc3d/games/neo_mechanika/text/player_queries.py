"""Answer players' queries during a game: cards, rules, distances, lines of sight, hands."""

from __future__ import annotations

from wc3d.engine.name_matching import split_at_connector
from wc3d.engine.text import join_words
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.neo_mechanika.rules.fighting.targeting import find_line_of_sight, find_terrain_cover
from wc3d.games.neo_mechanika.rules.moving.carrying import objective_place
from wc3d.games.neo_mechanika.rules.objectives import OBJECTIVE_RADIUS_IN
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.action_syntax import POINT_PATTERN, parse_point
from wc3d.games.neo_mechanika.text.card_names import find_cards_by_key, match_card
from wc3d.games.neo_mechanika.text.card_words import describe_card, summarize_cypher
from wc3d.games.neo_mechanika.text.formatting import cite_rule, display_name
from wc3d.games.neo_mechanika.text.typed_names import (
    match_name,
    names_on_table,
    objective_names,
    plan_labels,
)
from wc3d.geometry.distance import disc_to_disc
from wc3d.presentation.format_inches import format_brief_inches as inches

MAX_RULES_SHOWN = 3


def look_up_rules(words: str) -> list[str]:
    """Return the rules for a question in plain words, or the rule with that id."""
    if not words:
        raise InputError("expected words to search for, for example: rules does cover stack")
    rules = [BOOK.rule(words)] if BOOK.is_id(words) else BOOK.search(words)[:MAX_RULES_SHOWN]
    return [BOOK.describe(entry) for entry in rules] or [
        f"no rule found for {words!r}; try other words"
    ]


def look_up_hand(state: State, player: int) -> list[str]:
    """Return the cards in a player's hand with their texts."""
    cyphers = state.setup.cards.cyphers
    return [
        line for card in state.players[player].hand for line in summarize_cypher(cyphers[card])
    ] or ["no cards in hand"]


def look_up_card(state: State, text: str) -> list[str]:
    """Return a unit, weapon, Cypher or ability by name, as in `wc3d card`. Raises InputError."""
    if not text:
        raise InputError("expected the name of a card, for example: card dusk wolf")
    return describe_card(match_card(text, find_cards_by_key(state.setup.cards)), state.setup.cards)


def look_up_distance(state: State, words: list[str]) -> list[str]:
    """Return the distance between two models or points, base to base (p. 32). Raises InputError."""
    (first_name, a, ra), (second_name, b, rb) = (
        _locate(state, word) for word in _split_pair(words, "measure A B")
    )
    return [
        f"{first_name} to {second_name}: {inches(disc_to_disc(a, ra, b, rb))}{cite_rule('NM-ATK-04')}"
    ]


def _split_pair(words: list[str], form: str) -> list[str]:
    """Split words into two names; "to" or "and" between them allows several words each."""
    pair = split_at_connector(words)
    if len(pair) != 2:
        raise InputError(f'expected two names: {form}, or with "to" between them')
    return pair


def _locate(state: State, text: str) -> tuple[str, tuple[float, float, float], float]:
    """Return the name, center and radius of a model, feature or point."""
    if POINT_PATTERN.fullmatch(text):
        at = parse_point(text)
        return text, (at[0], at[1], at[2] if len(at) == 3 else 0.0), 0.0
    id = match_name(
        text,
        {**names_on_table(state), **objective_names(state)},
        "model, void gate or objective",
        plan_labels(state),
    )
    if id in state.objectives:
        return display_name(state, id), objective_place(state, id), OBJECTIVE_RADIUS_IN
    body = state.table.body(id)
    return display_name(state, id), body.at, body.radius


def _find_feature_name(state: State, id: str) -> str:
    """Return the name of a terrain feature, or of an objective that is terrain."""
    return next((f.name or id for f in state.table.features if f.id == id), id)


def look_up_sight(state: State, words: list[str]) -> list[str]:
    """Return the sight between two models, with cover (p. 32, 34). Raises InputError."""
    names = names_on_table(state)
    a, b = (
        match_name(word, names, "model or void gate on the table", plan_labels(state))
        for word in _split_pair(words, "sight A B")
    )
    if a == b:
        raise InputError("expected two different models")
    sight_line = find_line_of_sight(state, a, b)
    cover = find_terrain_cover(state, a, b)
    viewer = display_name(state, a)
    target = display_name(state, b)
    page = cite_rule("NM-ATK-05")
    if sight_line.verdict != "clear":
        by = join_words([_find_feature_name(state, id) for id in sight_line.blockers]) or "terrain"
        blocked = f"{viewer} cannot see {target}: blocked by {by}{page}"
        return [
            blocked
            if sight_line.verdict == "blocked"
            else f"undecided whether {viewer} sees {target}{page}"
        ]
    clear = (
        f"clear by {inches(sight_line.clearance)}" if sight_line.clearance is not None else "clear"
    )
    behind = (
        f"in cover behind {join_words([_find_feature_name(state, id) for id in cover.features])}"
        if cover.features
        else "not in cover"
    )
    return [
        f"{viewer} sees {target}, {clear}{page}; {target} is {behind} from there{cite_rule('NM-ATK-11')}"
    ]
