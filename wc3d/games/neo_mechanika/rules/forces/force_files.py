"""Read and write forces as JSON (pp. 41 to 43), and load the sample forces."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from wc3d._internal.atomic_write import write_atomic
from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.forces.force import Force as Force
from wc3d.games.neo_mechanika.rules.forces.force import UnitChoice as UnitChoice
from wc3d.games.neo_mechanika.rules.forces.force import WeaponInstance as WeaponInstance
from wc3d.games.neo_mechanika.rules.forces.force import choice_abilities as choice_abilities
from wc3d.games.neo_mechanika.rules.forces.force import choice_weapons as choice_weapons
from wc3d.games.neo_mechanika.rules.forces.force import format_faction as format_faction
from wc3d.games.neo_mechanika.rules.forces.force import weapon_points_cost as weapon_points_cost
from wc3d.games.neo_mechanika.rules.forces.limits import MISSING_PART_CODES as MISSING_PART_CODES
from wc3d.games.neo_mechanika.rules.forces.limits import PRIMARY_LIMITS as PRIMARY_LIMITS
from wc3d.games.neo_mechanika.rules.forces.limits import SKIRMISH_LIMITS as SKIRMISH_LIMITS
from wc3d.games.neo_mechanika.rules.forces.limits import Limits as Limits
from wc3d.games.neo_mechanika.rules.forces.limits import check_attachment as check_attachment
from wc3d.games.neo_mechanika.rules.forces.limits import check_force as check_force
from wc3d.games.neo_mechanika.rules.forces.limits import compatible_chassis as compatible_chassis
from wc3d.games.neo_mechanika.rules.forces.limits import list_faults as list_faults
from wc3d.games.neo_mechanika.rules.forces.limits import (
    make_skirmish_limits as make_skirmish_limits,
)
from wc3d.games.neo_mechanika.rules.forces.limits import mission_limits as mission_limits
from wc3d.games.neo_mechanika.rules.forces.random_force import (
    make_random_force as make_random_force,
)
from wc3d.table.maps import strict_json

SAMPLES_FOLDER = Path(__file__).with_name("sample_forces")
"""The folder of the sample forces."""


class ForceError(strict_json.FileError):
    """An invalid force file; `faults` lists every mistake with its place."""


def load_force(path: str | Path) -> Force:
    """Return the force of a JSON file, even if it is not legal. Raises ForceError with every fault.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "force.json"
    >>> save_force(sample_force("empyreans_skirmish"), path)
    >>> load_force(path) == sample_force("empyreans_skirmish")
    True
    """
    try:
        data = strict_json.read_json(path)
        return Force.model_validate(data)
    except strict_json.FileError as error:
        raise ForceError(error.where, error.faults) from None
    except ValidationError as error:
        raise ForceError(str(path), strict_json.validation_faults(error, data)) from None


def save_force(force: Force, path: str | Path) -> None:
    """Write a force to a JSON file, completely or not at all. Raises ForceError.

    >>> from tempfile import mkdtemp
    >>> save_force(sample_force("marcher_worlds_full"), Path(mkdtemp()) / "mine.json")
    """
    path = Path(path)
    try:
        write_atomic(path, format_force(force))
    except OSError as error:
        raise ForceError(
            str(path), [strict_json.FileFault("", f"cannot be written ({error.strerror})")]
        ) from None


def format_force(force: Force) -> str:
    """Return a force in its file's format: one unit on a line, without empty choices."""
    data = force.model_dump(mode="json", exclude_defaults=True)
    lines = []
    for key, value in data.items():
        rows = (
            ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in value)
            if isinstance(value, list)
            else ""
        )
        lines.append(
            f" {json.dumps(key)}: "
            + (f"[\n{rows}\n ]" if rows else json.dumps(value, ensure_ascii=False))
        )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def sample_names() -> tuple[str, ...]:
    """Return the names of the sample forces."""
    return tuple(sorted(path.stem for path in SAMPLES_FOLDER.glob("*.json")))


def sample_force(name: str) -> Force:
    """Return a sample force. Raises InputError for an unknown name.

    >>> sample_force("marcher_worlds_skirmish").units[0].unit
    'dusk_wolf'
    """
    if name not in sample_names():
        raise InputError(f"unknown sample force {name!r}{suggest_similar(name, sample_names())}")
    return load_force(SAMPLES_FOLDER / f"{name}.json")
