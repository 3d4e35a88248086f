"""What can be set about the service, in environment variables ``ODDS_<NAME>``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from limits import parse
from msgspec.structs import asdict
from pydantic import Field, NonNegativeInt, PositiveInt, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from odds.answers import Limits
from odds.errors import InvalidInput
from odds.workers import cores


class Settings(BaseSettings):
    """The settings, each with what it means; sizes are in bytes, times in seconds."""

    model_config = SettingsConfigDict(env_prefix="ODDS_", env_ignore_empty=True, frozen=True)

    states: PositiveInt = Field(default=500_000, description="The most states of one question")
    choices: PositiveInt = Field(default=2_000_000, description="The most choices of one question")
    digits: PositiveInt = Field(
        default=4_000, description="The most digits of a number in an answer"
    )
    time_limit: Annotated[float, Field(gt=0, le=3600)] = Field(
        default=10.0, description="How long an answer may take; then it is given up"
    )
    processes: PositiveInt = Field(default_factory=cores, description="How many solve at once")
    max_body: PositiveInt = Field(default=1_000_000, description="The largest body of a request")
    body_seconds: Annotated[float, Field(gt=0, le=3600)] = Field(
        default=10.0, description="How long a body may take to arrive; then it is given up"
    )
    recent_bytes: NonNegativeInt = Field(
        default=32_000_000, description="The room for answers in memory"
    )
    cache_file: Path | None = Field(
        default=None, description="Where answers are kept over restarts; nowhere if it isn't set"
    )
    cache_bytes: Annotated[int, Field(ge=1_000_000)] = Field(
        default=256_000_000, description="The room for answers in that file"
    )
    solves: Path | None = Field(
        default=None, description="Where long solves are kept; beside what is solved if unset"
    )
    rate: str | None = Field(
        default=None,
        description="How often one client may ask, such as 60/minute; no limit if unset",
    )
    proxies: str = Field(
        default="", description="Addresses, with commas, whose X-Forwarded-For is believed"
    )
    log_json: bool = Field(default=False, description="Whether the log is JSON, a line each")

    metrics: bool = Field(default=False, description="Whether /metrics is there, for Prometheus")

    @field_validator("rate")
    @classmethod
    def _rate(cls, given: str | None) -> str | None:
        if given is not None:
            parse(given)
        return given

    @property
    def limits(self) -> Limits:
        """The most work of one request; the library and the command line take on more."""
        return Limits(self.states, self.choices, self.digits)

    def stated(self) -> dict[str, Any]:
        """The limits that a caller meets, for the description of the service."""
        return {
            **asdict(self.limits),
            "seconds": self.time_limit,
            "body": self.max_body,
            "body_seconds": self.body_seconds,
            "rate": self.rate,
        }


def from_environment() -> Settings:
    """The settings of this process's environment; ``InvalidInput`` names a wrong variable."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = f"ODDS_{'_'.join(map(str, first['loc'])).upper()}"
        raise InvalidInput.at(name, first["msg"]) from error
