# `make serve` and `make test` need nothing set up: each makes .venv and installs into it what it needs, once.
# Without make: README.md, "Without make".

PYTHON ?= python3
PORT ?= 8000
ARGS ?=
UV := uv==0.13.9

RUN = .venv/bin/python -m
DENO = DENO_NO_UPDATE_CHECK=1 .venv/bin/deno
PIP = $(RUN) pip install --quiet --disable-pip-version-check
export NO_MKDOCS_2_WARNING = 1

.PHONY: help serve test build update lint format mutants bench bench-python bench-serve notebooks figures math-font \
  weights sweeps pins
.NOTPARALLEL:

help:  ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

serve: .venv/site  ## Serve the site with live reload (another port: PORT=8123)
	@.venv/bin/python -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null || { \
	  echo "Port $(PORT) is taken, or is no port. Choose another: make serve PORT=8123"; exit 1; }
	$(RUN) mkdocs serve --dev-addr 127.0.0.1:$(PORT)

test: .venv/test  ## Run all tests (options of pytest: ARGS="docs/attention -x")
	$(RUN) pytest $(ARGS)

# Never --quiet: with it --strict refuses nothing (mkdocs/mkdocs#4126).
build: .venv/site  ## Build the site into site/
	$(RUN) mkdocs build --strict

update: .venv/test  ## Write what the code gives into the pages (some pages: ARGS="docs/attention/object-head.md")
	$(RUN) tools.update $(ARGS)

lint: .venv/lint  ## Check the code's style and the workflows
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(DENO) fmt --check
	$(DENO) lint
	.venv/bin/zizmor --offline --quiet .github/workflows
	$(RUN) check_jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

format: .venv/lint  ## Mend the code's style
	$(RUN) ruff check --fix
	$(RUN) ruff format
	$(DENO) fmt
	$(DENO) lint --fix

mutants: .venv/test  ## Change the course in small places, and count what its pages notice (every change: ARGS=--all)
	$(RUN) tools.mutants $(ARGS)

bench: .venv/test  ## Measure the package and the page tests, as ratios
	$(RUN) pytest tests/benchmarks/bench_*.py $(ARGS)

bench-python: .venv/test  ## Measure how long Python takes to start in a page (ARGS="--rounds 3")
	$(RUN) tests.benchmarks.python_start $(ARGS)

bench-serve: .venv/test  ## Measure how soon `make serve` shows a saved edit (ARGS="--beside main")
	$(RUN) tests.benchmarks.saved_edit $(ARGS)

notebooks: .venv/test  ## Make docs/notebooks/ from the chapters
	$(RUN) tools.notebooks

figures: .venv/test  ## Draw docs/figures/*.svg again
	$(RUN) tools.figures

# Every reader of a formula fetches the font: it has letters and digits, upright and slanted, and the symbols that formulas
# use or soon may. A test tells of a symbol that is not in it; a letter on its own is slanted: 𝛼, not α. Without hints, which
# few screens need, the font is half as large.
NOTO := noto-sans-math
NOTO_VERSION := 5.3.0
SYMBOLS := '()*+,-./:;<=>[]|±·×…′→∈−∑√∞≈≠≤≥⊤⋅⋯

math-font: .venv/made  ## Cut the font of the formulas out of Noto Sans Math again, for its SYMBOLS (with npm)
	$(PIP) fonttools==4.68.0 brotli==1.2.1
	mkdir -p .cache/font
	cd .cache/font && npm pack --silent @fontsource/$(NOTO)@$(NOTO_VERSION) && tar xf fontsource-$(NOTO)-$(NOTO_VERSION).tgz
	$(RUN) fontTools.subset .cache/font/package/files/$(NOTO)-latin-400-normal.woff2 --flavor=woff2 --no-hinting \
	  --layout-features=ssty,dtls,flac --output-file=docs/assets/fonts/$(NOTO).woff2 \
	  --unicodes=U+20,U+30-39,U+41-5A,U+61-7A,U+2061,U+210E,U+1D434-1D467 --text="$(SYMBOLS)"

weights: .venv/test  ## Train superhero/data/ffn.json again
	$(RUN) tools.weights

sweeps: .venv/test  ## Run the experiments over many seeds again (about six minutes)
	$(RUN) tools.sweeps

# To move a pin: change a range in pyproject.toml if need be, run this, then `make test`, and commit requirements/.
# All pins move to the newest versions that the ranges allow and that run on every Python from 3.11 on, one version of
# each. torch is moved by hand, in requirements/torch.txt.
pins: .venv/made  ## Move the pins in requirements/ to the newest versions
	$(PIP) $(UV)
	for group in test site lint; do \
	  UV_CUSTOM_COMPILE_COMMAND="make pins" $(RUN) uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	    --fork-strategy fewest --generate-hashes --output-file requirements/$$group.txt \
	    --group $$group $$(test $$group = test || echo --constraint requirements/test.txt) || exit 1; \
	done

# Setting up. Each set of packages has a stamp in .venv, touched when all of it is installed. While anything is being
# installed, .setting-up holds the number of make's process: what was interrupted is done again from the start, and a
# second make does not meddle. A .venv whose Python has gone, say with an upgrade of the system, is made again too.

MAKING := $(shell cat .setting-up 2>/dev/null)
ifneq ($(MAKING),)
ifneq ($(shell kill -0 $(MAKING) 2>/dev/null && echo yes),)
$(error Another make, process $(MAKING), is setting up .venv. Run this again when it is done; if it is not so, remove .setting-up)
endif
endif
$(shell test ! -e .setting-up && .venv/bin/python --version >/dev/null 2>&1 || rm -f .venv/made .setting-up)

begin = (set -C; echo $$PPID >.setting-up) 2>/dev/null || { \
  echo "Another make is setting up .venv. Run this again when it is done."; exit 1; }
end = touch $@ && rm -f .setting-up

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This needs Python 3.11 or newer, and $(PYTHON) is not. Name one that is: make PYTHON=python3.12 ..."; exit 1; }
	@$(begin)
	@$(PYTHON) -m venv --clear .venv || { \
	  echo "$(PYTHON) cannot make a virtual environment. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@$(end)

.venv/site: requirements/site.txt .venv/made
	@echo "Setting up .venv for the site ..."
	@$(begin)
	@$(PIP) --require-hashes -r requirements/site.txt
	@$(end)

.venv/lint: requirements/lint.txt .venv/made
	@echo "Setting up .venv for the linters ..."
	@$(begin)
	@$(PIP) --require-hashes -r requirements/lint.txt
	@$(end)

.venv/test: requirements/test.txt requirements/torch.txt .venv/site
	@echo "Setting up .venv for the tests, PyTorch included: some minutes ..."
	@$(begin)
	@$(PIP) --require-hashes -r requirements/test.txt
	@$(PIP) -r requirements/torch.txt
	@$(end)
