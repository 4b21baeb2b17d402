import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct IdleMeasurements {
  private static let period = Duration.seconds(4)
  /// Less than one per second, which a single timer would cause.
  private static let wakeupsMax = 2
  /// A timer of an earlier request may fire in one period; a periodic one fires in each of them.
  private static let periodsMax = 5

  /// Returns the number of times that the threads of a process have slept (proc(5)).
  private func sleepCount(_ process: Int32) throws -> Int {
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let text = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
    }
  }

  @Test func neverWakesUpPeriodicallyWhenIdle() async throws {
    let home = try PrivateHome()
    let server = try await ServerProcess(.ownCluster(home), program: Measured.chatterd)
    try await server.withClient { client in
      #expect(try await client.response(to: .text("ada")).status == 200)
      #expect(try await client.rows().count == 1)
      // The work of the requests ends: memory is returned after a second of rest.
      try await Task.sleep(for: Self.period)
      let process = server.program.processID
      var fewest = Int.max
      for _ in 0..<Self.periodsMax where fewest > Self.wakeupsMax {
        let before = try sleepCount(process)
        try await Task.sleep(for: Self.period)
        fewest = min(fewest, try sleepCount(process) - before)
      }
      #expect(fewest <= Self.wakeupsMax)
    }
    #expect(try await server.stop() == .exited(0))
  }
}
