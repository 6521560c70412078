"""Answers to questions about a photograph, each with what the marks make certain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wc3d.errors import InputError
from wc3d.judging.dispute import Dispute, MapCache, read_dispute
from wc3d.judging.question_fields import JudgeQuestion
from wc3d.judging.solve import Answer, answer, to_json_value
from wc3d.photo.certainty import Certainty, assess_certainty
from wc3d.photo.chi_square import chi_square_bound
from wc3d.photo.marks_file import MarksFile, read_marks_file
from wc3d.photo.placed_models import PlacedModels, place_models
from wc3d.photo.reading import PhotoReading, read_camera
from wc3d.table.maps.strict_json import FileError, FileFault

PHOTO_ELEMENT = "wc3d-photo"
"""The id of the element that holds the marks in a report."""

MARK_KEYS = (
    "photo",
    "corners",
    "references",
    "noise",
    "map_doubt",
    "models",
    "questions",
    "name",
    "note",
)


@dataclass(frozen=True)
class CertainAnswer:
    """The judge's answer at the solved places, and whether the marks make it certain.

    `certain`: True if it holds at all places in the joint 95 % region, False if a place in it
    changes the answer, None if that is not known. `measure`: what to measure then. `why`: the
    reason.
    """

    answer: Answer
    certain: bool | None = None
    measure: str = ""
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the answer as `wc3d photo --json` prints it."""
        fields = self.answer.to_json() | {"certain": self.certain}
        return fields | ({"measure": self.measure} if self.measure else {})

    def lines(self) -> list[str]:
        """Return the answer as lines of text."""
        words = {True: "certain", False: "not certain", None: "not known to be certain"}
        lines = [*self.answer.lines(), f"  {words[self.certain]}: {self.why}"]
        return lines + ([f"  {self.measure}"] if self.measure else [])


@dataclass(frozen=True, eq=False)
class PhotoJudgement:
    """Everything that a photograph's marks tell.

    - `file`: the marks. `reading`: the camera. `placements`: the models' places and their doubt.
    - `dispute`: the same as a question file for the judge. `answers`: one for each question.
    """

    file: MarksFile
    reading: PhotoReading
    placements: PlacedModels
    dispute: Dispute
    answers: tuple[CertainAnswer, ...]

    @property
    def notes(self) -> list[str]:
        """What is odd about the marks, in words."""
        problem = [self.reading.problem] if self.reading.problem else []
        return [*problem, *self.reading.notes, *self.placements.notes]

    def to_json(self) -> dict[str, Any]:
        """Return the judgement as `wc3d photo --json` prints it."""
        camera = self.reading.fit.camera
        printed: dict[str, Any] = {
            "camera": {
                "position": camera.eye,
                "focal_px": camera.focal_px,
                "k1": camera.k1,
                "k2": camera.k2,
                "axes": camera.axes,
                "center": camera.center,
                "residual_px": self.reading.fit.rms_px,
            },
            "models": [
                {"id": id, "position": at, "covariance": self.placements.covariance_of(k)}
                for k, (id, at) in enumerate(
                    zip(self.placements.ids, self.placements.positions, strict=True)
                )
            ],
        }
        printed = to_json_value(printed)
        printed["answers"] = [answer.to_json() for answer in self.answers]
        return printed | ({"notes": self.notes} if self.notes else {})

    def lines(self) -> Iterator[str]:
        """Yield the judgement as lines of text."""
        x, y, z = self.reading.fit.camera.eye.tolist()
        rms = self.reading.fit.rms_px
        yield f'camera at ({x:.1f}, {y:.1f}, {z:.1f})", marks off by {rms:.2g} pixels'
        for k, (id, at) in enumerate(
            zip(self.placements.ids, self.placements.positions, strict=True)
        ):
            error = error_radius(self.placements, k)
            yield f'{id} at ({at[0]:.2f}, {at[1]:.2f}), level {at[2]:g}", within {error:.2f}"'
        for note in self.notes:
            yield f"note: {note}"
        for reply in self.answers:
            yield from reply.lines()


def error_radius(placements: PlacedModels, k: int) -> float:
    """Return the longest half axis of a model's 95 % ellipse in inches."""
    return float(
        np.sqrt(np.linalg.eigvalsh(placements.covariance_of(k)).max() * chi_square_bound(2))
    )


def unwrap_case(data: Any) -> Any:
    """Return the marks of a case `{"case": ..., "truth": ...}`, or the data itself."""
    return data["case"] if isinstance(data, dict) and set(data) == {"case", "truth"} else data


def judge_marks(
    data: Any, source: str, folder: Path, maps: MapCache, reading: PhotoReading | None = None
) -> PhotoJudgement:
    """Return the answers to the questions of a file with marks, given as parsed JSON.

    `source` names the file in messages. `folder` is the first place to look for its map. `maps`
    comes from `wc3d.registry.map_cache`. `reading` is the camera if it was read from these marks
    before. Raises FileError, an InputError.
    """
    data = unwrap_case(data)
    maps = maps.for_data(data, source)
    file = read_marks_file(data, source, maps.types, maps.model)
    table = maps.load_table(file.map, source, folder)
    try:
        reading = reading or read_camera(file, table.size)
    except InputError as error:
        raise FileError(source, [FileFault("corners", str(error))]) from None
    if not reading.is_usable:
        raise FileError(source, [FileFault("corners", reading.problem)])
    placements = place_models(
        table, reading.fit, reading.rivals, file.models, file.noise, file.map_doubt
    )
    if placements.faults:
        raise FileError(source, placements.faults)
    dispute = read_dispute(question_file(data, placements), source, folder, maps)
    answers = tuple(
        _answer_certainly(dispute, question, reading, placements)
        for question in dispute.file.all_questions
    )
    return PhotoJudgement(file, reading, placements, dispute, answers)


def _answer_certainly(
    dispute: Dispute, question: JudgeQuestion, reading: PhotoReading, placements: PlacedModels
) -> CertainAnswer:
    reply = answer(dispute, question)
    if not reading.is_sure:
        certainty = Certainty(None, why=reading.problem)
    else:
        certainty = assess_certainty(dispute.table, reply.type, question, placements)
    return CertainAnswer(reply, certainty.certain, certainty.measure, certainty.why)


def question_file(data: dict[str, Any], placements: PlacedModels) -> dict[str, Any]:
    """Return a question file for the judge, with the models at their solved places."""
    models = []
    for entry, position in zip(data.get("models", ()), placements.positions, strict=True):
        kept = {key: value for key, value in entry.items() if key not in ("pixel", "level", "rim")}
        models.append(kept | {"position": list(position)})
    kept = {key: value for key, value in data.items() if key not in MARK_KEYS}
    return kept | {"models": models, "questions": list(data.get("questions", ()))}
