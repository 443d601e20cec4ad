# make watch   sets up everything and plays a battle, narrated
# make test    sets up everything and runs the whole gate
#
# .venv      what players have: the wheel, compiled when there is a C compiler
# .venv-dev  what programmers have: the sources as they stand, uncompiled, and the tools of the gate

PYTHON   ?= python3
SCENARIO ?= the-wells
GAMES    ?= 2000

PIP := -m pip --disable-pip-version-check install -qq --constraint constraints.txt
PURE := PLAYSHEET_PURE_PYTHON="$(CURDIR)/.venv-dev/bin/python"

.NOTPARALLEL:
.PHONY: help watch simulate bench test lint unit compiled fmt clean FORCE

help:
	@echo "make watch      set up everything and watch a battle (SCENARIO=$(SCENARIO))"
	@echo "make simulate   play many battles (SCENARIO=$(SCENARIO) GAMES=$(GAMES))"
	@echo "make test       set up everything and run the whole gate: lint, unit, compiled"
	@echo "make lint       formatting, style, types, direction of imports"
	@echo "make unit       the tests, uncompiled"
	@echo "make compiled   the compiled build against the uncompiled one"
	@echo "make bench      measure, beside the peers"
	@echo "make fmt        format the sources and mend what can be mended"
	@echo "make clean      remove all that was set up or built"

watch: .venv/.installed
	@.venv/bin/playsheet watch $(SCENARIO)

simulate: .venv/.installed
	@.venv/bin/playsheet simulate $(SCENARIO) -n $(GAMES)

bench: .venv/.bench-tools .venv-dev/.installed
	@$(PURE) .venv/bin/python bench

test: lint unit compiled
	@echo "The whole gate passed."

lint: .venv-dev/.installed
	@echo "Formatting ..."
	@.venv-dev/bin/ruff format --check . || { echo "make fmt formats them."; exit 1; }
	@echo "Style ..."
	@.venv-dev/bin/ruff check --quiet .
	@echo "Types ..."
	@.venv-dev/bin/mypy --strict src
	@echo "Direction of imports ..."
	@.venv-dev/bin/lint-imports

unit: .venv-dev/.installed
	@echo "Tests, uncompiled ..."
	@.venv-dev/bin/pytest -n 2 --ignore=tests/compiled

# Tests in tests/compiled run in .venv and find the uncompiled interpreter in PLAYSHEET_PURE_PYTHON.
compiled: .venv/.test-tools .venv-dev/.installed
	@if ! .venv/bin/python -c "import playsheet__mypyc" 2>/dev/null; then \
		echo "Playsheet is not compiled here, so there was no compiled build to compare with the uncompiled one."; \
	elif ! find tests/compiled -name "test_*.py" 2>/dev/null | grep -q .; then \
		echo "tests/compiled holds no tests yet, so the compiled build was made but not compared."; \
	else \
		echo "Tests, compiled against uncompiled ..."; \
		$(PURE) .venv/bin/pytest -p no:cacheprovider tests/compiled; \
	fi

fmt: .venv-dev/.installed
	@.venv-dev/bin/ruff check --fix --quiet . ; .venv-dev/bin/ruff format .

clean:
	@rm -rf .venv .venv-dev build dist src/*.egg-info
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---------------------------------------------------------------------------------------- setting up

.venv/.made .venv-dev/.made:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null \
		|| { echo "Playsheet needs Python 3.11 or newer, and $(PYTHON) is not: name one with make PYTHON=..."; exit 1; }
	@echo "Making $(@D) ..."
	@rm -rf $(@D)
	@$(PYTHON) -m venv $(@D) >/dev/null 2>&1 || { rm -rf $(@D); \
		echo "$(PYTHON) cannot make a virtual environment: install its venv module (on Debian and Ubuntu the package python3-venv)."; \
		exit 1; }
	@touch $@

# Changes only when a file of the package does, whatever the files' times say.
.venv/.sources: FORCE | .venv/.made
	@{ echo "PLAYSHEET_COMPILE=$$PLAYSHEET_COMPILE"; \
		find src -name "*.py" -o -name "*.toml" | LC_ALL=C sort | xargs cksum pyproject.toml setup.py constraints.txt; \
	} > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.venv/.installed: .venv/.sources
	@echo "Building and installing Playsheet (compiling may take some minutes) ..."
	@.venv/bin/python $(PIP) .
	@.venv/bin/python -c "import playsheet__mypyc" 2>/dev/null && echo "Playsheet is installed, compiled." \
		|| echo "Playsheet is installed uncompiled: it plays the same battles, slower."
	@touch $@

.venv/.test-tools: .venv/.installed constraints.txt
	@.venv/bin/python $(PIP) hypothesis pytest pytest-xdist
	@touch $@

.venv/.bench-tools: .venv/.installed pyproject.toml constraints.txt
	@echo "Installing the peers ..."
	@.venv/bin/python -c "import tomllib; \
		project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
		print(*project['optional-dependencies']['bench'], sep='\n')" > $@.new
	@.venv/bin/python $(PIP) --requirement $@.new
	@mv $@.new $@

.venv-dev/.installed: pyproject.toml setup.py constraints.txt | .venv-dev/.made
	@echo "Installing Playsheet's sources and the tools of the gate ..."
	@PLAYSHEET_COMPILE=0 .venv-dev/bin/python $(PIP) --editable ".[dev]"
	@touch $@
