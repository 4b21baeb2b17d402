import TestSupport
import Testing

/// `scripts/run-chatter`, which `make chatter` calls, in a copy of the project with only the
/// files that it needs.
struct RunChatterTests {
  private let project: TemporaryDirectory
  private let home: TemporaryDirectory

  init() throws {
    (project, home) = (try TemporaryDirectory(), try TemporaryDirectory())
  }

  private var variables: [String: String] {
    [
      "HOME": home.path, "TMPDIR": home.path, "XDG_CONFIG_HOME": home.path, "CHATTER_SERVER": "",
      "CHATTER_TRUST": "",
      "SWIFT_BACKTRACE": "enable=no", "PROGRAM": Repository.program("chatter"),
    ]
  }

  /// Returns the server and the trust that the script selects.
  private func place(_ environment: [String: String] = [:]) async throws -> String {
    try await ProgramRun(
      shell: """
        cd "$1"
        mkdir -p .build/release certs scripts
        cp "$2" scripts/run-chatter
        touch certs/chatterd.crt
        cat > .build/release/chatter <<'END'
        #!/bin/sh
        if [ "$1" = where ]; then echo "$CHATTER_SERVER $CHATTER_TRUST"; exit; fi
        exec "$PROGRAM" "$@"
        END
        chmod +x .build/release/chatter
        cd /
        "$1/scripts/run-chatter" where
        """, [project.path, Repository.path(of: "scripts/run-chatter")],
      environment: variables.merging(environment) { $1 }
    ).checked().text
  }

  private func remember(_ words: String...) async throws {
    _ = try await ProgramRun(
      Repository.program("chatter"), ["server"] + words, environment: variables
    ).checked()
  }

  @Test func usesTheServerOfMakeRunUnlessOneIsRemembered() async throws {
    let ours = "https://localhost:8443 \(project.path)/certs/chatterd.crt"
    #expect(try await place() == ours)
    #expect(try await place(["CHATTER_SERVER": "https://h"]) == "https://h")
    try await remember("--username", "ann")
    #expect(try await place() == ours)
    try await remember("https://example.org", "--force")
    #expect(try await place() == "")
    // The program itself reports invalid settings.
    try home.write("nonsense\n", to: "chatter/chatter.conf")
    #expect(try await place() == "")
  }
}
