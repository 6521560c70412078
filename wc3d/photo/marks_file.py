"""Files with marks (`wc3d photo FILE`): a photograph's marks, and questions about what they show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, create_model, model_validator

from wc3d._internal.memo import Size, memo_per_process
from wc3d.judging.question_fields import QUESTIONS_LIMIT, JudgeQuestion, ModelEntry
from wc3d.judging.question_file import MapSource
from wc3d.judging.question_type import QuestionType
from wc3d.judging.question_types import QUESTION_TYPES
from wc3d.table.maps.strict_json import (
    FileError,
    FileFault,
    Height,
    Id,
    Name,
    Point3D,
    StrictModel,
    Text,
    repeated_id_faults,
    validation_faults,
)

MODELS_LIMIT = 200
"""The most models that a photograph shows."""

REFERENCES_LIMIT = 200
MAX_PIXEL = 200_000.0
"""The largest pixel, on both sides of zero: an extended edge may lead far out of the picture."""

MIN_SIDE_PX = 16
MAX_SIDE_PX = 100_000
DEFAULT_NOISE_PX = 3.0

CornerName = Literal["south_west", "south_east", "north_east", "north_west"]
CORNER_NAMES: tuple[CornerName, ...] = ("south_west", "south_east", "north_east", "north_west")
"""The table's corners against the clock: (0, 0) is south-west, y leads north."""

PixelCount = Annotated[int, Field(strict=True, ge=MIN_SIDE_PX, le=MAX_SIDE_PX)]
PixelNumber = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-MAX_PIXEL, le=MAX_PIXEL)]
Pixel = tuple[PixelNumber, PixelNumber]
"""A place in the picture: x to the right and y down, from the outer corner of the first pixel."""


class PhotoSize(StrictModel):
    """A photograph's size in pixels, and EXIF's FocalLengthIn35mmFilm."""

    width: PixelCount
    height: PixelCount
    focal_35mm: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=4, le=3000)] | None = (
        None
    )


class CornerMarks(StrictModel):
    """The pixels of the table's corners."""

    south_west: Pixel | None = None
    south_east: Pixel | None = None
    north_east: Pixel | None = None
    north_west: Pixel | None = None

    @property
    def by_name(self) -> dict[CornerName, Pixel]:
        """The marked corners."""
        marks = {name: getattr(self, name) for name in CORNER_NAMES}
        return {name: pixel for name, pixel in marks.items() if pixel is not None}


class ReferenceMark(StrictModel):
    """The pixel of a place that the map knows, such as a corner of terrain."""

    at: Point3D
    pixel: Pixel


class MarkedModel(StrictModel):
    """A model in the photograph: its base, the pixel of the base's center, and its level.

    `rim`: two marks on opposite sides of the base, which check its size.
    """

    id: Id
    pixel: Pixel
    level: Height | None = None
    rim: tuple[Pixel, Pixel] | None = None


class MarksFile(StrictModel):
    """A photograph's marks, the models in it and the questions.

    Three corners are needed, or two and two references. `noise` is the standard deviation of a
    mark in pixels. `map_doubt` is how far terrain may be from its place on the map, in inches: for
    a map that was itself marked in a photograph. `game` and its `edition` select the rules.
    """

    photo: PhotoSize
    game: Name = ""
    edition: Name = ""
    map: MapSource
    corners: CornerMarks = CornerMarks()
    references: Annotated[tuple[ReferenceMark, ...], Field(max_length=REFERENCES_LIMIT)] = ()
    noise: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0.05, le=1000)] = (
        DEFAULT_NOISE_PX
    )
    map_doubt: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=10)] = 0.0
    models: Annotated[tuple[MarkedModel, ...], Field(max_length=MODELS_LIMIT)] = ()
    questions: Annotated[tuple[JudgeQuestion, ...], Field(max_length=QUESTIONS_LIMIT)] = ()
    name: Name = ""
    note: Text = ""

    @model_validator(mode="after")
    def _check_marks(self) -> MarksFile:
        marked = len(self.corners.by_name)
        if marked < 2 or (marked == 2 and len(self.references) < 2):
            raise ValueError(
                f"expected three corners of the table, or two and two references, found {marked} "
                f"and {len(self.references)}; mark another corner"
            )
        return self


@memo_per_process(Size.SMALL)
def marks_file_model(
    types: tuple[QuestionType, ...] = QUESTION_TYPES, model: type[ModelEntry] = ModelEntry
) -> type[MarksFile]:
    """Return the model class of files with these types of questions and models."""
    question_form: Any = Annotated[
        reduce(or_, (type.fields for type in types)), Field(discriminator="type")
    ]
    fields: dict[str, Any] = {
        name: (field.annotation, field)
        for name, field in model.model_fields.items()
        if name not in ("id", "position")
    }
    marked_model: Any = create_model(
        "MarkedModel", __base__=MarkedModel, __doc__=MarkedModel.__doc__, **fields
    )
    models: Any = Annotated[tuple[marked_model, ...], Field(max_length=MODELS_LIMIT)]
    questions: Any = Annotated[tuple[question_form, ...], Field(max_length=QUESTIONS_LIMIT)]
    return create_model(
        "MarksFile",
        __base__=MarksFile,
        __doc__=MarksFile.__doc__,
        models=(models, ()),
        questions=(questions, ()),
    )


def marks_schema(
    types: Sequence[QuestionType] = QUESTION_TYPES, model: type[ModelEntry] = ModelEntry
) -> dict[str, Any]:
    """Return the JSON Schema of a file with marks.

    >>> from wc3d.photo.marks_file import marks_schema
    >>> marks_schema()["title"]
    'wc3d photo'
    """
    schema = marks_file_model(tuple(types), model).model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "wc3d photo",
    }


def read_marks_file(
    data: Any,
    source: str,
    types: Sequence[QuestionType] = QUESTION_TYPES,
    model: type[ModelEntry] = ModelEntry,
) -> MarksFile:
    """Return the marks in a JSON value. Raises FileError with every fault and its place."""
    try:
        file = marks_file_model(tuple(types), model).model_validate(data)
    except ValidationError as error:
        raise FileError(source, validation_faults(error, data)) from None
    if faults := list(_mark_faults(file)):
        raise FileError(source, faults)
    return file


def _mark_faults(file: MarksFile) -> Iterator[FileFault]:
    """Yield a fault for every repeated model, and every place that two marks claim."""
    yield from repeated_id_faults((f"models[{i}]", model.id) for i, model in enumerate(file.models))
    marks = [(f"corners.{name}", pixel) for name, pixel in file.corners.by_name.items()]
    marks += [(f"references[{i}].pixel", mark.pixel) for i, mark in enumerate(file.references)]
    places: dict[Pixel, str] = {}
    for place, pixel in marks:
        if pixel in places:
            yield FileFault(place, f"the same pixel as {places[pixel]}; mark each place once")
        places.setdefault(pixel, place)
