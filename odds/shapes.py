"""The shapes that all requests and answers share: strict models, numbers in and numbers out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal, Required

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema
from typing_extensions import TypedDict

from odds.errors import InvalidInput
from odds.format import fixed
from odds.game import Problem, Solver
from odds.numbers import MAX_DIGITS, MAX_EXPONENT, exact

_NUMBER_TEXT: Final = r"^[+-]?[0-9]+(/[0-9]+|(\.[0-9]+)?([eE][+-]?[0-9]+)?)$"


class Shape(BaseModel):
    """The base of every object in a request: immutable, strict, no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Request(Shape):
    """The body of a question."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {}
    """Named bodies that can be sent as they are."""
    answer: ClassVar[type]
    """The ``TypedDict`` of its answers."""

    @abstractmethod
    def problem(self) -> Problem[Any]:
        """The question as a library object; ``InvalidInput`` if it makes no sense."""


class LongRequest(Shape):
    """The body of what is solved in the long run."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {}
    """Named bodies that can be sent as they are."""

    def check(self) -> None:
        """Raise ``InvalidInput`` where it makes no sense, as far as that is known beforehand."""

    @abstractmethod
    def solve(self, solver: Solver, folder: Path, report: Callable[[Fraction], object]) -> Any:
        """The answer as JSON; overriding it, say which ``TypedDict`` it is.

        It runs in a process of its own that may be killed at any moment, and then is called
        again. What it keeps in ``folder`` is there then, and is gone once there is an answer.
        ``report`` is told how far it is, from 0 to 1.
        """


class _ExactNumber:
    """Pydantic's view of a number: an integer, a decimal or a fraction, read without rounding."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> CoreSchema:
        write = core_schema.plain_serializer_function_ser_schema(_write_number)
        return core_schema.no_info_plain_validator_function(_read_number, serialization=write)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        text = {"type": "string", "pattern": _NUMBER_TEXT, "maxLength": 210}
        return {
            "anyOf": [{"type": "number"}, text],
            "description": "exact: an integer, a decimal (read as written) or a fraction like 1/3",
        }


def _read_number(value: Any) -> Fraction:
    if isinstance(value, float):
        raise PydanticCustomError("number", "a float is not exact: give a decimal as text")
    try:
        return exact(value)
    except InvalidInput as error:
        raise PydanticCustomError("number", "{why}", {"why": error.faults[0].message}) from error


def _write_number(value: Fraction) -> int | str:
    """A number of a request as canonical JSON has it: whole, a fraction or a power of ten."""
    limit = 10**MAX_DIGITS
    if abs(value.numerator) < limit and value.denominator < limit:
        return value.numerator if value.denominator == 1 else str(value)
    return _power_of_ten(value)


def _power_of_ten(value: Fraction) -> str:
    """A decimal that has more digits than ``exact`` reads, with the smallest exponent for it."""
    digits, exponent = value, 0
    step = 1 if value.denominator == 1 else -1
    while digits.denominator != 1 or abs(digits) >= 10**MAX_DIGITS:
        digits, exponent = digits / Fraction(10) ** step, exponent + step
    places = max(-exponent - MAX_EXPONENT, 0)
    return f"{fixed(digits / 10**places, places)}e{exponent + places}"


Number = Annotated[Fraction, _ExactNumber]
"""A number in a request. JSON numbers arrive as int or Decimal, so nothing is rounded."""


class NumberOut(TypedDict, total=False):
    """A number in an answer: the exact value, and the nearest double for plots."""

    exact: Required[Annotated[str | None, Field(description="a reduced fraction such as 1/3")]]
    approx: Annotated[float, Field(description="the nearest double, where there is one")]
    log10: Annotated[float, Field(description="of its size, where approx underflows or overflows")]
    infinite: Literal[True]
    error: Annotated[
        float, Field(description="|true value - approx| is at most this; exact is null")
    ]


class Engine(TypedDict):
    """What has answered; another version may answer in other bytes."""

    name: str
    version: str


class AnswerOut(TypedDict):
    """What every answer ends with: a plain sentence, what is assumed, and the engine."""

    text: str
    assumptions: list[str]
    engine: Engine
