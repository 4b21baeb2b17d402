import HTTP
import Testing

struct HTTP2LimitsTests {
  private static let contradictions: [@Sendable (inout HTTP2Limits) -> Void] = [
    { $0.streamWindowBytes = $0.connectionWindowBytes + 1 },
    { $0.connectionWindowBytes = 65_534 },
  ]

  @Test(arguments: contradictions.indices)
  func terminatesOnContradictoryLimits(index: Int) async {
    await #expect(processExitsWith: .failure) { [index] in
      HTTP2Limits(Self.contradictions[index]).assertRelations()
    }
  }
}
