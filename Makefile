# Ludex. `make help` lists the targets; every target sets up what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run test test-deep golden coverage lint format bench bench-table bench-strength bench-review lab-proof lock docs setup clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## */\1|/' | awk -F'|' '{printf "  make %-14s %s\n", $$1, $$2}'

setup: $(VENV)/.ready ## build .venv with Ludex and the tools to develop it

comma := ,
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Exact versions with hashes if there is a lock for this Python and system, or else the ranges of pyproject.toml.
# `make LOCKED=no …` always uses the ranges.
LOCKED ?= $(shell $(PYTHON) -c 'import platform, sys; print("yes" if (sys.version_info[:2], sys.platform, platform.machine()) == ((3, 11), "linux", "x86_64") else "no")')

ifeq ($(LOCKED),yes)
install = $(PIP) --require-hashes -r locks/$(1).txt && $(PIP) --no-deps --no-build-isolation -e .
else
install = $(PIP) --upgrade pip && $(PIP) -e '.[$(2)]'
endif

$(VENV)/.installed: pyproject.toml locks/run.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Ludex needs Python 3.11 or newer: make PYTHON=python3.11 ..."; exit 1; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { echo "Python's venv module is missing: apt-get install python3-venv"; exit 1; }
	@$(call install,run,table)
	@touch $@

INSTALL := DEBIAN_FRONTEND=noninteractive apt-get install -y -qq
CHROMIUM := { [ "$$(id -u)" = 0 ] && apt-get update -qq && { $(INSTALL) chromium chromium-headless-shell || $(INSTALL) chromium; }; }

$(VENV)/.ready: $(VENV)/.installed locks/test.txt
	@echo "Installing the tools to develop Ludex ..."
	@$(call install,test,dev$(comma)peers)
	@{ command -v chromium && command -v chromium-headless-shell; } > /dev/null || $(CHROMIUM) > /dev/null 2>&1 || command -v chromium > /dev/null || echo "No Chromium: tests in the browser are skipped (apt-get install chromium)"
	@touch $@

run: $(VENV)/.installed ## start the online table, to play in the browser
	@echo "In the terminal: $(BIN)/ludex play automation    All commands: $(BIN)/ludex --help"
	@$(BIN)/ludex serve --open-browser

# Tests that wait for a browser or a server leave a core free. Files are run in the order of the folders: those of the
# browser follow each other, so that a worker starts one, and the shortest, the doctests, fill the cores at the end.
PARALLEL := -n $$(($$(nproc) + 1)) --dist loadfile --no-loadscope-reorder

test: setup lint ## run the linters, all tests, and all examples in the documents
	@$(BIN)/python -m tools.warm
	@$(BIN)/python -m pytest $(PARALLEL)

test-deep: setup ## run the thorough tests too: many more games
	@$(BIN)/ludex warm
	@$(BIN)/python -m pytest -m '' -n auto --dist worksteal

golden: setup ## rewrite the golden playthroughs (then read the diff)
	@LUDEX_GOLDEN=update $(BIN)/python -m pytest -q -k golden

coverage: setup ## run all tests with tracing, which takes twice as long; check the coverage, and list lines not reached
	@$(BIN)/python -m tools.warm
	@$(BIN)/python -m pytest $(PARALLEL) --cov --cov-report=term-missing:skip-covered

lint: setup ## run ruff, mypy --strict, pyright and import-linter, and check the English of texts
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/python -m tools.english
	@$(BIN)/pyright > .pyright.log & pyright=$$!; $(BIN)/mypy; mypy=$$?; wait $$pyright || { cat .pyright.log; exit 1; }; exit $$mypy
	@$(BIN)/lint-imports > /dev/null || $(BIN)/lint-imports

format: setup ## format the code
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

bench: setup ## compare Ludex with its peers; writes benchmarks/results.json
	@$(PIP) -e '.[bench,peers]'
	@$(BIN)/python -m benchmarks

bench-table: setup ## compare the online table with boardgame.io's server; writes benchmarks/table/results.json
	@cd benchmarks/table/boardgame && { npm ci --silent --no-audit --no-fund --ignore-scripts || echo "npm cannot install boardgame.io: its rows are left out"; }
	@$(PIP) -e '.[bench,table]'
	@$(BIN)/ludex warm modern-art
	@$(BIN)/python -m benchmarks.table

bench-strength: setup ## measure the strength of bots and searches, game by game (quickly: ARGS=--quick); writes benchmarks/strength.json
	@$(PIP) -e '.[bench]'
	@$(BIN)/python -m benchmarks.strength $(ARGS)

bench-review: setup ## measure reviews: calibration, planted blunders, time (quickly: ARGS="--games 100 --blunders 4"); writes benchmarks/review.json
	@$(PIP) -e '.[bench]'
	@$(BIN)/python -m benchmarks.review $(ARGS)

lab-proof: setup ## collect evidence that the lab works, in minutes (less of it: ARGS=--small); writes docs/lab-proof.md
	@$(PIP) -e '.[bench]'
	@$(BIN)/python -m benchmarks.lab_proof $(ARGS)

lock: setup ## update the locked dependencies and their licences: locks/, docs/licences.md
	@$(PIP) --upgrade 'pip>=25'  # an older one does not report licence expressions
	@$(BIN)/python -m tools.lock

docs: setup ## build the documentation into docs/_build/html
	@$(PIP) -e '.[docs]'
	@$(BIN)/sphinx-build -q -W -b html docs docs/_build/html
	@echo "Open docs/_build/html/index.html"

clean: ## remove build products (compiled rules stay in the user's cache)
	@rm -rf $(VENV) docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
