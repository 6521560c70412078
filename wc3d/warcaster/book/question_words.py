"""The words of a question about the rules: which say nothing, which are one, which the book calls otherwise."""
from __future__ import annotations

import re

STOP = frozenset(
    re.findall(
        "[a-z]+",
        """
    a about after again all also am an and any anyone anything are as at be been being but by can cannot could did do does doing
    each either else even ever every for from get gets getting give given gives go goes going gone had has have having he her him
    his how i if in into is it its just let lets made make makes many may me might much must my need needs no not of on one only
    or other our own per put rule rules same shall she should so some someone something still such take takes than that the their
    them then there these they this those to too two under until up us use used using very want was we were what when where
    whether which while who whom whose why will with would you your yours s t
        """,
    )
)
"""Words that say nothing about what is asked."""


def _table(text: str) -> dict[str, list[str]]:
    """A table written as lines of "word: other words"."""
    pairs = (line.split(":") for line in text.split("\n") if line.strip())
    return {word.strip(): others.split() for word, others in pairs}


_FORMS = _table(
    """
    begin: began begun
    defence: defense
    destroy: destruction
    die: dice died dies dying
    draw: drew drawn
    fall: fell fallen
    fly: flies flew flying
    hide: hid hidden
    high: height heights tall
    keep: kept
    large: larger bigger big
    leave: left
    lie: lay lies lying
    lose: lost
    move: movement movements
    run: ran running
    see: saw seen
    shoot: shot
    small: smaller
    stand: stood
    throw: threw thrown
    tie: tied ties
    win: won winner wins
    """
)
IRREGULAR = {form: word for word, forms in _FORMS.items() for form in forms}
"""Forms that cutting the ending does not bring together."""

MEANT = _table(
    """
    activate: token
    ad: action die
    advance: move
    ally: friendly
    arm: armor
    armor: arm
    army: force
    artifact: portable
    barricade: obstacle cover
    begin: start
    between: split around
    block: deny
    board: table
    bonus: extra pd
    building: structure
    burn: fire continuous
    capture: secure
    card: cypher
    carry: portable carrier pick
    climb: ladder standable
    closest: nearest distance distant
    coherency: squad within
    concede: mercy
    contest: deny
    control: secure
    corrosion: continuous effect
    cover: obstacle
    cypher: card
    dead: destroy
    deck: rack
    deny: enemy
    die: destroy pd ad
    difficult: rough
    distance: within range
    draw: equal
    drop: fall put
    edge: table
    elevator: ladder
    enemy: opponent
    energy: type
    excess: extra
    explosion: blast
    far: range within
    fence: obstacle
    fight: melee attack
    fire: ranged
    fly: flight
    foe: enemy
    forest: wood obscuring
    friend: friendly
    friendly: friend
    ground: terrain
    gun: ranged weapon
    hand: card
    hide: obscuring sight
    hit: attack
    hold: secure
    house: structure
    hurt: damage
    jack: warjack
    kill: destroy
    knock: slam
    leap: jump
    limit: most maximum
    lose: mercy
    map: table layout
    max: maximum
    maximum: most
    mix: together
    move: advance
    near: closest within
    nearest: closest
    next: within near
    opponent: enemy
    order: step
    pd: power die
    place: put reposition
    point: vp
    power: pd
    push: slam
    range: rng within
    refresh: ready
    reroll: again
    return: reserve
    roof: structure high level
    round: pulse
    ruin: structure
    run: move advance
    score: point
    secret: hidden
    see: sight
    shoot: ranged attack
    shuffle: rack
    sight: see
    simultaneous: order singly
    spell: cypher card fury
    splash: blast
    split: between around
    stack: twice once add already
    stairs: ladder
    start: begin first
    surrender: mercy
    swing: melee
    teleport: reposition
    template: spray blast
    throw: slam
    tie: draw equal
    token: activation
    tree: forest wood
    turn: step
    twice: once already
    victory: vp
    visible: sight
    vp: victory point
    walk: move advance
    wall: obstacle structure
    win: victory vp
    wood: forest obscuring
    wound: damage
    """
)
"""What a word may also stand for, in the book's words."""

ENDINGS = ("ations", "ation", "ments", "ment", "ings", "ing", "ly", "ates", "ated", "ate", "ies", "ed", "es", "s", "e", "y")


def stem(word: str) -> str:
    """A word without its ending: moves, moved, moving and move are one."""
    word = IRREGULAR.get(word, word)
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl" else word


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order, without those that say nothing."""
    plain = re.sub(r"\bgo(es)? (first|second)\b", r"\2 turn", re.sub(r"\blos\b", "line of sight", text.lower()))
    return [stem(word) for word in re.findall(r"[a-z0-9]+", plain) if word not in STOP]


def meant() -> dict[str, set[str]]:
    """For a stem the stems it may also stand for."""
    found: dict[str, set[str]] = {}
    for word, others in MEANT.items():
        found.setdefault(stem(word), set()).update({stem(other) for other in others} - {stem(word)})
    return found
