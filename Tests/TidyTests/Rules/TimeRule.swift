/// Keeps the time and the size of processes out of the tests of the gate: they wait for facts with
/// `eventually`, and show timeouts with a virtual clock.
struct TimeRule {
  /// Files of the gate that may use the time: the guards against hanging.
  let guards: Set<String>

  /// What reads the time, lets it pass, or measures a process.
  private static let words = [
    "Task.sleep", "ContinuousClock", "SuspendingClock", "server.residentBytes",
    "server.processorTime",
  ]
  /// Files and directories outside the gate, by their names.
  private static let outside = [
    "Measurements.swift", "TortureTests.swift", "/Measurements/", "/Torture/",
  ]

  func findings(in files: [SourceFile]) -> [Finding] {
    files.filter { file in
      file.target.hasSuffix("Tests") || file.target.hasSuffix("TestSupport")
    }.filter { file in
      !guards.contains(file.path) && !Self.outside.contains(where: file.path.contains)
    }.flatMap { file in
      file.code.enumerated().compactMap { index, code in
        Self.words.first { code.contains($0) }.map {
          Finding(file.path, line: index + 1, "\($0): a test of the gate waits for a fact")
        }
      }
    }
  }
}
