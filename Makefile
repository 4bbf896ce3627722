# Avviso: every step from a fresh machine to a tested build. `make` alone lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

# Everything that a slim Debian or Ubuntu machine needs beside a Swift toolchain. The first group is what the
# toolchain's own programs load and link with, the second what our libraries link, the third what runs in builds,
# tests and examples. scripts/check-packages compares this list with what is really used; `make test` runs it.
PACKAGES := \
	g++ libncurses-dev libxml2-dev \
	libdeflate-dev libsqlite3-dev zlib1g-dev pkg-config \
	ca-certificates curl git make python3 python3-venv strace tzdata

# What the tests of the pages need beside them. Ubuntu has no such package, so any browser of BROWSERS will do.
BROWSER_PACKAGES := chromium
BROWSERS := chromium chromium-browser google-chrome

# What `make bench` needs beside them: the reference and the load generator.
BENCH_PACKAGES := nginx-light wrk

# What `make kernel-arm` needs beside them: the libraries of the other processor, and an emulator.
ARM_PACKAGES := gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user

BUILD := .build
AVVISO := $(BUILD)/debug/avviso
AVVISO_RELEASE := $(BUILD)/release/avviso
VENV := $(BUILD)/venv
VENV_READY := $(VENV)/ready
PYTHON := $(VENV)/bin/python
SWIFT_SOURCES := Benchmarks Fuzz Sources Tests Package.swift

# Further switches for `avviso demo` (make demo ARGS="--minutes 5") and `swift test` (make test-swift ARGS="--filter OTP").
ARGS ?=

export PYTHONDONTWRITEBYTECODE := 1

.PHONY: help setup setup-browser build demo test test-swift test-outside test-browser screenshots lint format check-packages check-disclosure durability trial explore timing measure bench sanitize fuzz kernel-arm clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the system packages that are missing (root), or print the one command that does
	@scripts/setup $(PACKAGES)

setup-browser: setup ## The same for the browser that the tests of the pages drive
	@command -v $(BROWSERS) >/dev/null || scripts/setup $(BROWSER_PACKAGES)

build: setup ## Build the programs and all tests, for debugging
	swift build --build-tests

demo: setup ## Run the core flow end to end: three phones, all services, one notice
	swift build --product avviso
	$(AVVISO) demo $(ARGS)

test: build setup-browser test-swift test-outside ## Run every test that a change must pass

# One after the other: side by side, hundreds of tests that only compute make those wait that talk to a server against a clock.
test-swift: build
	swift test --skip-build --no-parallel $(ARGS)

test-outside: build setup-browser check-packages check-disclosure $(VENV_READY)
	$(PYTHON) Tests/BlackBox/all.py $(AVVISO)
	scripts/settings-table $(AVVISO) --check
	scripts/check-portability
	scripts/check-snippets
	scripts/check-release-log

test-browser: build setup-browser $(VENV_READY) ## Play the whole story in a browser and check each screen
	$(PYTHON) Tests/BlackBox/browser.py $(AVVISO)

screenshots: build setup-browser $(VENV_READY) ## The same, and keep the pictures in docs/screenshots
	$(PYTHON) Tests/BlackBox/browser.py $(AVVISO) --write docs

lint: ## Check the formatting of all Swift sources
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)

format: ## Format all Swift sources in place
	swift format --in-place --recursive --parallel $(SWIFT_SOURCES)

check-packages: build ## Compare the package list above with what our binaries and scripts use
	scripts/check-packages

check-disclosure: build ## Walk the phone's public interface for anything that must stay inside
	scripts/check-disclosure

durability: build $(VENV_READY) ## Kill the server a hundred times and account for every key (long)
	$(PYTHON) Tests/BlackBox/durability.py $(AVVISO) --kills 120

explore: build ## Explore more schedules of the race protection than the tests do (long)
	AVVISO_EXPLORE=1 swift test --skip-build --no-parallel --filter RaceProtectionTests

timing: build $(VENV_READY) ## Compare dummy and genuine answers in real time, under load (long)
	$(PYTHON) Tests/BlackBox/timing.py $(AVVISO)

trial: build ## Let 10 000 phones drive the Analytics Service for three months, against an oracle (long)
	$(AVVISO) simulate analytics --phones 10000 --months 3 $(ARGS)

measure: build $(VENV_READY) ## Build for release and measure uploads, checks and downloads a second (long)
	swift build --configuration release --product avviso
	scripts/check-release-log $(AVVISO_RELEASE)
	$(PYTHON) Tests/BlackBox/measure.py $(AVVISO_RELEASE)

bench: setup $(VENV_READY) ## Measure beside references, and write docs/benchmarks.md and its picture (long)
	@scripts/setup $(BENCH_PACKAGES)
	swift build --configuration release --product avviso
	AVVISO_BENCH=1 swift build --configuration release --product avviso-bench
	$(PYTHON) Benchmarks/bench.py $(AVVISO_RELEASE) $(BUILD)/release/avviso-bench --write docs $(ARGS)

# Targets that take other flags than everything else, in folders of their own; the sanitizers take the matcher's part of the
# package alone.
PART := AVVISO_PART=matching
FUZZ_SECONDS ?= 120
FUZZ_TARGETS ?=

sanitize: setup ## Run the matcher's tests under AddressSanitizer and ThreadSanitizer (long)
	$(PART) ASAN_OPTIONS=detect_leaks=0 swift test --scratch-path $(BUILD)-address --sanitize address -Xswiftc -use-ld=lld $(ARGS)
	$(PART) swift test --scratch-path $(BUILD)-thread --sanitize thread -Xswiftc -use-ld=lld $(ARGS)

# --gc-sections drops libFuzzer's own main, which would want a function of another name. C is optimised a little, because the
# matching kernel is slow otherwise.
fuzz: setup ## Feed made-up bytes to every parser, or to FUZZ_TARGETS, for FUZZ_SECONDS each (long)
	AVVISO_FUZZ=1 swift build --scratch-path $(BUILD)-fuzz --product avviso-fuzz \
		-Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address -Xcc -O1 \
		-Xswiftc -use-ld=lld -Xlinker --gc-sections
	scripts/fuzz $(BUILD)-fuzz/debug/avviso-fuzz $(BUILD)-fuzz/targets $(FUZZ_SECONDS) $(FUZZ_TARGETS)

kernel-arm: setup ## Test the matching kernel's ARM path in an emulator
	@scripts/setup $(ARM_PACKAGES)
	Tests/Core/CGAENKernelSelfTest/run-on-arm $(BUILD)/kernel-arm

clean: ## Remove everything that was built
	rm -rf $(BUILD) $(BUILD)-address $(BUILD)-thread $(BUILD)-fuzz

# The Python packages of the outside tests, exactly as pinned.
$(VENV_READY): Tests/BlackBox/requirements.txt | setup
	@scripts/make-venv $(VENV) $<
