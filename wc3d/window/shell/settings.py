"""Window settings (keys, quality, text size), read from a small TOML file that users can edit."""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from wc3d._internal.atomic_write import write_atomic
from wc3d._internal.user_folders import settings_folder
from wc3d.errors import InputError
from wc3d.presentation.color_sets import ColorSetName
from wc3d.scene.room import RoomName
from wc3d.table.maps.strict_json import (
    FileError,
    StrictModel,
    describe_toml_error,
    read_text,
    validation_faults,
)

Keys = tuple[str, ...]


@dataclass(frozen=True)
class KeyBinding:
    """A command's description and its default keys, by Panda's names."""

    words: str
    keys: Keys
    group: str = "view"


KEY_BINDINGS: dict[str, KeyBinding] = {
    "home": KeyBinding("Show the whole table; press again to show all models", ("h",)),
    "top": KeyBinding("Look from straight above", ("t",)),
    "eye": KeyBinding("Look through the selected model's eyes, and back", ("e",)),
    "follow": KeyBinding("Follow the selected model, or stop", ("f",)),
    "along": KeyBinding("Look along the line of sight or attack", ("l",)),
    "inside": KeyBinding('Cut away from the top, 1" per press', ("d",)),
    "outside": KeyBinding('Restore what is cut away, 1" per press', ("shift-d",)),
    "volumes": KeyBinding("Show or hide the volumes of models and terrain", ("v",)),
    "solids": KeyBinding("Switch collision shapes: over the meshes, inside them, off", ("b",)),
    "names": KeyBinding("Show or hide names", ("n",)),
    "grid": KeyBinding('Show or hide the 1" grid', ("g",)),
    "legend": KeyBinding("Show or hide the legend", ("k",)),
    "zoom_in": KeyBinding("Zoom in", ("control-=", "control-+")),
    "zoom_out": KeyBinding("Zoom out", ("control--",)),
    "view_left": KeyBinding("Turn the view left", ("shift-q",)),
    "view_right": KeyBinding("Turn the view right", ("shift-w",)),
    "cross": KeyBinding(
        "Show a cross that the arrow keys move over the table: Enter clicks, Tab goes to a model",
        ("f7",),
        "window",
    ),
    "panels": KeyBinding(
        "Go to the next panel with the keyboard, then to the table", ("f6",), "window"
    ),
    "full_screen": KeyBinding("Switch full screen on or off", ("f11",), "window"),
    "quality": KeyBinding("Switch graphics quality: fast, medium or high", ("f3",), "window"),
    "photo": KeyBinding(
        "Photo mode: free camera, time of day, photo in 4K, film of a turn", ("f8",), "window"
    ),
    "help": KeyBinding("Show or hide this list", ("?", "shift-/", "f1"), "window"),
    "start": KeyBinding("Go to the start screen", ("f10",), "window"),
    "cancel": KeyBinding("Cancel; press again to open the menu", ("escape",), "window"),
    "measure": KeyBinding("Measure in 3D: click two points or models", ("m",), "tools"),
    "sight": KeyBinding(
        "Line of sight: click two models, or drag one to try a place", ("s",), "tools"
    ),
    "area": KeyBinding("Show what the selected model can see", ("a",), "tools"),
    "everyone": KeyBinding("Show every model that sees the target", ("o",), "tools"),
    "cut": KeyBinding("Show or hide the side cut", ("c",), "tools"),
    "reach": KeyBinding("Show where the selected model can move", ("r",), "tools"),
    "more": KeyBinding('Increase the move distance by 1"', ("+", "="), "tools"),
    "fewer": KeyBinding('Decrease the move distance by 1"', ("-",), "tools"),
    "undo": KeyBinding("Undo", ("control-z", "u"), "game"),
    "redo": KeyBinding("Redo", ("control-y", "shift-control-z"), "game"),
    "save": KeyBinding("Save", ("control-s",), "game"),
    "end": KeyBinding(
        "Finish this step or pass; during an animation, skip to the next event", ("space",), "game"
    ),
    "present": KeyBinding("Skip the rest of the animation", ("enter",), "game"),
    "weighed": KeyBinding("Show a hint, or what the bot considered on its turn", ("i",), "game"),
    "hint_do": KeyBinding("Do what the hint suggests", ("y",), "game"),
    "hint_next": KeyBinding("Show the next best hint", ("x",), "game"),
    "next": KeyBinding("Select the next unit that can act", ("tab",), "game"),
    "log": KeyBinding("Show or hide the log", ("control-l",), "game"),
    "jump": KeyBinding("Jump instead of walking", ("j",), "game"),
    "play": KeyBinding("Play or pause", ("p",), "replay"),
    "forward": KeyBinding("One step forward", (".",), "replay"),
    "back": KeyBinding("One step back", (",",), "replay"),
    "next_attack": KeyBinding("Next attack", ("]",), "replay"),
    "previous_attack": KeyBinding("Previous attack", ("[",), "replay"),
    "faster": KeyBinding("Play faster", ("+", "="), "replay"),
    "slower": KeyBinding("Play slower", ("-",), "replay"),
    "next_row": KeyBinding("Select the next unit of the list", ("page_down",), "actions"),
    "previous_row": KeyBinding("Select the previous unit of the list", ("page_up",), "actions"),
    **{
        f"action_{number}": KeyBinding(
            f"Press action button {number}; the button shows its key", (key,), "actions"
        )
        for number, key in enumerate("1234567890zp;", 1)
    },
    "small": KeyBinding("Place a small base", ("1",), "board"),
    "medium": KeyBinding("Place a medium base", ("2",), "board"),
    "large": KeyBinding("Place a large base", ("3",), "board"),
    "words": KeyBinding("Say where models and walls stand", ("/",), "board"),
    "remove": KeyBinding("Remove the selected model or terrain", ("delete", "x"), "board"),
    "turn_left": KeyBinding("Turn the selection left", ("q",), "board"),
    "turn_right": KeyBinding("Turn the selection right", ("w",), "board"),
    "raise": KeyBinding("Raise the selection", ("page_up",), "board"),
    "lower": KeyBinding("Lower the selection", ("page_down",), "board"),
    "copy": KeyBinding("Copy the selection", ("control-d",), "board"),
}
"""All key commands, by their name in the settings file."""
NO_KEY_TEXT = "(no key)"
"""The display name of the key of a command without one."""
ACTION_COMMANDS = tuple(name for name in KEY_BINDINGS if name.startswith("action_"))
"""The commands that press the action buttons, in their order."""

BINDING_GROUPS = {
    "view": "View",
    "window": "Window and keyboard",
    "tools": "Measuring",
    "game": "Game",
    "actions": "Action buttons",
    "replay": "Replay",
    "board": "Board",
}
SEPARATE_GROUPS = ({"replay", "board"}, {"actions", "board"}, {"actions", "replay"})
"""Groups of commands that no screen has together."""

MOUSE_HELP = (
    ("Left click", "Select"),
    ("Left drag", "Move"),
    ("Right drag", "Turn the view"),
    ("Middle drag, arrows", "Pan the view"),
    ("Wheel", "Zoom to the mouse"),
)
"""The fixed mouse controls."""

MODIFIER_KEYS = ("shift", "control", "alt", "meta")
"""Modifier keys in Panda's order."""
VALID_KEYS = frozenset(
    (
        "backspace",
        "tab",
        "enter",
        "escape",
        "space",
        "delete",
        "insert",
        "home",
        "end",
        "page_up",
        "page_down",
        "next",
        "previous",
        "help",
        "pause",
        "print_screen",
        "menu",
        "caps_lock",
        "num_lock",
        "scroll_lock",
        "shift_lock",
        "shift",
        "control",
        "alt",
        "meta",
        "lshift",
        "rshift",
        "lcontrol",
        "rcontrol",
        "lalt",
        "ralt",
        "lmeta",
        "rmeta",
        "back",
        "guide",
        "start",
        "trigger",
        "dpad_down",
        "dpad_left",
        "dpad_right",
        "dpad_up",
        "hat_down",
        "hat_left",
        "hat_right",
        "hat_up",
        "face_1",
        "face_2",
        "face_a",
        "face_b",
        "face_c",
        "face_x",
        "face_y",
        "face_z",
        "lgrip",
        "rgrip",
        "lshoulder",
        "rshoulder",
        "lstick",
        "rstick",
        "ltrigger",
        "rtrigger",
        *(f"f{number}" for number in range(1, 17)),
        *map(chr, range(0x21, 0x7F)),
    )
)
"""Panda's key names."""
UNBINDABLE_PREFIXES = ("mouse", "wheel", "arrow")
"""Prefixes of keys without bindings: the mouse, and the arrows that shift the view."""


def parse_key(text: str) -> str:
    """Return Panda's name of a key with its modifiers in any order. Raises ValueError."""
    modifiers = set[str]()
    last = text
    while (parts := last.partition("-"))[0] in MODIFIER_KEYS and parts[2]:
        modifiers.add(parts[0])
        last = parts[2]
    if len(last) == 1 and last.isupper():
        modifiers.add("shift")
        last = last.lower()
    if last.startswith(UNBINDABLE_PREFIXES):
        raise ValueError(
            f"{text!r} cannot be assigned, because the mouse and the arrow keys are fixed"
        )
    if last not in VALID_KEYS:
        raise ValueError(
            f"unknown key {text!r}; expected a name such as a, f1, escape, page_up, control-z"
        )
    return "-".join([*(name for name in MODIFIER_KEYS if name in modifiers), last])


def _check_scale(scale: float) -> float:
    if 0 < scale < MIN_TEXT_SCALE:
        raise ValueError(
            f"expected 0 or at least {MIN_TEXT_SCALE:g}, because smaller text is unreadable"
        )
    return scale


def _check_pace(pace: float) -> float:
    if 0 < pace < MIN_PACE:
        raise ValueError(f"expected 0 or at least {MIN_PACE:g}")
    return pace


SOUND_KINDS = {
    "dice": "dice",
    "weapons": "weapons, hits and falls",
    "movement": "movement and arrival",
    "interface": "buttons and turns",
    "ambience": "wind over the table",
}
"""The kinds of sounds with a volume of their own, and what they contain."""
MIN_TEXT_SCALE = 0.5
"""Smallest text scale."""
MIN_PACE = 0.5
"""Slowest animation speed."""
KeyField = Annotated[
    str, Field(min_length=1, max_length=40, pattern=r"^[!-~]+$"), AfterValidator(parse_key)
]
KeysField = Annotated[
    tuple[KeyField, ...],
    Field(max_length=8),
    BeforeValidator(lambda keys: [keys] if isinstance(keys, str) else keys),
]


VolumeField = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0.0, le=1.0)]


class DisplaySettings(StrictModel):
    """The display section of the settings.

    `quality` "auto" measures the first frames. `scale` enlarges text; 0 follows the screen. `pace` is
    the animation speed; 0 is off. `miniatures` is the folder of custom miniatures; "" is the one
    next to the settings. `sound` is the volume; 0 is off. `full_screen` fills the screen.
    `colors` is the set for color-blind players. `confirm_end` asks before an activation ends with
    unused actions. `names` "needed" names only the models that matter now; the others have marks.
    `room` is what surrounds the table. `start_picture` "auto" moves the picture of
    the start screen on a graphics card unless motion is off. `motion` "reduced"
    replaces motion by fades. `camera_nudge` shakes the camera a little at a hit, and `idle_motion`
    lets models breathe. The `sound_` volumes are shares of `sound`.
    """

    quality: Literal["auto", "low", "medium", "high"] = "auto"
    scale: Annotated[
        float, Field(strict=True, allow_inf_nan=False, ge=0.0, le=4.0), AfterValidator(_check_scale)
    ] = 0.0
    pace: Annotated[
        float, Field(strict=True, allow_inf_nan=False, ge=0.0, le=4.0), AfterValidator(_check_pace)
    ] = 1.0
    tour: Annotated[bool, Field(strict=True)] = True
    miniatures: Annotated[str, Field(strict=True, max_length=400)] = ""
    sound: VolumeField = 0.3
    sound_dice: VolumeField = 1.0
    sound_weapons: VolumeField = 1.0
    sound_movement: VolumeField = 1.0
    sound_interface: VolumeField = 0.5
    sound_ambience: VolumeField = 0.0
    full_screen: Annotated[bool, Field(strict=True)] = False
    colors: ColorSetName = "standard"
    confirm_end: Annotated[bool, Field(strict=True)] = True
    names: Literal["needed", "all"] = "needed"
    room: RoomName = "night"
    start_picture: Literal["auto", "moving", "still"] = "auto"
    motion: Literal["full", "reduced"] = "full"
    camera_nudge: Annotated[bool, Field(strict=True)] = True
    idle_motion: Annotated[bool, Field(strict=True)] = False

    @property
    def sound_shares(self) -> dict[str, float]:
        """The volume of each kind of sound, as a share of the volume."""
        return {kind: float(getattr(self, f"sound_{kind}")) for kind in SOUND_KINDS}


class _File(StrictModel):
    keys: dict[str, KeysField] = {}  # noqa: RUF012
    display: DisplaySettings = DisplaySettings()


def display_key(key: str) -> str:
    """Return the display name of a key."""
    names = {
        "escape": "Esc",
        "page_up": "Page up",
        "page_down": "Page down",
        "space": "Space",
        "delete": "Delete",
        "tab": "Tab",
    }
    modifiers = []
    last = key
    while (parts := last.partition("-"))[0] in MODIFIER_KEYS and parts[2]:
        modifiers.append(parts[0])
        last = parts[2]
    words = [{"control": "Ctrl", "shift": "Shift", "alt": "Alt"}.get(h, h) for h in modifiers]
    return "+".join([*words, names.get(last, last.upper() if len(last) == 1 else last.title())])


@dataclass(frozen=True)
class Settings:
    """The current settings, with `keys` by command."""

    keys: dict[str, Keys] = field(
        default_factory=lambda: {name: b.keys for name, b in KEY_BINDINGS.items()}
    )
    display: DisplaySettings = field(default_factory=DisplaySettings)

    def key_for(self, command: str) -> str:
        """Return the display name of a command's first key."""
        keys = self.usable_keys(command)
        return display_key(keys[0]) if keys else NO_KEY_TEXT

    def usable_keys(self, command: str) -> Keys:
        """Return a command's keys; action buttons leave keys to other commands of a game."""
        keys = self.keys[command]
        if command not in ACTION_COMMANDS:
            return keys
        return tuple(key for key in keys if key not in self._keys_beside_actions)

    @cached_property
    def _keys_beside_actions(self) -> frozenset[str]:
        """The keys of other commands on the screens that have action buttons."""
        return frozenset(
            key
            for name, binding in KEY_BINDINGS.items()
            if {binding.group, "actions"} not in (*SEPARATE_GROUPS, {"actions"})
            for key in self.keys[name]
        )

    def commands_by_key(self) -> dict[str, tuple[str, ...]]:
        """Return the commands of each key."""
        names_by_key: dict[str, tuple[str, ...]] = {}
        for name in self.keys:
            for key in self.usable_keys(name):
                names_by_key[key] = (*names_by_key.get(key, ()), name)
        return names_by_key


class SettingsError(InputError):
    """An invalid settings file."""


def load_settings(path: Path | None = None) -> Settings:
    """Load settings from a file (None: the user's), or the defaults. Raises SettingsError."""
    path = path or settings_folder() / "settings.toml"
    if not os.path.lexists(path):
        return Settings()
    try:
        data = tomllib.loads(read_text(path))
        read = _File.model_validate(data)
    except FileError as error:
        raise SettingsError(str(error)) from None
    except ValidationError as error:
        first = validation_faults(error, data)[0]
        raise SettingsError(f"{path}: {first.place}: {first.text}") from None
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: invalid TOML ({describe_toml_error(error)})") from None
    unknown = next((name for name in read.keys if name not in KEY_BINDINGS), None)
    if unknown is not None:
        raise SettingsError(
            f"{path}: keys.{unknown[:40]}: unknown command; expected one of {', '.join(KEY_BINDINGS)}"
        )
    return Settings(
        {name: read.keys.get(name, b.keys) for name, b in KEY_BINDINGS.items()}, read.display
    )


def load_settings_or_default(path: Path | None = None) -> tuple[Settings, str]:
    """Return the settings and a warning; a broken file gives the defaults and the reason."""
    path = path or settings_folder() / "settings.toml"
    try:
        settings = load_settings(path)
    except SettingsError as error:
        return Settings(), f"{error}; wc3d uses the default settings"
    conflict = _find_key_conflict(settings)
    return settings, f"{path}: {conflict}" if conflict else ""


def _find_key_conflict(settings: Settings) -> str:
    """Return a message about two commands that share a key, or ""."""
    for key, names in settings.commands_by_key().items():
        for first, second in combinations(names, 2):
            if not _may_share_keys(first, second):
                return f"keys.{first} and keys.{second} share the key {key}; where both apply, {first} wins"
    return ""


def _may_share_keys(first: str, second: str) -> bool:
    """Return whether two commands are of different screens, or share a key by default."""
    groups = {KEY_BINDINGS[first].group, KEY_BINDINGS[second].group}
    is_shared_by_default = not {*KEY_BINDINGS[first].keys}.isdisjoint(KEY_BINDINGS[second].keys)
    return groups in SEPARATE_GROUPS or is_shared_by_default


def commands_with_key(settings: Settings, key: str, command: str) -> tuple[str, ...]:
    """Return the other commands that have a key that `command` cannot share with them."""
    names = settings.commands_by_key().get(key, ())
    return tuple(name for name in names if name != command and not _may_share_keys(name, command))


def format_settings(settings: Settings | None = None) -> str:
    """Return a complete settings file with a comment for each line."""
    settings = settings or Settings()
    display = settings.display
    lines = [
        "# Settings of the wc3d window. A missing line means the default.",
        "",
        "[display]",
        f'quality = "{display.quality}"  # "auto", "low", "medium" or "high"',
        f"scale = {display.scale:g}  # text size: 0.5 to 4, 1 is normal, 0 follows the screen; smaller where panels need room",
        f"pace = {display.pace:g}  # animation speed: 0.5 to 4, 1 is normal, 0 is off",
        f"miniatures = {json.dumps(display.miniatures)}  # folder of files like dusk_wolf.stl; empty: the folder next to this file",
        f"sound = {display.sound:g}  # volume: 0 to 1, 0 is silent",
        *(
            f"sound_{kind} = {getattr(display, f'sound_{kind}'):g}  # {words}: 0 to 1, as a share of the volume"
            for kind, words in SOUND_KINDS.items()
        ),
        f'motion = "{display.motion}"  # "full", or "reduced": models fade instead of moving',
        f"camera_nudge = {str(display.camera_nudge).lower()}  # whether a hit shakes the camera a little",
        f"idle_motion = {str(display.idle_motion).lower()}  # whether models breathe; the window then draws all the time",
        f"full_screen = {str(display.full_screen).lower()}  # whether the window fills the screen",
        f'names = "{display.names}"  # models with names on the table: "needed" or "all"',
        f'room = "{display.room}"  # the room around the table: "day", "night" or "plain"',
        f'start_picture = "{display.start_picture}"  # picture of the start screen: "auto", "moving" or "still"',
        f"confirm_end = {str(display.confirm_end).lower()}  # whether to ask before an activation ends with unused actions",
        f"tour = {str(display.tour).lower()}  # whether the window shows a short tour when it first opens",
        "",
        '[keys]  # a key or a list of keys: letters, "f1", "escape", "space", "control-z", "shift-tab", "page_up"; no arrows',
    ]
    for group, title in BINDING_GROUPS.items():
        lines += ["", f"# {title}"]
        for name, binding in KEY_BINDINGS.items():
            if binding.group == group:
                lines.append(f"{name} = {json.dumps(list(settings.keys[name]))}  # {binding.words}")
    return "\n".join(lines) + "\n"


def save_display_setting(name: str, value: float | str | bool, path: Path | None = None) -> None:
    """Save a value of the "display" section in a new or valid file. Raises SettingsError."""
    _save_line("display", name, _format_value(value), path)


def save_key_setting(name: str, keys: Keys, path: Path | None = None) -> None:
    """Save the keys of a command in a new or valid file. Raises SettingsError."""
    _save_line("keys", name, json.dumps(list(keys)), path)


def _format_value(value: float | str | bool) -> str:
    return json.dumps(value) if isinstance(value, str | bool) else f"{value:g}"


def _check_changed_file(text: str, path: Path, place: str) -> None:
    """Raise SettingsError if a changed line has broken the file."""
    try:
        _File.model_validate(tomllib.loads(text))
    except ValueError:
        raise SettingsError(
            f"{path}: {place} takes several lines; put it on one line, or change it in the file"
        ) from None


def _save_line(section: str, name: str, value: str, path: Path | None) -> None:
    """Set a line of a section, and leave the rest of the file as it is; a new file has all lines."""
    path = path or settings_folder() / "settings.toml"
    load_settings(path)
    line = f"{name} = {value}"
    try:
        text = read_text(path) if os.path.lexists(path) else format_settings()
        lines = text.removesuffix("\n").split("\n") if text else []
        heads = [i for i, text in enumerate(lines) if text.split("#")[0].strip().startswith("[")]
        head = next((i for i in heads if lines[i].split("#")[0].strip() == f"[{section}]"), None)
        if head is None:
            lines += [f"[{section}]", line]
        else:
            end = next((i for i in heads if i > head), len(lines))
            at = next(
                (i for i in range(head + 1, end) if lines[i].partition("=")[0].strip() == name),
                None,
            )
            lines[slice(head + 1, head + 1) if at is None else slice(at, at + 1)] = [line]
        _check_changed_file("\n".join(lines), path, f"{section}.{name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, "\n".join(lines) + "\n")
    except (OSError, FileError) as error:
        raise SettingsError(f"{path}: cannot be written ({error})") from None
