import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct MemoryLimitsMeasurements {
  /// The maximum ratio of the computed memory to that of the worst load; a larger bound is useless.
  static let exaggerationMax = 12

  @Test func staysBelowTheComputedMemoryUnderTheWorstLoad() async throws {
    let bound = try await MemoryLoad.computed(by: Measured.chatterd, MemoryLoad.options)
    let server = try await ServerProcess(
      .shared(TestDatabase()), options: MemoryLoad.options, program: Measured.chatterd)
    let peak = try ResidentPeak(of: server)
    async let watching: Void = peak.watch()
    try await MemoryLoad.run(on: server)
    peak.end()
    try await watching
    #expect(peak.bytes < bound.bytes, "\(bound.text)")
    #expect(bound.bytes < peak.bytes * Self.exaggerationMax, "\(peak.bytes)\n\(bound.text)")
    #expect(try await server.stop() == .exited(0))
  }
}
