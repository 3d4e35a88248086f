"""What a game gives to the rest: its questions, and how each is asked over the wire.

A *problem* is a question as a library object; a solver turns it into an *answer*. A *request* is
the same question as JSON. ``Game`` records are found in the folders of ``odds.games``; answers,
wire, command line and HTTP loop over them, so that a new game needs no edit anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Protocol,
    TypeVar,
    runtime_checkable,
)

from msgspec import Struct

from odds.errors import VerificationError
from odds.model import (
    A,
    AcyclicSolution,
    DecisionProcess,
    Draws,
    EarliestSolution,
    MarkovChain,
    Payoff,
    ReachSolution,
    RedrawChain,
    RedrawSolution,
    S,
    Value,
)
from odds.tables import Table, document

if TYPE_CHECKING:
    from odds.commands import Group
    from odds.program import C, Passed, Proven, SolvedProgram, StagedProgram
    from odds.running import Run
    from odds.shapes import AnswerOut, LongRequest, Request

_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

Encoder = Callable[[Any], "AnswerOut"]
"""Writes an answer as JSON, in a fixed order; its return type says which ``TypedDict`` it is."""

AnswerT_co = TypeVar("AnswerT_co", bound="Answer", covariant=True)
Opened_co = TypeVar("Opened_co", covariant=True)


class Size(Struct, frozen=True):
    """The work that a question asks for, known before it is done."""

    states: int
    choices: int
    digits: int = 0
    """The most decimal digits that the numerator or denominator of an answer may have."""
    what: str = "states"
    """What is counted as states, as a refusal names it."""


class Answer(Protocol):
    """What every answer can do, whatever its game."""

    @property
    def text(self) -> str:
        """One plain sentence."""

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Short sentences on what was assumed: dice faces, invented values, readings of rules."""

    def tables(self) -> tuple[Table, ...]:
        """The figures behind the sentence."""


class Notebook:
    """What every answer inherits: how a notebook shows it."""

    def _repr_markdown_(self: Answer) -> str:
        return document(self.text, self.tables(), self.assumptions)


class Solver(Protocol):
    """The algorithms, as a game sees them; ``odds.answers`` supplies them."""

    def redraw(self, chain: RedrawChain) -> RedrawSolution:
        """Keep-or-redraw stages on multisets of independent draws."""

    def backward(self, process: DecisionProcess[S, A], payoff: Payoff[S]) -> AcyclicSolution[S, A]:
        """An acyclic model, by backward induction."""

    def reach(
        self, process: DecisionProcess[S, A], goal: Callable[[S], bool]
    ) -> ReachSolution[S, A]:
        """Fewest expected steps to a goal, in a model that may have cycles."""

    def reach_within(
        self, process: DecisionProcess[S, A], goal: Callable[[S], bool], steps: int
    ) -> list[Mapping[S, Fraction]]:
        """Best probability of having reached the goal within 0, 1, ..., ``steps`` steps."""

    def earliest(self, draws: Draws[S], deadline: int, length: int) -> EarliestSolution[S]:
        """Most likely at the goal within ``deadline`` steps, then within 1, 2, ... steps."""

    def expected_steps(self, chain: MarkovChain[S]) -> Mapping[S, Value]:
        """For each initial state, the mean number of steps to absorption."""

    def stored(self, program: StagedProgram[C]) -> SolvedProgram[C] | None:
        """A program that was solved and kept; none if it wasn't."""

    def solve_whole(
        self, whole: Whole[Opened_co], all_states: bool, report: Callable[[Fraction], object]
    ) -> Opened_co:
        """Solve something large, and keep it; ``report`` is told how far it is, from 0 to 1."""

    def check(self, size: Size) -> None:
        """Raise ``TooLarge`` where work that only now turns out to be due is over the limit."""


@runtime_checkable
class Problem(Protocol, Generic[AnswerT_co]):
    """A well-formed question."""

    def size(self) -> Size:
        """The work that an answer needs, counted without doing it."""

    def answer(self, solver: Solver) -> AnswerT_co:
        """Solve it. Callers use ``odds.solve``, which checks the size first."""


@runtime_checkable
class Whole(Protocol, Generic[Opened_co]):
    """Something large that is solved once and kept, and then asked often.

    ``how`` says how to have it solved.
    """

    @property
    def how(self) -> str: ...

    @property
    def program(self) -> StagedProgram[Any]:
        """What is solved."""

    def opened(self, solved: SolvedProgram[Any], solver: Solver) -> Opened_co:
        """What can be asked once it is solved."""


@runtime_checkable
class Certifiable(Protocol, Generic[Opened_co]):
    """Something large whose value at the start can be proven."""

    @property
    def program(self) -> StagedProgram[Any]:
        """What is solved."""

    def proven(self, proof: Proven) -> Opened_co:
        """The proof, ready to be shown."""


@runtime_checkable
class Followable(Protocol, Generic[Opened_co]):
    """Something large that can be followed from its start once it is solved; see ``Whole``."""

    @property
    def how(self) -> str: ...

    @property
    def program(self) -> StagedProgram[Any]:
        """What is solved."""

    def followed(self, solved: SolvedProgram[Any], passed: Sequence[Passed]) -> Opened_co:
        """What happens in each stage, ready to be asked."""


class Question(Struct, frozen=True):
    """One endpoint: where it is asked, what reads it and what writes its answer as JSON.

    Both are loaded only when needed: ``request`` is the model, ``encode`` does without models.
    """

    name: str
    path: str
    summary: str
    request: Callable[[], type[Request]]
    encode: Callable[[], Encoder]
    read: Callable[[dict[str, Any]], Problem[Answer]] | None = None
    """Reads parsed JSON without the request's model, whose loading takes longest.

    It reads what the model does, or finds no question or one without an answer, which is told by
    an error of this package. Then the model is to say what is wrong.
    """


class Catalogue(Struct, frozen=True):
    """Data that comes with a game: where it is read, and the whole of it as JSON."""

    name: str
    path: str
    summary: str
    content: Callable[[], dict[str, Any]]


class LongQuestion(Struct, frozen=True):
    """What takes longer to solve than a request may: asked at ``path``, and then watched."""

    name: str
    path: str
    summary: str
    request: Callable[[], type[LongRequest]]


class Game(Struct, frozen=True):
    """All that the rest of the package knows of a game."""

    name: str
    title: str
    questions: tuple[Question, ...]
    commands: Callable[[Run], Group] | None = None
    """Given the runner of the command line, the commands of ``odds <name>``."""
    flags: Mapping[str, str] = _NOTHING
    """The flag that sets each part of a request, by its JSON pointer, for messages."""
    exports: Mapping[str, str] = _NOTHING
    """Public names of the library and the modules that they come from."""
    catalogues: tuple[Catalogue, ...] = ()
    long: tuple[LongQuestion, ...] = ()


def find_question(games: Iterable[Game], path: str) -> Question | None:
    """The question asked at ``path``."""
    return next((q for game in games for q in game.questions if q.path == path), None)


def verify(
    value: Fraction, ends: Iterable[tuple[Fraction | int, Fraction]], weight: int = 1
) -> None:
    """Check a policy where it is used: its ends must bring its value.

    ``ends`` are probabilities, or weights out of ``weight``, each with its payoff.
    """
    pairs = list(ends)
    total = sum(share for share, _ in pairs)
    common = lcm(*(share.denominator * payoff.denominator for share, payoff in pairs))
    brought = sum(
        share.numerator * payoff.numerator * (common // (share.denominator * payoff.denominator))
        for share, payoff in pairs
    )
    if total != weight or brought * value.denominator != value.numerator * common * weight:
        mean = Fraction(brought, common * weight)
        raise VerificationError(f"ends sum to {total} of {weight} and bring {mean}, not {value}")
