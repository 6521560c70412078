"""Sound effects, silent without an audio device or at volume 0.

`scripts/make_sounds.py` generates the files. The first sound opens the audio library; off-screen
windows never do.
"""

from __future__ import annotations

import os
import sys
from functools import cached_property
from pathlib import Path
from typing import Any

from panda3d import core

from wc3d.animation import steps

SOUND_NAMES = (
    "step",
    "shot",
    "blast",
    "blade",
    "dice",
    "hit",
    "miss",
    "fall",
    "gate",
    "turn",
    "victory",
)
"""The available sounds."""
AUDIO_LIBRARY = "p3openal_audio"
AUDIO_DEVICE_PATHS = (Path("/dev/snd"), Path("/run/pulse"))
"""Paths that show an audio device or sound server on Linux.

Without these and without a user's sound server, the audio library is not opened.
"""


def sound_folder() -> Path:
    """Return the folder of the sound files."""
    return Path(steps.__file__).with_name("sound_files")


class Sounds:
    """A sound player with a volume from 0 to 1."""

    def __init__(self, volume: float) -> None:
        self.volume = volume
        self._known: dict[str, Any] = {}

    @cached_property
    def audio_manager(self) -> Any:
        """Panda's audio manager, or None without sound."""
        if self.volume <= 0 or not _has_device():
            return None
        library = core.ConfigVariableString("audio-library-name")
        library.set_value(AUDIO_LIBRARY)
        core.load_prc_file_data("wc3d sound", "notify-level-audio fatal")
        manager = core.AudioManager.create_audio_manager()
        if not manager.is_valid():
            return None
        manager.set_volume(self.volume)
        return manager

    def play(self, name: str) -> bool:
        """Play a sound by name. Return False if it is unknown or cannot be played."""
        if name not in SOUND_NAMES or self.audio_manager is None:
            return False
        if name not in self._known:
            file = sound_folder() / f"{name}.wav"
            self._known[name] = (
                self.audio_manager.get_sound(core.Filename.from_os_specific(str(file)))
                if file.is_file()
                else None
            )
        sound = self._known[name]
        if sound is None:
            return False
        sound.play()
        return True


def _has_device() -> bool:
    """Return whether there is an audio device; the library waits long for missing servers."""
    if sys.platform != "linux":
        return True
    server = Path(os.environ.get("XDG_RUNTIME_DIR", "/run/user/0"))
    return any(
        place.exists() for place in (*AUDIO_DEVICE_PATHS, server / "pulse", server / "pipewire-0")
    )
