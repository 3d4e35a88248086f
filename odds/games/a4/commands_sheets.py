"""``odds a4 schema``: what a sheet file may hold."""

from __future__ import annotations

import json
from typing import Annotated

from odds.commands import Group, say
from odds.errors import InvalidInput
from odds.flags import Argument
from odds.running import Run


def register(app: Group, _run: Run) -> None:
    """Add the command to ``app``."""

    @app.command
    def schema(
        sheet: Annotated[str, Argument(help="adventure or hero")] = "adventure",
    ) -> None:
        """Print the JSON Schema of a sheet file."""
        from odds.games.a4.sheet_files import adventure_schema, hero_schema

        schemas = {"adventure": adventure_schema, "hero": hero_schema}
        if sheet not in schemas:
            raise InvalidInput.at("schema", f"must be one of: {', '.join(schemas)}")
        say(json.dumps(schemas[sheet](), indent=2, ensure_ascii=False))
