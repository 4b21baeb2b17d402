import HTTP
import Testing

struct HTTP2LimitsTests {
  private static let contradictions: [@Sendable (inout HTTP2Limits) -> Void] = [
    { $0.streamsMax = 0 }, { $0.streamWindowBytes = $0.connectionWindowBytes + 1 },
    { $0.connectionWindowBytes = 65_534 },
    { $0.bodyBytesHeldMax = $0.bodyBytesHeldMin(with: RequestLimits()) - 1 },
    { $0.refusedHeadRatioMax = 0 }, { $0.queuedFramesMax = $0.acknowledgementsMax },
    { $0.resetBurst = 0 },
  ]

  @Test(arguments: contradictions.indices)
  func terminatesOnContradictoryLimits(index: Int) async {
    await #expect(processExitsWith: .failure) { [index] in
      HTTP2Limits(Self.contradictions[index]).assertRelations(with: RequestLimits())
    }
  }
}
