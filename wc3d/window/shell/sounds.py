"""Sound effects, silent without an audio device or at volume 0.

`scripts/make_sounds.py` generates the files. The first sound opens the audio library; off-screen
windows never do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from panda3d import core

from wc3d.animation import steps
from wc3d.animation.sounds import KINDS_BY_SOUND

SOUND_NAMES = tuple(KINDS_BY_SOUND)
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
    """A sound player with a volume from 0 to 1; `shares` are the volumes by kind of sound."""

    def __init__(self, volume: float, shares: Mapping[str, float] | None = None) -> None:
        self.volume = volume
        self.shares = dict(shares or {})
        self._loop = ""
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
        share = self.share_of(name)
        if share <= 0 or self.audio_manager is None:
            return False
        sound = self._load(name)
        if sound is None:
            return False
        sound.set_volume(share)
        sound.play()
        return True

    def changed(self, volume: float, shares: Mapping[str, float]) -> Sounds:
        """Return a player with these volumes; the audio device stays open if it can."""
        if volume == self.volume and dict(shares) == self.shares:
            return self
        self.repeat("")
        if volume != self.volume:
            return Sounds(volume, shares)
        self.shares = dict(shares)
        return self

    def share_of(self, name: str) -> float:
        """Return the volume of a sound as a share of the whole; 0 for an unknown sound."""
        return self.shares.get(KINDS_BY_SOUND[name], 1.0) if name in KINDS_BY_SOUND else 0.0

    def repeat(self, name: str) -> bool:
        """Repeat a sound until another name is given, "" for none. Return whether one plays."""
        wanted = name if self.share_of(name) > 0 and self.volume > 0 else ""
        if wanted == self._loop or self.audio_manager is None:
            return bool(self._loop)
        last_sound = self._load(self._loop)
        if last_sound is not None:
            last_sound.stop()
        self._loop = wanted
        sound = self._load(wanted)
        if sound is not None:
            sound.set_loop(True)
            sound.set_volume(self.share_of(wanted))
            sound.play()
        return sound is not None

    def _load(self, name: str) -> Any:
        """Return Panda's sound, or None if there is no such file."""
        if name not in self._known:
            file = sound_folder() / f"{name}.wav"
            self._known[name] = (
                self.audio_manager.get_sound(core.Filename.from_os_specific(str(file)))
                if file.is_file()
                else None
            )
        return self._known[name]


def _has_device() -> bool:
    """Return whether there is an audio device; the library waits long for missing servers."""
    if sys.platform != "linux":
        return True
    server = Path(os.environ.get("XDG_RUNTIME_DIR", "/run/user/0"))
    return any(
        place.exists() for place in (*AUDIO_DEVICE_PATHS, server / "pulse", server / "pipewire-0")
    )
