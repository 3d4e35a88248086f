"""The command ``odds``, and ``python -m odds``: what makes a cold start short comes first."""

import gc
import os
import sys
from types import ModuleType
from typing import Any


def main() -> None:
    """Run the command line."""
    # Loading modules makes no garbage, and pydantic looks for plugins in every installed package:
    # a cold start needs neither search. The collector is back on after the first answer.
    gc.disable()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    _load_structs()
    from odds import cli

    cli.main()


def _load_structs() -> None:
    """Load msgspec without two modules that take longer than all of it.

    It takes two functions of typing_extensions for what isn't asked of it here, or those of typing
    where there are none. What it loads asks platform for the system's name alone.
    """
    platform = ModuleType("platform")
    vars(platform).update(system=lambda: os.uname().sysname)
    instead: dict[str, Any] = {"typing_extensions": None, "platform": platform}
    missing = {name: module for name, module in instead.items() if name not in sys.modules}
    sys.modules.update(missing)
    try:
        import msgspec as msgspec
    finally:
        for name in missing:
            del sys.modules[name]


if __name__ == "__main__":
    main()
