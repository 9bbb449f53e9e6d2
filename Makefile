# Ludex. `make help` lists what can be done; every target sets up what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run test test-deep golden coverage lint format bench bench-table bench-strength lab-proof docs setup clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## */\1|/' | awk -F'|' '{printf "  make %-14s %s\n", $$1, $$2}'

setup: $(VENV)/.ready ## build .venv with Ludex and the tools to develop it

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Ludex needs Python 3.11 or newer: make PYTHON=python3.11 ..."; exit 1; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { echo "Python's venv module is missing: apt-get install python3-venv"; exit 1; }
	@$(PIP) --upgrade pip
	@$(PIP) -e '.[table]'
	@touch $@

CHROMIUM := { [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; }

$(VENV)/.ready: $(VENV)/.installed
	@echo "Installing the tools to develop Ludex ..."
	@$(PIP) -e '.[dev,peers]'
	@command -v chromium > /dev/null || $(CHROMIUM) > /dev/null 2>&1 || echo "No Chromium: tests in the browser are skipped (apt-get install chromium)"
	@touch $@

run: $(VENV)/.installed ## the online table: play in the browser
	@echo "In the terminal: $(BIN)/ludex play automation    All commands: $(BIN)/ludex --help"
	@$(BIN)/ludex serve --open-browser

WORKERS := $$(($$(nproc) + 1)) # tests that wait for a browser or a server leave a core free

test: setup lint ## lint, all tests, all examples in the documents, and the floor of coverage
	@$(BIN)/ludex warm --basic
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --cov --cov-report=

test-deep: setup ## the thorough tests too: many more games, bounds checked in compiled code
	@LUDEX_BOUNDSCHECK=1 $(BIN)/ludex warm
	@LUDEX_BOUNDSCHECK=1 $(BIN)/python -m pytest -m '' -n auto --dist worksteal

golden: setup ## play the golden playthroughs again (then read the diff)
	@LUDEX_GOLDEN=update $(BIN)/python -m pytest -q -k golden

coverage: setup ## what the last `make test` did not reach, file by file; of rules, what ran interpreted
	@$(BIN)/coverage report --skip-covered --show-missing

lint: setup ## ruff, mypy --strict, pyright, import-linter
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/pyright > .pyright.log & pyright=$$!; $(BIN)/mypy; mypy=$$?; wait $$pyright || { cat .pyright.log; exit 1; }; exit $$mypy
	@$(BIN)/lint-imports > /dev/null || $(BIN)/lint-imports

format: setup ## lay the code out
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

bench: setup ## Ludex beside its peers; writes benchmarks/results.json
	@$(PIP) -e '.[bench,peers]'
	@$(BIN)/python -m benchmarks

bench-table: setup ## the online table beside boardgame.io's server; writes benchmarks/table/results.json
	@cd benchmarks/table/boardgame && { npm ci --silent --no-audit --no-fund --ignore-scripts || echo "npm cannot install boardgame.io: its rows are left out"; }
	@$(PIP) -e '.[bench,table]'
	@$(BIN)/ludex warm modern-art
	@$(BIN)/python -m benchmarks.table

bench-strength: setup ## how strong bots and searches are, game by game (quickly: ARGS=--quick); writes benchmarks/strength.json
	@$(PIP) -e '.[bench]'
	@$(BIN)/python -m benchmarks.strength $(ARGS)

lab-proof: setup ## what convinces about the lab, in minutes; writes docs/lab-proof.md
	@$(PIP) -e '.[bench]'
	@$(BIN)/python -m benchmarks.lab_proof

docs: setup ## build the documentation into docs/_build/html
	@$(PIP) -e '.[docs]'
	@$(BIN)/sphinx-build -q -W -b html docs docs/_build/html
	@echo "Open docs/_build/html/index.html"

clean: ## remove what was built (compiled rules stay in the user's cache)
	@rm -rf $(VENV) docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
