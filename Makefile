# Avviso: every step from a fresh machine to a tested build. `make` alone lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

# Everything that a slim Debian or Ubuntu machine needs beside a Swift toolchain. The first group is what the
# toolchain's own programs load and link with, the second what our libraries link, the third what runs in builds,
# tests and examples. `make check-packages` compares this list with what is really used; .ci/run runs it.
PACKAGES := \
	g++ libncurses-dev \
	libdeflate-dev libpq-dev libqrencode-dev libsqlite3-dev postgresql zlib1g-dev pkg-config \
	ca-certificates curl git libfaketime make nginx-light poppler-utils python3 python3-venv strace \
	tzdata zbar-tools

# What the tests of the pages need beside them. Ubuntu has no such package, so any browser of BROWSERS will do.
BROWSER_PACKAGES := chromium
BROWSERS := chromium chromium-browser google-chrome

# What `make bench` needs beside them: the load generator.
BENCH_PACKAGES := wrk

# What `make kernel-arm` needs beside them: the libraries of the other processor, and an emulator.
ARM_PACKAGES := gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user

BUILD := .build
AVVISO := $(BUILD)/debug/avviso
BUNDLE := $(BUILD)/debug/avvisoPackageTests.xctest --testing-library swift-testing
VENV := $(BUILD)/venv
VENV_READY := $(VENV)/ready
PYTHON := $(VENV)/bin/python
SWIFT_SOURCES := Benchmarks Fuzz Sources Tests Package.swift

# Further switches of a target's program: make demo ARGS="--minutes 5", make test-swift ARGS="--filter OTP".
ARGS ?=

# What the long targets do is theirs to set; `make smoke` sets it to little, to see that each of them still works.
CONFIGURATION ?= release
MEASURED := $(BUILD)/$(CONFIGURATION)/avviso
MEASURED_BENCH := $(BUILD)/$(CONFIGURATION)/avviso-bench
DOCS ?= docs
REFERENCE ?= $(BUILD)/reference
STORIES ?= immuni/browser coronawarn/coronawarn_browser association/association_browser
KILLS ?= 120
ROUNDS ?= 10
CASES ?= 2000
MINUTES ?= 3
DATABASE ?= sqlite
LOAD ?= $(BUILD)/load
LOAD_SIZE ?= --phones 400 --cases 40 --at-least 20 --timed
RESULTS ?= 2000
PHONES ?= 10000
MONTHS ?= 3
EXPLORE ?= 1
WITHIN ?= 2
PAIRS ?= 300
DAYS ?= 10000
ANSWERS ?= 10000
WAITING ?= 100000
MAX_KIB ?= 12
FUZZ_SECONDS ?= 120
SMOKE_MINUTES ?= 600
FUZZ_TARGETS ?=
# The test modules with tests that draw at random, or try many moments.
STATISTICS ?= $(shell grep --recursive --files-with-matches 'Effort\.' Tests --include '*.swift' | sed -E 's|^Tests/(\w+)/(\w+Tests)/.*|\1\2|' | sort -u)

export PYTHONDONTWRITEBYTECODE := 1

.PHONY: help setup setup-browser setup-bench build demo test test-all test-swift test-outside test-browser screenshots lint format \
	check-packages reference check-disclosure smoke statistics durability previous coronawarn-day coronawarn-partners explore timing distinguish waiting trial measure load bench sanitize sanitize-all \
	fuzz kernel-arm systems nightly clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the system packages that are missing (root), or print the one command that does
	@scripts/setup $(PACKAGES)

setup-browser: setup ## The same for the browser that the tests of the pages drive
	@command -v $(BROWSERS) >/dev/null || scripts/setup $(BROWSER_PACKAGES)

setup-bench: setup ## The same for what benchmarks, and the ARM path of the kernel, need
	@scripts/setup $(BENCH_PACKAGES) $(ARM_PACKAGES)

build: setup ## Build the programs and all tests, for debugging
	scripts/swift-build --build-tests

demo: setup ## Run the core flow end to end: three phones, all services, one notice; ARGS="--workflow cwa|association" for the others
	scripts/swift-build --product avviso
	$(AVVISO) demo $(ARGS)

test: build setup-browser $(VENV_READY) ## Run the tests that a change must pass; ARGS names some, also of those of test-all
	$(PYTHON) Tests/all.py $(AVVISO) $(ARGS)

test-all: build setup-browser $(VENV_READY) ## Run every test with every case, before a release (long)
	AVVISO_TEST_EXTENT=every $(PYTHON) Tests/all.py $(AVVISO) $(ARGS)

test-swift: build ## Run the Swift tests alone, one after the other
	$(BUNDLE) --no-parallel $(ARGS)

test-outside: build setup-browser $(VENV_READY) ## Run the tests from outside alone, those of `make test`
	$(PYTHON) Tests/all.py $(AVVISO) outside

test-browser: build setup-browser $(VENV_READY) ## Play the stories in a browser and check each screen
	$(PYTHON) Tests/BlackBox/immuni/browser.py $(AVVISO) --every
	$(PYTHON) Tests/BlackBox/coronawarn/coronawarn_browser.py $(AVVISO) --every
	$(PYTHON) Tests/BlackBox/association/association_browser.py $(AVVISO) --every

screenshots: build setup-browser $(VENV_READY) ## The same, and keep the pictures in docs/screenshots
	for story in $(STORIES); do $(PYTHON) Tests/BlackBox/$$story.py $(AVVISO) --write $(DOCS); done

lint: setup ## Check formatting, manifest, its drawing, decisions, links, words, what apps may rely on, and where faults are planted
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	scripts/check-manifest
	scripts/draw-architecture --check
	scripts/check-decisions
	scripts/check-links
	scripts/check-words
	scripts/check-interface
	scripts/plant-faults --seed 1 --only controls --list >/dev/null

format: ## Format all Swift sources in place
	swift format --in-place --recursive --parallel $(SWIFT_SOURCES)

check-packages: build setup-browser $(VENV_READY) ## Run test-all, and compare what it starts with the package lists above (long)
	rm -f $(BUILD)/programs
	touch $(BUILD)/programs
	scripts/record-programs $(BUILD)/programs $(MAKE) test-all
	scripts/check-packages $(BUILD)/programs

reference: setup ## Write the reference of Core, Ports and Device into REFERENCE, as pages for a browser
	scripts/make-reference $(REFERENCE)

check-disclosure: build ## Walk the phone's public interface for anything that must stay inside
	scripts/check-disclosure

smoke: build setup-browser setup-bench $(VENV_READY) ## Try a little of every target on the debug build
	$(PYTHON) Tests/smoke.py --minutes $(SMOKE_MINUTES)

statistics: build $(VENV_READY) ## Draw and try as often as statistics need, where the tests do little (long)
	AVVISO_TEST_EXTENT=whole $(PYTHON) Tests/all.py $(AVVISO) $(STATISTICS)

durability: build $(VENV_READY) ## Kill the server, and its PostgreSQL, KILLS times, restart behind nginx ROUNDS times, and account for every key (long)
	$(PYTHON) Tests/BlackBox/common/durability.py $(AVVISO) --kills $(KILLS)
	$(PYTHON) Tests/BlackBox/common/failover.py $(AVVISO) --kills $(KILLS)
	$(PYTHON) Tests/BlackBox/common/balancer.py $(AVVISO) --rounds $(ROUNDS)

previous: build $(VENV_READY) ## Build earlier releases, and run them beside this version and before it, under load (long)
	$(PYTHON) Tests/BlackBox/common/previous_release.py $(AVVISO) $(ARGS)

coronawarn-day: build $(VENV_READY) ## Play a day of CASES Corona-Warn cases, kill every service, and account for every key (long)
	$(PYTHON) Tests/BlackBox/coronawarn/coronawarn_day.py $(AVVISO) --cases $(CASES) $(ARGS)

coronawarn-partners: build $(VENV_READY) ## Play a day of RESULTS results in two countries, kill every process, and account for results and keys (long)
	$(PYTHON) Tests/BlackBox/coronawarn/coronawarn_partners.py $(AVVISO) --results $(RESULTS) $(ARGS)

explore: build ## Explore more schedules of the race protection than the tests do (long)
	AVVISO_EXPLORE=$(EXPLORE) $(BUNDLE) --no-parallel --filter RaceProtectionTests

timing: build $(VENV_READY) ## Compare dummy and genuine answers, and processes, in real time, and attack while others ask (long)
	$(PYTHON) Tests/BlackBox/common/timing.py $(AVVISO) $(ARGS)
	$(PYTHON) Tests/BlackBox/common/grid.py $(AVVISO) --pairs $(PAIRS)
	AVVISO_TEST_EXTENT=every $(PYTHON) Tests/BlackBox/common/strangers.py $(AVVISO) --within $(WITHIN)

distinguish: build $(VENV_READY) ## Train classifiers on DAYS days of phones and ANSWERS answers of a release server of each kind; none may learn anything (long)
	scripts/swift-build --configuration $(CONFIGURATION) --product avviso
	$(PYTHON) Tests/BlackBox/common/distinguish.py $(MEASURED) --phones $(DAYS) --answers $(ANSWERS) $(ARGS)

waiting: setup $(VENV_READY) ## Build for release and let WAITING requests wait for one tick in six processes, each in MAX_KIB at most (long)
	scripts/swift-build --configuration $(CONFIGURATION) --product avviso
	$(PYTHON) Tests/BlackBox/common/waiting.py $(MEASURED) --requests $(WAITING) --tick 60 --max-kib $(MAX_KIB) $(ARGS)

trial: build ## Let PHONES phones drive the Analytics Service for MONTHS months, against an oracle (long)
	$(AVVISO) simulate analytics --phones $(PHONES) --months $(MONTHS) $(ARGS)

measure: build $(VENV_READY) ## Build for release and measure uploads, checks and downloads a second (long)
	scripts/swift-build --configuration $(CONFIGURATION) --product avviso
	scripts/check-release-log $(filter-out $(AVVISO),$(MEASURED))
	$(PYTHON) Tests/BlackBox/common/measure.py $(MEASURED) $(ARGS)

load: setup $(VENV_READY) ## Drive servers of a deployment with a day of phones in MINUTES, on DATABASE sqlite or postgres, and draw it in LOAD (long)
	scripts/swift-build --configuration $(CONFIGURATION) --product avviso
	$(PYTHON) Tests/BlackBox/common/load_day.py $(MEASURED) --database $(DATABASE) --out $(LOAD) --minutes $(MINUTES) $(LOAD_SIZE) $(ARGS)

bench: setup-bench $(VENV_READY) ## Measure beside references, and write docs/benchmarks.md and its picture (long)
	scripts/swift-build --configuration $(CONFIGURATION) --product avviso
	AVVISO_BENCH=1 scripts/swift-build --configuration $(CONFIGURATION) --product avviso-bench
	$(PYTHON) Benchmarks/bench.py $(MEASURED) $(MEASURED_BENCH) --write $(DOCS) $(ARGS)

# Targets that take other flags than everything else, in folders of their own; the sanitizers take Common's core alone, with the
# matcher.
PART := AVVISO_PART=matching

sanitize: setup ## Run the tests of Common's core under AddressSanitizer and ThreadSanitizer (long)
	$(PART) ASAN_OPTIONS=detect_leaks=0 swift test --scratch-path $(BUILD)-address --sanitize address -Xswiftc -use-ld=lld $(ARGS)
	$(PART) swift test --scratch-path $(BUILD)-thread --sanitize thread -Xswiftc -use-ld=lld $(ARGS)

sanitize-all: setup ## The same for every Swift test there is (very long)
	$(MAKE) sanitize PART= ARGS="--no-parallel"

# --gc-sections drops libFuzzer's own main, which would want a function of another name. C is optimised a little, because the
# matching kernel is slow otherwise.
fuzz: setup ## Feed made-up bytes to every parser, or to FUZZ_TARGETS, for FUZZ_SECONDS each (long)
	AVVISO_FUZZ=1 swift build --scratch-path $(BUILD)-fuzz --product avviso-fuzz \
		-Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address -Xcc -O1 \
		-Xswiftc -use-ld=lld -Xlinker --gc-sections
	scripts/fuzz $(BUILD)-fuzz/debug/avviso-fuzz $(BUILD)-fuzz/targets $(FUZZ_SECONDS) $(FUZZ_TARGETS)

kernel-arm: setup-bench ## Test the matching kernel's ARM path in an emulator
	Tests/Common/CGAENKernelSelfTest/run-on-arm $(BUILD)/kernel-arm

systems: build $(VENV_READY) ## Build and test without the systems that can be left out (long)
	scripts/build-without "" --tests

nightly: ## Everything that takes too long for every change: release builds, sanitizers, statistics, kills, measurements
	$(MAKE) check-packages statistics explore durability previous coronawarn-day coronawarn-partners trial timing distinguish test-browser
	$(MAKE) measure
	$(MAKE) waiting
	$(MAKE) load
	$(MAKE) bench
	$(MAKE) sanitize-all
	$(MAKE) fuzz kernel-arm smoke systems

clean: ## Remove everything that was built
	rm -rf $(BUILD) $(BUILD)-address $(BUILD)-thread $(BUILD)-fuzz $(BUILD)-releases

# The Python packages of the outside tests, exactly as pinned.
$(VENV_READY): Tests/BlackBox/requirements.txt scripts/make-venv $(wildcard Tests/BlackBox/*/.) | setup
	@scripts/make-venv $(VENV) $<
