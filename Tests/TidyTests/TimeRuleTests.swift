import Testing

struct TimeRuleTests {
  private func lines(_ text: String, path: String = "Tests/HTTPTests/ATests.swift") -> [Int] {
    TimeRule(guards: ["Tests/TestSupport/Guard.swift"])
      .findings(in: [SourceFile(path: path, text: text)]).map(\.line)
  }

  @Test(
    arguments: [
      "try await Task.sleep(for: .seconds(1))", "let a = ContinuousClock.now",
      "let a = SuspendingClock()", "#expect(try server.residentBytes < 5)",
      "let a = try server.processorTime",
    ])
  func findsTimeAndSizesInTheGate(line: String) {
    #expect(lines("let a = 1\n\(line)\n") == [2])
    #expect(lines(line, path: "Tests/TestSupport/Guard.swift") == [])
    for path in ["Measurements/A.swift", "B/CMeasurements.swift", "Torture/A.swift"] {
      #expect(lines(line, path: "Tests/EndToEndTests/\(path)") == [])
    }
  }

  @Test func ignoresCommentsAndStrings() {
    #expect(lines("// ContinuousClock\nlet a = \"Task.sleep\"") == [])
  }
}
