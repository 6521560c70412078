"""Sounds: what the script makes is what lies there, quiet; and silence, not an error, where there is no audio device."""

import io
import wave

import numpy as np
import pytest
from sound_kit.waves import SOUNDS, written

from wc3d.window.shell import sounds
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
