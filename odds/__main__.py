"""The command ``odds``, and ``python -m odds``: what makes a cold start short comes first."""

import gc
import os
import sys


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
    """Load msgspec without typing_extensions, which takes as long as all of it.

    msgspec takes two functions from there for what isn't asked of it here, or from typing where
    there is none.
    """
    name = "typing_extensions"
    known = sys.modules.get(name)
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        import msgspec as msgspec
    finally:
        del sys.modules[name]
        if known is not None:
            sys.modules[name] = known


if __name__ == "__main__":
    main()
