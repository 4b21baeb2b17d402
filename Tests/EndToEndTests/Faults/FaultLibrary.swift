import TestSupport

/// `Tests/FaultInjection/faults.c`, compiled when the first test asks for it.
final class FaultLibrary: Sendable {
  /// For the life of the test process: servers have it mapped.
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

  /// What a program's environment must hold to be under the control of the file.
  static func environment(_ control: FaultControl) async throws -> [String: String] {
    let library = try await made.value
    return [
      "LD_PRELOAD": library.directory.path(of: "faults.so"), "CHATTERD_FAULTS": control.path,
    ]
  }

  /// Whether the programs were built with a sanitizer. Its runtime stands before every library, so
  /// that system calls do not come by here: the requests are made all the same, and only whether
  /// a fault took place is not asked.
  static let isBypassed = Task {
    try await ProgramRun(
      shell: "nm \"$1\" | grep -qE ' T __(asan|tsan)_init$'", [Repository.program("chatterd")]
    ).status == 0
  }
}
