SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run demo release test soak faults lint bench clean

# The same flags for every build; other flags would rebuild everything. C code is optimized in debug builds too, because password hashing is
# too slow without it.
COMPILER_FLAGS := -Xcc -O2

# Compiling each module as a whole makes a build from scratch faster, and a build after an edit slower, so it is for machines that build once.
# The compiler then needs no second job for the interface of a module, and no threads, because SwiftPM compiles several modules at once.
WHOLE_MODULES ?= no
ifeq ($(WHOLE_MODULES),yes)
COMPILER_FLAGS += $(addprefix -Xswiftc ,-wmo -num-threads 1 -disable-batch-mode -no-emit-module-separately-wmo)
endif

# An import that the manifest does not declare is an error.
FLAGS := $(COMPILER_FLAGS) --explicit-target-dependency-import-check error

# SwiftPM passes the traits of a package on in the order of a hash table, which differs in every process, so that a new file or another
# target could compile Hummingbird again. With a fixed seed, SwiftPM finds its earlier build up to date. Only for building: tests run with
# random seeds, because code that depends on such an order is wrong.
BUILD := SWIFT_DETERMINISTIC_HASHING=1 swift build

# Warnings in our own code are errors in every target: the manifest reads this variable, and changing it between two builds would compile
# our code twice. STRICT=no builds with a newer compiler that has more warnings.
STRICT ?= yes
ifeq ($(STRICT),yes)
export LATCHKEY_STRICT := 1
endif

# The arguments that `make run`, `make demo` and `make bench` pass on: make run ARGS="--port 8080"
ARGS ?=

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A debug build of one product: a release build takes about twice as long, and --build-tests would also compile the tests and the tools of
# every dependency. A later `make test` reuses this build.
run: ## build, then serve with the mock providers and print the URL to open; options in ARGS
	@Scripts/setup build
	@[[ -d .build ]] || echo "run: the first build compiles every dependency and takes several minutes"
	@$(BUILD) --product latchkey $(FLAGS)
	@exec .build/debug/latchkey serve --sandbox $(ARGS)

demo: ## build, then run a complete sign-in walkthrough in the terminal
	@Scripts/setup build
	@$(BUILD) --product latchkey $(FLAGS)
	@exec .build/debug/latchkey demo $(ARGS)

release: ## build the files of a release in .build/packages: a Debian package, a tarball, a container image, checksums
	@Scripts/setup release
	Scripts/build-release latchkey
	Packaging/build .build/distribution/latchkey .build/packages

# The program that the tests start: debug, or release for the one that Scripts/build-release writes.
PROGRAM ?= debug
# The store of the servers that the tests start: sqlite, or postgres. Tests that need a store in the data folder are skipped with postgres.
STORE ?= sqlite
WITH_STORE = $(if $(filter postgres,$(STORE)),Scripts/with-postgres,$(if $(filter-out sqlite,$(STORE)),$(error STORE must be sqlite or postgres)))

# The tests' own summaries are the last lines; do not print anything after them.
test: export LATCHKEY_BINARY_FOLDER := $(CURDIR)/.build/$(if $(filter release,$(PROGRAM)),distribution,debug)
test: export LATCHKEY_BINARY := $(CURDIR)/.build/$(if $(filter release,$(PROGRAM)),distribution,debug)/latchkey
# For the packages that tests build.
test: export LATCHKEY_COMPILER_FLAGS := $(COMPILER_FLAGS)
# If all two thousand tests ran at the same time, each would take minutes, and some would exceed their time limits.
test: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 16
test: ## run all tests: units, stores, end to end, third-party clients, a browser; options: PROGRAM=release, STORE=postgres
	@Scripts/setup test
	$(if $(filter release,$(PROGRAM)),Scripts/build-release latchkey)
	$(BUILD) --build-tests $(FLAGS)
	$(WITH_STORE) Scripts/swift-tests $(FLAGS)
	@# The tests of a file share servers, so they run in the same process. Many tests wait, so there is one process more than processors.
	$(WITH_STORE) .venv/bin/python -m pytest Interop -q --numprocesses $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist loadfile

# The randomized tests, with a new seed for each run, which they print: make soak LATCHKEY_SOAK=600 LATCHKEY_SEED=7 repeats a run.
soak: export LATCHKEY_BINARY := $(CURDIR)/.build/debug/latchkey
soak: export LATCHKEY_SOAK ?= 120
# If all tests ran at once, they would share the seconds that each of them should have.
soak: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= $(shell getconf _NPROCESSORS_ONLN)
soak: ## run the randomized tests for longer; seconds for each in LATCHKEY_SOAK (120), a seed to repeat in LATCHKEY_SEED
	@Scripts/setup test
	$(BUILD) --build-tests $(FLAGS)
	Scripts/swift-tests $(FLAGS) --filter "$$(Scripts/soak-filter)"
	.venv/bin/python -m pytest Interop/test_openapi.py Interop/test_constancy.py -q
	.venv/bin/python -m pytest Interop/test_archive.py -q -s -k kills

# Machines, networks, clocks and disks fail under load: make faults LATCHKEY_SOAK=3600 LATCHKEY_SEED=7 repeats an order of faults. It needs root.
faults: export LATCHKEY_BINARY := $(CURDIR)/.build/debug/latchkey
faults: export LATCHKEY_SOAK ?= 600
faults: ## test several nodes under load with faults, for LATCHKEY_SOAK seconds (600)
	@Scripts/setup test
	$(BUILD) --product latchkey $(FLAGS)
	.venv/bin/python -m pytest Interop/test_linearizability.py Interop/test_lease_model.py Interop/test_cluster_faults.py -q -s

lint: ## check format, templates and the order of folders; build with warnings as errors; type-check Apple-only code and each trait
	@Scripts/setup lint
	Scripts/check-templates
	Scripts/check-closures
	Scripts/check-locks
	Scripts/check-floors
	Scripts/own-files '*.swift' | xargs --delimiter='\n' swift format lint --strict --parallel
	Scripts/check-documented
	Scripts/check-commits
	@echo "files over 300 lines, to look at again:"
	@Scripts/long-files
	LATCHKEY_STRICT=1 $(BUILD) --build-tests $(FLAGS)
	Scripts/check-apple
	Scripts/check-traits

bench: ## run the benchmarks with their baselines and peers; write docs/benchmarks.md
	@Scripts/setup bench
	Benchmarks/run $(ARGS)

clean: ## remove the output of the other targets; keep data folders
	rm -rf .build .build-packages .venv .pytest_cache Benchmarks/.build Examples/*/.build
