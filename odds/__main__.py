"""``python -m odds`` is the command ``odds``."""

from odds.cli import main

if __name__ == "__main__":
    main()
