# `make help` lists the targets. Their work is done by scripts in scripts/.

SWIFT := scripts/swift
# The two programs are built from different targets (CHATTERD_TARGETS, see Package.swift). A build
# plan that SwiftPM has cached ignores the variable.
RELEASE := -c release --static-swift-stdlib --disable-build-manifest-caching
SOURCES := Package.swift Sources Tests Examples $(wildcard Fuzz/Package.swift Fuzz/Sources) \
  $(wildcard $(addprefix Benchmarks/LoadGenerator/,Package.swift Sources Tests))

# Options for `make run`, as in ARGS='--listen 0.0.0.0:443 --log-format json', and the command line
# of `make chatter`, as in ARGS='list --json'.
ARGS ?=
# `make test` and `make unit`: a filter, which is a regular expression.
FILTER ?=
# `make test`: a sanitizer, `thread` or `address`.
SANITIZE ?=
# `make torture`: the random seed of an earlier run, and the tests to run.
TORTURE_SEED ?=
TORTURES ?= KilledServerTests|KilledDatabaseTests|LostSessionsTests|TwoServersTests|SlowReadersTests|HostileNeighbourTests|FaultInjectionTests|StreamFaultTests
# `make soak`: the duration in minutes.
SOAK_MINUTES ?= 60
# `make fuzz`: the seconds for each fuzzer, and the fuzzers to run.
FUZZ_SECONDS ?= 60
FUZZERS ?=

.DEFAULT_GOAL := help
.PHONY: run chatter client transcriber build deb unit test test-deb torture soak fuzz bench format lint \
  clean help

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

unit: ## run the server's tests that need neither PostgreSQL nor much time (FILTER=…)
	@scripts/install-packages build
	@CHATTERD_TARGETS=server CHATTERD_TESTS=unit scripts/run-tests '' '$(FILTER)'

test: lint build ## run every test beside a throwaway PostgreSQL (SANITIZE=thread|address, FILTER=…)
	@scripts/install-packages build client speech test
	@if [ -z '$(SANITIZE)$(FILTER)' ]; then \
	  $(SWIFT) build && scripts/check-documentation && scripts/test-load-generator && \
	    scripts/test-openapi && scripts/test-metrics && scripts/test-tls && scripts/test-acme && \
	    scripts/test-recovery && scripts/test-web; fi
	@scripts/with-postgres scripts/run-tests '$(SANITIZE)' '$(FILTER)'

test-deb: ## install and upgrade make deb's package in a fresh system (root, several minutes)
	@scripts/install-packages deb
	@scripts/test-deb

torture: build ## kill, cut, fail and attack everything, in full: half an hour (TORTURE_SEED=…)
	@scripts/install-packages build client speech test
	@scripts/check-case-folding
	@TORTURE=full TORTURE_SEED='$(TORTURE_SEED)' TEST_TIMEOUT=2h \
	  scripts/with-postgres scripts/run-tests '' '$(TORTURES)'

soak: ## mixed load for an hour: memory and descriptors must stay (SOAK_MINUTES=60)
	@scripts/install-packages build client speech test
	@SOAK_MINUTES='$(SOAK_MINUTES)' TEST_TIMEOUT=$$(($(SOAK_MINUTES) + 15))m \
	  scripts/with-postgres scripts/run-tests '' SoakTests

fuzz: ## run the fuzzers (FUZZ_SECONDS=60 each, FUZZERS='HTTPFuzz …')
	@scripts/install-packages build client fuzz
	@scripts/run-fuzzers '$(FUZZ_SECONDS)' $(FUZZERS)

bench: build ## measure beside nginx, pgbench and a Go peer (WORKLOADS=…,… ROUNDS=5 SECONDS=2)
	@scripts/install-packages run bench
	@Benchmarks/run

format: ## put every source file into the project's format
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

lint: ## fail on formatting differences and misspelled words
	@scripts/install-packages build lint
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	@scripts/check-unit
	@codespell Makefile Package.swift *.md Sources Tests Examples Fuzz/Sources Benchmarks docs \
	  scripts certs deploy

clean: ## remove what was built
	@rm -rf .build

help: ## list these
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
