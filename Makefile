# `make serve` and `make test` need nothing set up: each makes .venv and installs into it what it needs, once.
# Without make: README.md, "Without make".

PYTHON ?= python3
PORT ?= 8000
ARGS ?=
UV := uv==0.13.9

PIP = .venv/bin/python -m pip install --quiet --disable-pip-version-check
export NO_MKDOCS_2_WARNING = 1

.PHONY: help serve test build lint format bench figures weights sweeps pins

help:  ## List the commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

serve: .venv/site  ## Serve the site with live reload (another port: PORT=8123)
	.venv/bin/python -m mkdocs serve --dev-addr 127.0.0.1:$(PORT)

test: .venv/test  ## Run all tests (options of pytest: ARGS="docs/attention -x")
	.venv/bin/python -m pytest $(ARGS)

build: .venv/site  ## Build the site into site/
	.venv/bin/python -m mkdocs build --strict --quiet

lint: .venv/lint  ## Check the code's style and the workflows
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/zizmor --offline --quiet .github/workflows
	.venv/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

format: .venv/lint  ## Mend the code's style
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

bench: .venv/test  ## Measure the package and the page tests, as ratios
	.venv/bin/python -m pytest tests/benchmarks/bench_*.py $(ARGS)

figures: .venv/test  ## Draw docs/figures/*.svg again
	.venv/bin/python -m tools.figures

weights: .venv/test  ## Train superhero/data/ffn.json again
	.venv/bin/python -m tools.weights

sweeps: .venv/test  ## Run the experiments over many seeds again (about six minutes)
	.venv/bin/python -m tools.sweeps

# To move a pin: change a range in pyproject.toml if need be, run this, then `make test`, and commit requirements/.
# All pins move to the newest versions that the ranges allow. torch is moved by hand, in requirements/torch.txt.
pins: .venv/made  ## Move the pins in requirements/ to the newest versions
	$(PIP) $(UV)
	for group in test site lint; do \
	  UV_CUSTOM_COMPILE_COMMAND="make pins" .venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	    --generate-hashes --group $$group $$(test $$group = test || echo --constraint requirements/test.txt) \
	    --output-file requirements/$$group.txt || exit 1; \
	done

# Setting up. A stamp is written last, so that what was interrupted is done again.

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This needs Python 3.11 or newer, and $(PYTHON) is not. Name one that is: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv --clear .venv || { \
	  echo "$(PYTHON) cannot make a virtual environment. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@touch $@

.venv/site: requirements/site.txt | .venv/made
	@echo "Setting up .venv for the site ..."
	@$(PIP) --require-hashes -r requirements/site.txt
	@touch $@

.venv/lint: requirements/lint.txt | .venv/made
	@echo "Setting up .venv for the linters ..."
	@$(PIP) --require-hashes -r requirements/lint.txt
	@touch $@

.venv/test: requirements/test.txt requirements/torch.txt .venv/site
	@echo "Setting up .venv for the tests, PyTorch included ..."
	@$(PIP) --require-hashes -r requirements/test.txt
	@$(PIP) -r requirements/torch.txt
	@touch $@
