"""The command ``odds``, and ``python -m odds``: what makes a cold start short comes first."""

import gc
import os


def main() -> None:
    """Run the command line."""
    # Loading modules makes no garbage, and pydantic looks for plugins in every installed package:
    # a cold start needs neither search. The collector is back on before any solving.
    gc.disable()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from odds import cli

    cli.main()


if __name__ == "__main__":
    main()
