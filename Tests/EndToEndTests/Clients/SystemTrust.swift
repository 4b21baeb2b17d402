import TestSupport

/// Runs programs that trust the system's certificates, on a system with one additional certificate.
///
/// FoundationNetworking reads only `/etc/ssl/certs/ca-certificates.crt`, and libcurl reads it
/// first. A mount namespace, mount_namespaces(7), puts another file there for one program
/// alone.
enum SystemTrust {
  static let bundle = "/etc/ssl/certs/ca-certificates.crt"

  /// The options of unshare(1) that may permit mounting: as root, or as root of a user namespace.
  private static let ways = [["--mount"], ["--map-root-user", "--mount"]]

  /// Runs a program that trusts a certificate in addition to those of the system.
  ///
  /// Leaks are not reported when it is built with the address sanitizer, since FoundationNetworking
  /// and libcurl do not free everything at exit.
  static func run(
    _ program: String, _ arguments: [String], trusting certificate: String
  ) async throws -> ProgramRun {
    let files = try TemporaryDirectory()
    let own = files.path(of: "bundle.crt")
    let enter = try await wayIn()
    return try await ProgramRun(
      shell: """
        cat "$1" "$2" > "$3"
        export ASAN_OPTIONS=detect_leaks=0
        exec unshare $4 bash -euc 'mount --bind "$0" "$1"; shift; exec "$@"' "$3" "$1" "${@:5}"
        """, [bundle, certificate, own, enter.joined(separator: " "), program] + arguments)
  }

  /// The options of unshare(1) with which this user may mount here.
  private static func wayIn() async throws -> [String] {
    var reasons = ""
    for way in ways {
      let trial = try await ProgramRun(
        "unshare", way + ["mount", "--bind", "/dev/null", bundle])
      if trial.ending == .exited(0) { return way }
      reasons += " " + trial.errors
    }
    throw NeedError(
      description: """
        this test needs a mount namespace, so that a program trusts one certificate more: run it \
        as root, or allow user namespaces (sysctl kernel.unprivileged_userns_clone=1), and have \
        \(bundle) (package ca-certificates). unshare said:\(reasons)
        """)
  }
}
