import TestSupport
import Testing

/// `scripts/if-changed`, with which `make chatter` starts what is built, in a project of a few
/// files.
struct IfChangedTests {
  /// Runs commands in the project, where `build` runs the script; returns the lines of all builds.
  private func builds(_ commands: String, of program: String = "cat Sources/A/a.swift") async throws
    -> [Substring]
  {
    let project = try TemporaryDirectory()
    // The build takes longer than a tick of the file system's clock, as builds do.
    let run = try await ProgramRun(
      shell: """
        cd "$1"
        mkdir -p .build/release scripts Sources/A
        cp "$2" scripts/if-changed
        touch Package.swift Makefile
        echo one > Sources/A/a.swift
        build() { scripts/if-changed .build/release/chatter sh -c "$PROGRAM"; }
        \(commands)
        """, [project.path, Repository.path(of: "scripts/if-changed")],
      environment: [
        "PROGRAM": """
        \(program); sleep 0.1; touch .build/release/chatter; chmod +x .build/release/chatter
        """
      ])
    return try run.checked().text.split(separator: "\n")
  }

  @Test func buildsOnceIfNothingChanges() async throws {
    #expect(try await builds("build; build; build") == ["one"])
  }

  @Test(arguments: [
    "echo two > Sources/A/a.swift",
    // An older time of modification, as of files that are copied or unpacked.
    "echo two > Sources/A/b; touch -d 2001-01-01 Sources/A/b; mv Sources/A/b Sources/A/a.swift",
  ])
  func buildsAgainAfterAChange(change: String) async throws {
    #expect(try await builds("build; \(change); build; build") == ["one", "two"])
  }

  @Test(arguments: [
    "rm -r Sources/A/b", "touch Package.swift", "touch Makefile", "touch scripts/if-changed",
    "rm .build/release/chatter",
  ])
  func buildsAgainAfterARemovalOrAnotherPlan(change: String) async throws {
    #expect(try await builds("touch Sources/A/b; build; \(change); build") == ["one", "one"])
  }

  @Test func buildsAgainAfterAFailure() async throws {
    #expect(
      try await builds("build || true; build || echo failed", of: "cat Sources/A/a.swift; exit 3")
        == ["one", "one", "failed"])
  }

  @Test func buildsWhatChangesDuringABuildAgain() async throws {
    let program = "cat Sources/A/a.swift; sleep 0.1; echo two > Sources/A/a.swift"
    #expect(try await builds("build; build", of: program) == ["one", "two"])
  }
}
