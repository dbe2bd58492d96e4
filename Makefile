# Everything a person types. The environment in .venv is made by the first command that needs it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BENCH_READY := $(VENV)/.ready-bench
DOCS_READY := $(VENV)/.ready-docs
WORKERS ?= 2

.PHONY: help demo test test-long check bench docs fuzz clean

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/'

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Edgewise needs Python 3.11 or newer; say which: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up $(VENV) (once)..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test]"
	@touch $@

$(BENCH_READY): $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[bench]"
	@touch $@

demo: $(READY)  ## generate graphs, run the main job on the CPU, print a table
	@$(BIN)/edgewise demo

test: $(READY)  ## all tests
	@$(BIN)/python -m pytest -q -n $(WORKERS)

test-long: $(READY)  ## tests that take minutes: 10^4 runs with a schedule drawn anew each round
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m long tests

check: $(READY)  ## format, lint, types and the fast tests
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m "not slow and not long"

bench: $(BENCH_READY)  ## remake every table of figures, peers side by side
	@$(BIN)/python -m bench

fuzz: $(READY)  ## feed 10^5 broken files to every reader
	@$(BIN)/python -m tests.fuzz --files 100000

docs: $(DOCS_READY)  ## run every example and build the pages into site/
	@$(BIN)/python -m pytest -q docs README.md edgewise
	@$(BIN)/mkdocs build --strict
	@echo "site/index.html"

$(DOCS_READY): $(READY) docs/requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r docs/requirements.txt
	@touch $@

clean:  ## remove the environment and everything built
	@rm -rf $(VENV) site dist build
