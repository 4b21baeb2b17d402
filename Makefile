# `make help` lists the targets. Their work is done by scripts in scripts/.

SWIFT := scripts/swift
# The two programs are built from different targets (CHATTERD_TARGETS, see Package.swift). A build
# plan that SwiftPM has cached ignores the variable. Exclusive access is checked in the tests' builds.
RELEASE := -c release --static-swift-stdlib --disable-build-manifest-caching \
  -Xswiftc -enforce-exclusivity=unchecked
SOURCES := Package.swift Sources migrations Tests Examples $(wildcard Fuzz/Package.swift Fuzz/Sources)

# Options for `make run`, as in ARGS='--listen 0.0.0.0:443 --log-format json', and the command line
# of `make chatter`, as in ARGS='list --json'.
ARGS ?=
# `make test`, `make unit`, `make measure` and `make torture`: a filter, which is a regular expression.
FILTER ?=
# `make test`: a sanitizer, `thread` or `address`.
SANITIZE ?=
# `make torture`: the random seed of an earlier run, and `short` for a minute instead of half an hour.
TORTURE_SEED ?=
TORTURE ?= full
# `make soak`: the duration in minutes.
SOAK_MINUTES ?= 60
# `make fuzz`: the seconds for each fuzzer, and the fuzzers to run.
FUZZ_SECONDS ?= 60
FUZZERS ?=
# `make cluster`: the seconds of faults, the seconds between them, the random seed of an earlier run, and a
# promise to break on purpose (asynchronous or second-primary), which the run must then find.
CLUSTER_SECONDS ?= 180
CLUSTER_FAULT_INTERVAL ?= 5
CLUSTER_SEED ?=
CLUSTER_BREAK ?=

.DEFAULT_GOAL := help
.PHONY: run chatter client transcriber build deb unit test measure test-all test-deb torture soak cluster cluster-changes fuzz \
  bench docs format lint clean help

run: build ## build the server and run it on port 8443 with a development certificate (ARGS='…')
	@scripts/install-packages run
	@test -e certs/chatterd.crt || .build/release/chatterd cert --out certs
	@exec .build/release/chatterd serve \
	  --certificate certs/chatterd.crt --private-key certs/chatterd.key $(ARGS)

chatter: ## build the client and run it against make run's server, or the one it knows (ARGS='…')
	@scripts/if-changed .build/release/chatter $(MAKE) --no-print-directory client
	@exec scripts/run-chatter $(ARGS)

client: ## build .build/release/chatter, which runs without the toolchain
	@scripts/install-packages build client
	@CHATTERD_TARGETS=programs $(SWIFT) build $(RELEASE) --product chatter

transcriber: ## build chatter-transcribe, which chatter --transcript needs
	@scripts/install-packages build client speech
	@$(SWIFT) build $(RELEASE) --product chatter-transcribe

build: ## build .build/release/chatterd, which runs without the toolchain
	@scripts/install-packages build
	@CHATTERD_TARGETS=server $(SWIFT) build $(RELEASE) --product chatterd

deb: build client transcriber ## build the Debian packages in .build/deb
	@scripts/install-packages deb
	@scripts/make-deb
	@lintian --allow-root --fail-on error,warning .build/deb/*.deb

unit: ## run the tests that need nothing but the build (FILTER=…)
	@scripts/install-packages build client speech
	@scripts/run-tests unit '$(FILTER)'

# The stages of the gate. With a filter or a sanitizer, only its tests.
test: ## the gate: format, all tests beside a throwaway PostgreSQL, the page in Chromium (FILTER=… SANITIZE=…)
	@scripts/install-packages build client speech lint test
ifeq ($(SANITIZE)$(FILTER),)
	@scripts/with-postgres scripts/run-parts lint '$(MAKE) --no-print-directory lint' \
	  build 'scripts/run-tests none && scripts/check-fuzzers' tests 'scripts/run-tests gate' \
	  +page scripts/test-web +documentation scripts/check-documentation
else
	@SANITIZE='$(SANITIZE)' scripts/with-postgres scripts/run-tests gate '$(FILTER)'
endif

measure: build ## measure latency, processor time, memory, wake-ups and sound devices (FILTER=…)
	@scripts/install-packages build client speech test
	@scripts/with-postgres scripts/run-tests measure '$(FILTER)'

test-all: ## everything: the gate, measurements, torture, scanners, the package, the fuzzers (an hour)
	@scripts/install-packages build client speech lint test scan fuzz deb run cluster
	@scripts/run-parts --keep-going gate '$(MAKE) --no-print-directory test' \
	  load 'scripts/test-under-load 1' measure '$(MAKE) --no-print-directory measure' \
	  torture '$(MAKE) --no-print-directory torture TORTURE=short' \
	  firefox 'scripts/test-web --browser firefox' openapi 'scripts/test-openapi' \
	  request-ends '$(MAKE) --no-print-directory build && scripts/test-request-ends' \
	  cluster '$(MAKE) --no-print-directory cluster' changes '$(MAKE) --no-print-directory cluster-changes' \
	  metrics scripts/test-metrics tls scripts/test-tls acme scripts/test-acme \
	  recovery scripts/test-recovery upgrades scripts/test-upgrades builds 'scripts/run-tests builds' \
	  case-folding scripts/check-case-folding fuzz '$(MAKE) --no-print-directory fuzz' \
	  package '$(MAKE) --no-print-directory deb test-deb'

test-deb: ## install and upgrade make deb's package in a fresh system (root, several minutes)
	@scripts/install-packages deb
	@scripts/test-deb

torture: build ## kill, cut, fail and attack everything: half an hour (TORTURE=short FILTER=… TORTURE_SEED=…)
	@scripts/install-packages build client speech test
	@TORTURE='$(TORTURE)' TORTURE_SEED='$(TORTURE_SEED)' TEST_HANG_MINUTES=120 \
	  scripts/with-postgres scripts/run-tests torture '$(FILTER)'

soak: build ## mixed load for an hour: memory and descriptors must stay (SOAK_MINUTES=60)
	@scripts/install-packages build client speech test
	@SOAK_MINUTES='$(SOAK_MINUTES)' TEST_HANG_MINUTES=$$(($(SOAK_MINUTES) + 15)) \
	  scripts/with-postgres scripts/run-tests torture SoakTortureTests

cluster: build ## make faults in a cluster of namespaces and check all promises (root, CLUSTER_SECONDS=180 …)
	@scripts/install-packages run cluster
	@scripts/cluster --seconds '$(CLUSTER_SECONDS)' --interval '$(CLUSTER_FAULT_INTERVAL)' \
	  --seed '$(CLUSTER_SEED)' --break '$(CLUSTER_BREAK)'

cluster-changes: build client ## upgrade and change such a cluster under load, and beside people (root)
	@scripts/install-packages run cluster test
	@scripts/cluster --changes

fuzz: ## run the fuzzers (FUZZ_SECONDS=60 each, FUZZERS='HTTPFuzz …')
	@scripts/install-packages build client fuzz
	@scripts/run-fuzzers '$(FUZZ_SECONDS)' $(FUZZERS)

bench: build ## measure beside nginx, pgbench and a Go peer (WORKLOADS=…,… ROUNDS=5 SECONDS=2)
	@scripts/install-packages run bench
	@Benchmarks/run

docs: build client ## write what the programs print into docs: manual pages, options, faults
	@scripts/write-docs

format: ## put every source file into the project's format
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

lint: ## fail on formatting, spelling, links to nothing and broken house rules
	@scripts/install-packages build lint
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	@scripts/check-unit
	@scripts/check-links
	@cd Tests/HouseRules && python3 -B -m unittest -q
	@cd Tests/Cluster && python3 -B -m unittest -q
	@codespell Makefile Package.swift *.md Sources migrations Tests Examples Fuzz/Sources Benchmarks docs \
	  scripts certs deploy

clean: ## remove what was built
	@rm -rf .build

help: ## list these
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
