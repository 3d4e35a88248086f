# Everything that decides whether a change is good: `make check`.
PYTHON ?= python3

.PHONY: check lint types layers test cover install

check: lint types layers test

install:
	$(PYTHON) -m pip install -c constraints.txt -e ".[dev]"

lint:
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types:
	$(PYTHON) -m mypy

layers:
	$(PYTHON) -c "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"

test:
	$(PYTHON) -m pytest -n auto --dist loadfile

# The same tests, traced, which takes over twice as long.
cover:
	$(PYTHON) -m pytest -n auto --dist loadfile --cov --cov-report=term:skip-covered
