"""Editions of the rules: switches, the columns that set them, and the edition of a game.

A rule reads a switch, not the edition: `edition["slam.short"]`. The default column is the Quick
Start game. Another column adds the reference sheet of the full rules. The Mk III rules for
warcasters can be added to either.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError

SwitchValue = bool | int | str
"""The value of a switch: on or off, inches, or a word."""

QUICK_START = "quick_start"
PRIME_REFERENCE = "prime_reference"
MK3_WARCASTER = "mk3_warcaster"

COLUMN_NAMES = {
    QUICK_START: "the Quick Start game with two battlegroup boxes",
    PRIME_REFERENCE: "the Quick Start game plus the reference sheet of the full first edition",
    MK3_WARCASTER: "adds the third-edition rules for warcasters and focus to either of the other two",
}
"""The descriptions of the columns."""

BOTH_COLUMNS = f"{PRIME_REFERENCE}+{MK3_WARCASTER}"
"""The name of both additions together."""


@dataclass(frozen=True)
class RuleSwitch:
    """A choice between readings of the rules: its key, purpose, rules and value in each column.

    `values` maps each possible value to its meaning. `prime` and `mk3` are None if the column does
    not change the value. `before` is the value for games older than the switch, if it differs from
    `quick_start`.
    """

    key: str
    says: str
    rules: tuple[str, ...]
    values: Mapping[SwitchValue, str]
    quick_start: SwitchValue
    prime: SwitchValue | None = None
    mk3: SwitchValue | None = None
    before: SwitchValue | None = None

    def value_in_columns(self, columns: Iterable[str]) -> SwitchValue:
        """Return the value with these columns. The last column that sets the switch wins."""
        overrides = {PRIME_REFERENCE: self.prime, MK3_WARCASTER: self.mk3}
        set_to = [
            value
            for column in overrides
            if column in columns and (value := overrides[column]) is not None
        ]
        return set_to[-1] if set_to else self.quick_start


def _switch_values(on: str, off: str) -> dict[SwitchValue, str]:
    return {False: off, True: on}


SWITCHES: Mapping[str, RuleSwitch] = {
    switch.key: switch
    for switch in (
        RuleSwitch(
            "units",
            "Does the game have units with orders, formations and combined attacks?",
            (
                "WM-MOD-01",
                "WM-REF-04",
                "WM-REF-05",
                "WM-REF-06",
                "WM-REF-07",
                "WM-REF-09",
                "WM-REF-10",
                "WM-REF-11",
                "WM-REF-12",
                "WM-REF-13",
                "WM-REF-14",
                "WM-REF-45",
                "WM-REF-46",
                "WM-REF-56",
                "WM-RUL-131",
                "WM-RUL-132",
                "WM-RUL-133",
                "WM-RUL-134",
                "WM-RUL-135",
                "WM-RUL-136",
                "WM-RUL-137",
                "WM-RUL-138",
                "WM-RUL-148",
            ),
            _switch_values("warcasters, warjacks and units", "warcasters and warjacks only"),
            False,
            prime=True,
        ),
        RuleSwitch(
            "units.warcaster",
            "Can a warcaster be the officer of a unit and activate with it?",
            ("WM-MK3-35", "WM-MK3-36", "WM-MK3-37", "WM-MK3-39", "WM-MK3-40"),
            _switch_values("yes, if its card says so", "no, every warcaster is independent"),
            False,
            mk3=True,
        ),
        RuleSwitch(
            "command",
            "Do models make command checks, flee and rally?",
            (
                "WM-MOD-08",
                "WM-REF-02",
                "WM-REF-03",
                "WM-REF-15",
                "WM-REF-16",
                "WM-REF-17",
                "WM-REF-18",
                "WM-REF-19",
                "WM-REF-20",
                "WM-REF-21",
                "WM-REF-22",
                "WM-REF-23",
                "WM-REF-24",
                "WM-REF-25",
                "WM-REF-26",
                "WM-REF-27",
                "WM-RUL-140",
                "WM-RUL-141",
                "WM-RUL-142",
                "WM-RUL-143",
                "WM-RUL-144",
                "WM-RUL-145",
                "WM-RUL-146",
                "WM-RUL-147",
            ),
            _switch_values("CMD is used", "CMD is not used"),
            False,
            prime=True,
        ),
        RuleSwitch(
            "terrain.extra",
            "Can models climb thick obstacles, and do water and high ground have rules?",
            (
                "WM-REF-29",
                "WM-REF-33",
                "WM-REF-34",
                "WM-REF-35",
                "WM-REF-36",
                "WM-REF-37",
                "WM-REF-47",
                "WM-RUL-31",
                "WM-RUL-150",
                "WM-RUL-151",
                "WM-RUL-152",
                "WM-RUL-153",
                "WM-RUL-154",
            ),
            _switch_values(
                'yes: climbing costs 2", deep water removes warjacks, an elevated target gets +2 DEF',
                "no: thick obstacles are impassable, and high ground has no effect",
            ),
            False,
            prime=True,
        ),
        RuleSwitch(
            "attack.target_in_melee",
            "What is the penalty for shooting or casting at a model in melee?",
            ("WM-REF-50", "WM-REF-51", "WM-REF-52", "WM-RUL-46"),
            {
                "none": "nothing",
                "penalty": "-4 on the attack roll, and a miss can hit another model in that melee",
            },
            "none",
            prime="penalty",
        ),
        RuleSwitch(
            "attack.back_strike",
            "Does an attack from behind get +2 on its attack roll?",
            ("WM-REF-43", "WM-REF-44"),
            _switch_values("yes, if the attacker spent its whole activation there", "no"),
            False,
            prime=True,
        ),
        RuleSwitch(
            "attack.reroll",
            "Which dice does a reroll use?",
            ("WM-RUL-160",),
            {
                "same_dice": "the dice of the first roll, including a boost",
                "boostable": "the same dice; the player can boost the reroll if the first roll was not boosted",
            },
            "same_dice",
            before="boostable",
        ),
        RuleSwitch(
            "spell.spread",
            "Does a spell spread its damage if the first damage removed the target?",
            ("WM-RUL-166",),
            {"always": "yes, around the place where it stood", "if_it_stands": "no"},
            "always",
            before="if_it_stands",
        ),
        RuleSwitch(
            "cloud",
            "How does a cloud protect a model inside, and what does it hide?",
            ("WM-CLD-02", "WM-CLD-03", "WM-REF-48", "WM-REF-49", "WM-RUL-52"),
            {
                "concealment": "concealment; the cloud blocks sight to everything behind it",
                "own_bonus": "+2 DEF in addition to concealment or cover; the cloud blocks sight only between models outside it",
            },
            "concealment",
            prime="own_bonus",
        ),
        RuleSwitch(
            "slam.short",
            'What happens if the slamming model moved less than 3"?',
            ("WM-SLM-07", "WM-REF-65", "WM-RUL-63"),
            {
                "no_attack": "its focus point is spent, and it can buy ordinary attacks",
                "bash": "it makes a bash attack against its target",
            },
            "no_attack",
            prime="bash",
        ),
        RuleSwitch(
            "power.push",
            "Is a push one of the power attacks?",
            ("WM-REF-62", "WM-REF-63"),
            _switch_values('yes: 1", resisted by strength', "no"),
            False,
            prime=True,
        ),
        RuleSwitch(
            "throw.small_bonus",
            "How many extra inches is a model on a small base thrown?",
            ("WM-THR-05", "WM-REF-71"),
            {0: "none", 1: "one"},
            0,
            prime=1,
        ),
        RuleSwitch(
            "jack.disabled",
            "What happens to a warjack with three disabled systems?",
            ("WM-DJA-15", "WM-REF-77", "WM-RUL-98"),
            {
                "removed": "it is removed from play",
                "wreck": "it stays on the table without acting until its last box is marked",
            },
            "removed",
            prime="wreck",
        ),
        RuleSwitch(
            "screening",
            "Does a model right next to another screen it?",
            ("WM-SCR-01", "WM-SCR-02", "WM-SCR-03", "WM-RUL-44", "WM-RUL-45"),
            _switch_values("+2 DEF", "no"),
            True,
        ),
        RuleSwitch(
            "focus.carry_over",
            "How much unspent focus does a warcaster keep in its Maintenance Phase?",
            ("WM-TRN-06", "WM-MK3-12", "WM-MK3-14", "WM-RUL-90"),
            {
                "none": "nothing",
                "up_to_focus": "up to its FOC; then it regains points up to its FOC",
            },
            "none",
            mk3="up_to_focus",
        ),
        RuleSwitch(
            "focus.power_up",
            "Do warjacks near their warcaster gain a focus point each turn?",
            ("WM-MK3-07", "WM-MK3-08", "WM-MK3-10"),
            _switch_values("one each", "no"),
            False,
            mk3=True,
        ),
        RuleSwitch(
            "focus.jack_cap",
            "What does the limit of three focus points on a warjack mean?",
            ("WM-FOC-05", "WM-MK3-09"),
            {
                "assigned": "the points assigned to it in a turn",
                "held": "the points it holds at any time",
            },
            "assigned",
            mk3="held",
        ),
        RuleSwitch(
            "focus.start",
            "How much focus does a warcaster have when the game begins?",
            ("WM-FOC-01", "WM-MK3-13"),
            {"none": "none until its first Control Phase", "full": "as many points as its FOC"},
            "none",
            mk3="full",
        ),
        RuleSwitch(
            "focus.extra_ranged",
            "Can a warcaster buy extra ranged attacks with focus?",
            ("WM-FOC-07", "WM-MK3-21"),
            {
                "yes": "up to the weapon's ROF",
                "card": "only if its card says so; otherwise only melee attacks",
            },
            "yes",
            mk3="card",
        ),
        RuleSwitch(
            "focus.power_field",
            "How does unspent focus protect a warcaster from damage?",
            (
                "WM-FOC-16",
                "WM-FOC-17",
                "WM-RUL-57",
                "WM-RUL-82",
                "WM-MK3-29",
                "WM-MK3-30",
                "WM-MK3-31",
                "WM-MK3-32",
            ),
            {
                "overboost": "+1 ARM for each point",
                "reinforce": "the player can spend one point to reduce the damage by 5",
            },
            "overboost",
            mk3="reinforce",
        ),
        RuleSwitch(
            "focus.shake",
            "Can a warcaster spend focus in its Control Phase to stand up or to shake off an effect?",
            ("WM-MK3-23", "WM-MK3-24", "WM-MK3-25", "WM-MK3-26"),
            _switch_values("one point each", "no"),
            False,
            mk3=True,
        ),
        RuleSwitch(
            "measure",
            "When can players measure distances?",
            ("WM-RNG-03", "WM-REF-40", "WM-RUL-07"),
            {
                "declared": "after a player declares an attack, a charge, a slam or a spell",
                "free": "at any time",
            },
            "declared",
        ),
    )
}
"""All switches by key, in list order."""

BOOL_WORDS: Mapping[str, SwitchValue] = {
    "on": True,
    "yes": True,
    "true": True,
    "off": False,
    "no": False,
    "false": False,
}
"""The words that people write for on and off."""


@dataclass(frozen=True)
class Edition:
    """The switches of a game: its columns, and the values that differ from them."""

    columns: tuple[str, ...] = (QUICK_START,)
    changed: tuple[tuple[str, SwitchValue], ...] = ()

    @cached_property
    def switch_values(self) -> Mapping[str, SwitchValue]:
        """The value of every switch by key."""
        return {
            key: switch.value_in_columns(self.columns) for key, switch in SWITCHES.items()
        } | dict(self.changed)

    def __getitem__(self, key: str) -> SwitchValue:
        """Return the value of a switch. Raises InputError for an unknown key, with similar keys."""
        try:
            return self.switch_values[key]
        except KeyError:
            raise InputError(describe_unknown_switch(key)) from None

    def with_changes(self, changes: Mapping[str, Any]) -> Edition:
        """Return the edition with these switches set. Raises InputError with similar keys."""
        values = dict(self.changed) | {
            key: parse_value(key, value) for key, value in changes.items()
        }
        overrides = [
            (key, values[key])
            for key in SWITCHES
            if key in values and values[key] != SWITCHES[key].value_in_columns(self.columns)
        ]
        return Edition(self.columns, tuple(overrides))

    @property
    def name(self) -> str:
        """The columns in the spelling of files: "quick_start", "prime_reference+mk3_warcaster"."""
        return "+".join(self.columns)

    @property
    def changes(self) -> tuple[str, ...]:
        """The switches that differ from the columns, such as "slam.short=no_attack"."""
        return tuple(f"{key}={format_value(value)}" for key, value in self.changed)

    def as_text(self) -> str:
        """Return the edition in a line: "prime_reference, slam.short=no_attack"."""
        return ", ".join([self.name, *self.changes])

    def as_json(self) -> dict[str, Any]:
        """Return the edition for a saved game: the columns and the value of every switch."""
        return {"columns": self.name, "switches": dict(self.switch_values)}


def parse_edition(text: str) -> Edition:
    """Return the edition in a line such as "mk3_warcaster, screening=off".

    The line contains columns joined by +, then switches. Without columns, it is the Quick Start
    game. Raises InputError.
    """
    first, *rest = (part.strip() for part in text.split(","))
    if "=" in first:
        first, rest = "", [first, *rest]
    changes: dict[str, str] = {}
    for part in rest:
        key, sign, value = (word.strip() for word in part.partition("="))
        if not sign:
            raise InputError(f"edition: expected KEY=VALUE after the columns, found {part[:60]!r}")
        if key in changes:
            raise InputError(f"edition: {key} is given twice")
        changes[key] = value
    return Edition(parse_editions(first)).with_changes(changes)


def read_edition(data: Any, source: str = "edition") -> Edition:
    """Return an edition from a line or `Edition.as_json`. Raises InputError that names `source`."""
    try:
        if isinstance(data, str):
            return parse_edition(data)
        if not isinstance(data, dict) or not isinstance(data.get("switches", {}), dict):
            raise InputError('expected a name, or {"columns": NAME, "switches": {KEY: VALUE}}')
        if unknown_keys := sorted(str(key) for key in data.keys() - {"columns", "switches"}):
            raise InputError(f"unknown key {unknown_keys[0][:60]!r}; expected columns and switches")
        if not isinstance(name := data.get("columns", ""), str):
            raise InputError(f"columns: expected a name, found {json.dumps(name)[:60]}")
        return Edition(parse_editions(name)).with_changes(
            _add_old_defaults(data.get("switches", {}))
        )
    except InputError as error:
        raise InputError(f"{source}: {str(error).removeprefix('edition: ')}") from None


def _add_old_defaults(switches: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a saved game's switches, with old values of those that did not exist then.

    A saved game names every switch; text written by people names only the changed ones.
    """
    old_values = {
        key: switch.before for key, switch in SWITCHES.items() if switch.before is not None
    }
    is_older = (
        bool(old_values.keys() - switches.keys())
        and SWITCHES.keys() - old_values.keys() <= switches.keys()
    )
    return {**old_values, **switches} if is_older else switches


def parse_editions(name: str) -> tuple[str, ...]:
    """Return the columns in "prime_reference+mk3_warcaster", in order. Raises InputError."""
    named = [part.strip() for part in name.split("+")] if name.strip() else [QUICK_START]
    for part in named:
        if part not in COLUMN_NAMES:
            names = ", ".join(COLUMN_NAMES)
            hint = suggest_similar(part, COLUMN_NAMES) or f"; expected one of {names}"
            raise InputError(f"edition: unknown name {part[:60]!r}{hint}")
        if named.count(part) > 1:
            raise InputError(f"edition: {part} is given twice")
    columns = tuple(column for column in COLUMN_NAMES if column in named)
    return columns[1:] if columns[0] == QUICK_START and len(columns) > 1 else columns


def parse_value(key: str, raw_value: Any) -> SwitchValue:
    """Return a switch's value from input. Raises InputError with the possible values."""
    if key not in SWITCHES:
        raise InputError(describe_unknown_switch(key))
    allowed = SWITCHES[key].values
    word = raw_value.strip().lower() if isinstance(raw_value, str) else raw_value
    for value in allowed:
        if word == value and isinstance(word, bool) == isinstance(value, bool):
            return value
        if isinstance(word, str) and word == format_value(value):
            return value
        if isinstance(word, str) and isinstance(value, bool) and BOOL_WORDS.get(word) is value:
            return value
    words = [format_value(value) for value in allowed]
    raise InputError(
        f"edition: {key}: expected one of {', '.join(words)}, found {str(raw_value)[:60]!r}{suggest_similar(word, words)}"
    )


def format_value(value: SwitchValue) -> str:
    """Return a value as people write it: on, off, 1, bash."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def describe_columns(switch: RuleSwitch) -> str:
    """Return a switch and columns: "slam.short (quick_start no_attack; prime_reference bash)"."""
    columns = {column: format_value(switch.value_in_columns((column,))) for column in COLUMN_NAMES}
    default = columns["quick_start"]
    differences = [f"{column} {value}" for column, value in columns.items() if value != default]
    return f"{switch.key} ({'; '.join([f'quick_start {default}', *differences])})"


def describe_unknown_switch(key: str) -> str:
    """Return the error message for an unknown key."""
    return f"edition: unknown switch {str(key)[:60]!r}{suggest_similar(key, SWITCHES)}"


def switch_choices() -> tuple[tuple[str, str], ...]:
    """Return every setting of every switch as it is written, with the key and the meaning."""
    return tuple(
        (f"{key}={format_value(value)}", f"{key}: {meaning}")
        for key, switch in SWITCHES.items()
        for value, meaning in switch.values.items()
    )


def describe_switch(text: str) -> str:
    """Return the meaning of a written setting in a sentence, with its rules. Raises InputError."""
    key, _, raw_value = (part.strip() for part in text.partition("="))
    value = parse_value(key, raw_value)
    return (
        f"{SWITCHES[key].says} {SWITCHES[key].values[value]} ({', '.join(SWITCHES[key].rules[:3])})"
    )


def name_switch(text: str) -> tuple[str, str]:
    """Return the question that a written setting answers, and the answer. Raises InputError."""
    key, _, raw_value = (part.strip() for part in text.partition("="))
    return SWITCHES[key].says, SWITCHES[key].values[parse_value(key, raw_value)]


def describe_switches(edition: Edition) -> Iterator[str]:
    """Yield a line for every switch: key, value, meaning and rules."""
    for key, switch in SWITCHES.items():
        value = edition[key]
        yield f"{key} = {format_value(value)}: {switch.says} {switch.values[value]} ({', '.join(switch.rules)})"


DEFAULT_EDITION = Edition()
"""The printed Quick Start game."""
