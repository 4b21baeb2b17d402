import TestSupport

/// `Tests/FaultInjection/faults.c`, compiled when the first test needs it.
final class FaultLibrary: Sendable {
  /// Retained for the life of the test process, since servers have it mapped.
  private static let made = Task { try await FaultLibrary() }

  private let directory: TemporaryDirectory

  private init() async throws {
    directory = try TemporaryDirectory()
    _ = try await ProgramRun(
      "cc",
      [
        "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o",
        directory.path(of: "faults.so"), Repository.path(of: "Tests/FaultInjection/faults.c"),
      ]
    ).checked()
  }

  /// Returns the environment variables that put a program under the control of the file.
  static func environment(_ control: FaultControl) async throws -> [String: String] {
    let library = try await made.value
    return [
      "LD_PRELOAD": library.directory.path(of: "faults.so"), "CHATTERD_FAULTS": control.path,
    ]
  }

  /// Whether the programs were built with a sanitizer. Its runtime precedes every library, so
  /// system calls bypass the fault library: the requests are made all the same, but
  /// faults are not required to occur.
  static let isBypassed = Task {
    try await ProgramRun(
      shell: "nm \"$1\" | grep -qE ' T __(asan|tsan)_init$'", [Repository.program("chatterd")]
    ).status == 0
  }
}
