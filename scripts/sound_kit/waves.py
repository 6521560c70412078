"""The sounds of what happens on the table: steps, shots, dice, a gate. The same bytes each time."""

from __future__ import annotations

import argparse
import io
import wave
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RATE, WIND_RATE = 22_050, 11_025
"""Samples per second, and those of the wind, which has no high tones."""
FOLDER = Path(__file__).resolve().parents[2] / "wc3d" / "animation" / "sound_files"
Wave = NDArray[np.float64]


def _time(seconds: float) -> Wave:
    return np.arange(int(seconds * RATE)) / RATE


def _fade(t: Wave, quick: float, slow: float) -> Wave:
    """Rises in `quick` seconds, dies in about `slow`."""
    return np.minimum(t / quick, 1.0) * np.exp(-t / slow)


def _noise(t: Wave, seed: int, soft: int) -> Wave:
    """Noise, softened over so many samples."""
    raw = np.random.RandomState(seed).uniform(-1, 1, len(t) + soft)
    summed = np.cumsum(raw)
    return (summed[soft:] - summed[:-soft])[: len(t)] / np.sqrt(soft)


def _tone(t: Wave, start: float, end: float) -> Wave:
    """A tone that glides."""
    return np.sin(2 * np.pi * np.cumsum(np.linspace(start, end, len(t))) / RATE)


def step() -> Wave:
    """A boot on grit."""
    t = _time(0.16)
    return 0.7 * _noise(t, 1, 14) * _fade(t, 0.004, 0.035) + 0.5 * _tone(t, 92, 60) * _fade(
        t, 0.003, 0.04
    )


def shot() -> Wave:
    """A dull report."""
    t = _time(0.5)
    return (
        0.9 * _noise(t, 2, 4) * _fade(t, 0.001, 0.035)
        + 0.7 * _noise(t, 3, 30) * _fade(t, 0.004, 0.12)
        + 0.5 * _tone(t, 150, 45) * _fade(t, 0.001, 0.06)
    )


def blast() -> Wave:
    """Something bursts."""
    t = _time(1.1)
    return (
        _noise(t, 4, 60) * _fade(t, 0.006, 0.28)
        + 0.8 * _tone(t, 80, 28) * _fade(t, 0.003, 0.22)
        + 0.4 * _noise(t, 5, 8) * _fade(t, 0.002, 0.09)
    )


def blade() -> Wave:
    """A blade drawn through the air, and steel."""
    t = _time(0.45)
    ring = sum(_tone(t, f, f * 0.995) * a for f, a in ((2130, 0.3), (3240, 0.2), (4410, 0.12)))
    return 0.5 * _noise(t, 6, 5) * np.exp(-(((t - 0.09) / 0.04) ** 2)) + ring * _fade(
        np.maximum(t - 0.1, 0), 0.002, 0.09
    ) * (t > 0.1)


def dice() -> Wave:
    """Dice on wood."""
    t = _time(0.75)
    found = np.zeros_like(t)
    random = np.random.RandomState(7)
    for start in np.sort(random.uniform(0.0, 0.55, 11)):
        later = np.maximum(t - start, 0)
        knock = (
            _tone(t, random.uniform(900, 1500), 700) * 0.5 + _noise(t, int(start * 1000), 3) * 0.5
        )
        found += (
            knock
            * _fade(later, 0.001, 0.012)
            * (t > start)
            * random.uniform(0.4, 1.0)
            * (1 - start)
        )
    return found


def hit() -> Wave:
    """Metal struck."""
    t = _time(0.5)
    ring = sum(_tone(t, f, f * 0.98) * a for f, a in ((310, 0.5), (742, 0.35), (1190, 0.2)))
    return ring * _fade(t, 0.001, 0.1) + 0.5 * _noise(t, 8, 6) * _fade(t, 0.001, 0.02)


def miss() -> Wave:
    """Something goes by."""
    t = _time(0.4)
    return (
        0.6 * _noise(t, 9, 5) * np.exp(-(((t - 0.16) / 0.07) ** 2)) * (1 + 0.4 * _tone(t, 700, 300))
    )


def fall() -> Wave:
    """A model falls."""
    t = _time(0.7)
    return 0.9 * _tone(t, 110, 38) * _fade(t, 0.004, 0.12) + 0.6 * _noise(t, 10, 24) * _fade(
        t, 0.006, 0.14
    )


def gate() -> Wave:
    """A void gate opens."""
    t = _time(1.5)
    chord = sum(
        _tone(t, f, f * 1.5) * a for f, a in ((110, 0.4), (165, 0.3), (221, 0.25), (331, 0.15))
    )
    return chord * np.sin(np.pi * np.minimum(t / 1.5, 1.0)) ** 2 * (0.8 + 0.2 * _tone(t, 7, 11))


def _swell(t: Wave, middle: float, width: float) -> Wave:
    """A bell in time: loud around `middle`."""
    return np.exp(-(((t - middle) / width) ** 2))


def jump() -> Wave:
    """Return the whoosh of a leap."""
    t = _time(0.35)
    return 0.6 * _noise(t, 11, 7) * _swell(t, 0.12, 0.07) + 0.2 * _tone(t, 180, 420) * _swell(
        t, 0.1, 0.06
    )


def land() -> Wave:
    """Return a thud and grit."""
    t = _time(0.4)
    return 0.9 * _tone(t, 96, 40) * _fade(t, 0.003, 0.07) + 0.5 * _noise(t, 12, 16) * _fade(
        t, 0.004, 0.09
    )


def cannon() -> Wave:
    """Return a deep report that rolls away."""
    t = _time(0.9)
    return (
        _noise(t, 13, 10) * _fade(t, 0.001, 0.05)
        + 0.9 * _noise(t, 14, 70) * _fade(t, 0.004, 0.24)
        + 0.8 * _tone(t, 105, 30) * _fade(t, 0.001, 0.14)
    )


def beam() -> Wave:
    """Return a hum that rises and breaks off."""
    t = _time(0.6)
    hum = sum(_tone(t, f, 1.3 * f) * a for f, a in ((220, 0.5), (443, 0.35), (1330, 0.12)))
    return (
        hum
        * np.minimum(t / 0.08, 1.0)
        * np.exp(-np.maximum(t - 0.4, 0) / 0.05)
        * (1 + 0.3 * _tone(t, 38, 46))
    )


def flame() -> Wave:
    """Return a roar of fire."""
    t = _time(0.8)
    crackle = _noise(t, 15, 3) * (np.random.RandomState(16).uniform(0, 1, len(t)) > 0.985)
    roar = _noise(t, 17, 34) * (1 + 0.4 * _noise(t, 18, 900))
    return (roar + 0.7 * crackle) * np.minimum(t / 0.06, 1.0) * np.exp(-((t / 0.55) ** 4))


def frost() -> Wave:
    """Return a hiss and ringing ice."""
    t = _time(0.6)
    ring = sum(_tone(t, f, f) * a for f, a in ((2637, 0.2), (3520, 0.14), (4186, 0.1)))
    return 0.5 * _noise(t, 19, 2) * _swell(t, 0.15, 0.12) + ring * _fade(t, 0.05, 0.14)


def acid() -> Wave:
    """Return a hiss that bubbles."""
    t = _time(0.6)
    bubbles = np.zeros_like(t)
    random = np.random.RandomState(20)
    for start in random.uniform(0.05, 0.45, 12):
        later = np.maximum(t - start, 0)
        pitch = random.uniform(260, 620)
        bubbles += _tone(t, pitch, 1.4 * pitch) * _fade(later, 0.004, 0.02) * (t > start)
    return 0.35 * _noise(t, 21, 3) * _fade(t, 0.04, 0.25) + 0.5 * bubbles


def pulse() -> Wave:
    """Return a low throb that pushes the air."""
    t = _time(0.6)
    return (
        (0.8 * _tone(t, 60, 190) + 0.3 * _tone(t, 121, 376))
        * _swell(t, 0.2, 0.13)
        * (1 + 0.5 * _tone(t, 16, 24))
    )


def spell() -> Wave:
    """Return a chord that shimmers."""
    t = _time(0.8)
    chord = sum(
        _tone(t, f, 1.02 * f) * a for f, a in ((523, 0.3), (659, 0.25), (988, 0.2), (1975, 0.1))
    )
    return chord * _swell(t, 0.28, 0.2) * (1 + 0.4 * _tone(t, 9, 13)) + 0.15 * _noise(
        t, 22, 4
    ) * _swell(t, 0.3, 0.2)


def collapse() -> Wave:
    """Return a machine that breaks down."""
    t = _time(1.3)
    groan = (_tone(t, 170, 52) + 0.5 * _tone(t, 253, 71)) * _fade(t, 0.05, 0.3)
    crash = np.maximum(t - 0.42, 0)
    metal = sum(_tone(t, f, 0.97 * f) * a for f, a in ((287, 0.3), (611, 0.22), (1043, 0.12)))
    return 0.5 * groan + (t > 0.42) * (
        0.9 * _noise(t, 23, 26) * _fade(crash, 0.003, 0.2) + metal * _fade(crash, 0.001, 0.12)
    )


def shatter() -> Wave:
    """Return something that breaks into pieces."""
    t = _time(0.8)
    pieces = np.zeros_like(t)
    random = np.random.RandomState(24)
    for start in np.sort(random.uniform(0.0, 0.5, 14)):
        later = np.maximum(t - start, 0)
        pitch = random.uniform(1500, 4200)
        pieces += _tone(t, pitch, pitch) * _fade(later, 0.001, 0.03) * (t > start) * (1 - start)
    return 0.5 * pieces + 0.8 * _noise(t, 25, 5) * _fade(t, 0.001, 0.05)


def click() -> Wave:
    """Return the soft click of a button."""
    t = _time(0.12)
    return _tone(t, 1150, 760) * _fade(t, 0.001, 0.012) + 0.3 * _noise(t, 26, 3) * _fade(
        t, 0.001, 0.006
    )


def wind() -> Wave:
    """Return two gusts of wind; it begins and ends in silence, and can be repeated."""
    t = np.arange(int(6.0 * WIND_RATE)) / WIND_RATE
    gusts = np.sin(np.pi * t / 6.0) ** 2 * (0.65 + 0.35 * np.cos(2 * np.pi * (t - 1.8) / 3.0))
    return (_noise(t, 27, 60) + 0.35 * _noise(t, 28, 12)) * gusts


def turn() -> Wave:
    """A turn begins: two soft notes."""
    t = _time(0.8)
    return 0.5 * _tone(t, 392, 392) * _fade(t, 0.01, 0.2) + 0.5 * _tone(t, 523, 523) * _fade(
        np.maximum(t - 0.16, 0), 0.01, 0.25
    ) * (t > 0.16)


def victory() -> Wave:
    """The game is won: a chord that is built up."""
    t = _time(2.4)
    found = np.zeros_like(t)
    for k, f in enumerate((261.6, 329.6, 392.0, 523.3)):
        later = np.maximum(t - 0.22 * k, 0)
        found += (
            (_tone(t, f, f) + 0.3 * _tone(t, 2 * f, 2 * f))
            * _fade(later, 0.02, 0.8)
            * (t > 0.22 * k)
        )
    return found


SOUNDS: dict[str, Callable[[], Wave]] = {
    made.__name__: made
    for made in (
        *(step, jump, land, gate),
        *(shot, cannon, beam, flame, frost, acid, pulse, spell, blade, blast),
        *(hit, miss, fall, collapse, shatter),
        *(dice, click, turn, victory, wind),
    )
}
LOUDEST = 0.55
"""Of what a file can hold: they are quiet."""


def written(name: str) -> bytes:
    """A sound as a WAV file of one channel."""
    made = SOUNDS[name]()
    made = made / np.abs(made).max() * LOUDEST
    made[-200:] *= np.linspace(1, 0, 200)
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(WIND_RATE if name == "wind" else RATE)
        file.writeframes(np.rint(made * 32767).astype("<i2").tobytes())
    return out.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes all sounds."""
    parser = argparse.ArgumentParser(description="Makes the sounds of the window.")
    parser.add_argument(
        "--out",
        type=Path,
        default=FOLDER,
        metavar="FOLDER",
        help="where to write (default: where they are played from)",
    )
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    for name in SOUNDS:
        (options.out / f"{name}.wav").write_bytes(written(name))
    return 0
