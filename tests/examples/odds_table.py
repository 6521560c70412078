"""Prints how likely each weapon of a unit destroys a target, in the open and in cover: odds_table.py [TARGET]."""

from __future__ import annotations

import sys

import wc3d

ATTACKS = (
    ("dusk wolf", "rail gun"),
    ("dusk wolf", "battle rifle"),
    ("hunter", "fusion rifle"),
    ("scourge", "nailer"),
)


def main() -> None:
    """Print the table."""
    target = " ".join(sys.argv[1:]) or "marauder"
    print(f"{'attack on ' + target:<34}{'hit':>8}{'destroyed':>12}{'in cover':>12}")
    for attacker, weapon in ATTACKS:
        try:
            plain, covered = (
                wc3d.odds(attacker, weapon, target, cover=cover) for cover in (False, True)
            )
        except wc3d.InputError as error:
            print(f"{attacker}, {weapon}: {error}")
            continue
        hit, destroyed, protected = (
            float(chance) for chance in (plain.hit, plain.destroyed, covered.destroyed)
        )
        print(f"{f'{attacker}, {weapon}':<34}{hit:>8.1%}{destroyed:>12.1%}{protected:>12.1%}")


if __name__ == "__main__":
    main()
