"""Sounds: what the script makes is what lies there, quiet; and silence, not an error, where there is no audio device."""

import io
import wave
from types import SimpleNamespace

import numpy as np
import pytest
from sound_kit.waves import SOUNDS, written

from wc3d.animation.sounds import KINDS_BY_SOUND
from wc3d.window.shell import sounds
from wc3d.window.shell.settings import SOUND_KINDS, DisplaySettings
from wc3d.window.shell.sounds import SOUND_NAMES, Sounds, sound_folder


def samples(data):
    with wave.open(io.BytesIO(data)) as file:
        assert file.getnchannels() == 1 and file.getsampwidth() == 2
        return np.frombuffer(file.readframes(file.getnframes()), "<i2"), file.getframerate()


@pytest.mark.parametrize("name", SOUND_NAMES)
def test_a_sound_is_what_the_script_makes_short_and_quiet(name):
    kept, rate = samples((sound_folder() / f"{name}.wav").read_bytes())
    made, _ = samples(written(name))
    assert np.abs(kept.astype(int) - made).max() <= 1
    longest = 6.1 if name == "wind" else 2.6
    assert (
        0.1 < len(kept) / rate < longest
        and 0.3 < np.abs(kept).max() / 32767 < 0.6
        and kept[-1] == 0
    )


def test_there_are_the_sounds_that_are_named():
    assert set(SOUND_NAMES) == set(SOUNDS) == {path.stem for path in sound_folder().iterdir()}


def test_without_a_device_or_at_no_volume_there_is_silence(monkeypatch):
    assert not Sounds(0.0).play("step")
    monkeypatch.setattr(sounds, "_has_device", lambda: False)
    heard = Sounds(0.5)
    assert (
        heard.audio_manager is None and not heard.play("dice") and not heard.play("no such sound")
    )


def test_every_sound_has_a_kind_with_a_volume_and_all_files_are_small():
    assert set(KINDS_BY_SOUND.values()) == set(SOUND_KINDS)
    assert sum(path.stat().st_size for path in sound_folder().iterdir()) < 1_000_000
    shares = DisplaySettings(sound_dice=0.0, sound_movement=0.5).sound_shares
    heard = Sounds(0.5, shares)
    assert heard.share_of("dice") == 0.0 and heard.share_of("jump") == 0.5
    assert heard.share_of("shot") == 1.0 and heard.share_of("no such sound") == 0.0
    assert not heard.play("dice") and "audio_manager" not in vars(heard), "the device stays closed"


class FakeSound:
    """A sound that notes what is done with it."""

    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        return lambda *arguments: self.calls.append((name, *arguments))


def test_the_ambience_repeats_until_it_is_turned_off_and_is_off_at_first():
    assert DisplaySettings().sound_shares["ambience"] == 0.0
    silent = Sounds(0.5, DisplaySettings().sound_shares)
    assert not silent.repeat("wind") and "audio_manager" not in vars(silent)
    heard = Sounds(0.5, {"ambience": 0.5})
    wind = FakeSound()
    heard.__dict__["audio_manager"] = SimpleNamespace(get_sound=lambda file: wind)
    assert heard.repeat("wind") and heard.repeat("wind")
    assert wind.calls == [("set_loop", True), ("set_volume", 0.5), ("play",)]
    assert heard.changed(0.5, {"ambience": 0.0}) is heard and wind.calls[-1] == ("stop",)
    assert not heard.repeat("wind") and heard.changed(0.2, {}) is not heard
